import type { FailureReason } from '@dialproof/core';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';
import { TASK_COLUMNS } from './task-row.js';

type ChunkKey = { taskId: string; chunkIndex: number };

/** The queries of a task on its way from queued to its end. */
export function compileProgressQueries(builder: Kysely<Tables>) {
  return { ...taskQueries(builder), ...chunkQueries(builder), ...leaseQueries(builder) };
}

function taskQueries(builder: Kysely<Tables>) {
  return {
    find: compileQuery<{ taskId: string }>()((value) =>
      builder
        .selectFrom('tasks')
        .select(TASK_COLUMNS)
        .where('task_id', '=', value('taskId'))
        .where('status', 'not in', ['draft', 'abandoned']),
    ),
    /** What is true of a task from its start: rows without a number have their status. */
    start: compileQuery<{ taskId: string; now: number }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => ({
          status: 'processing',
          started_at: eb
            .case()
            .when('created_at', '>', value('now'))
            .then(eb.ref('created_at'))
            .else(eb.val(value('now')))
            .end(),
          processed: eb('processed', '+', eb.ref('rows_without_number')),
          unknown: eb('unknown', '+', eb.ref('rows_without_number')),
        }))
        .where('task_id', '=', value('taskId'))
        .where('status', '=', 'queued'),
    ),
    fail: compileQuery<{ taskId: string; reason: FailureReason }>()((value) =>
      builder
        .updateTable('tasks')
        .set({ failure_reason: value('reason') })
        .where('task_id', '=', value('taskId'))
        .where('status', 'in', ['queued', 'processing'])
        .where('failure_reason', 'is', null),
    ),
    finish: compileQuery<{
      taskId: string;
      status: 'done' | 'failed';
      failureReason: FailureReason | null;
      charged: number;
      finishedAt: number;
    }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => ({
          status: value('status'),
          failure_reason: value('failureReason'),
          held: 0,
          charged: value('charged'),
          lease_until: 0,
          finished_at: eb
            .case()
            .when('started_at', '>', value('finishedAt'))
            .then(eb.ref('started_at'))
            .else(eb.val(value('finishedAt')))
            .end(),
        }))
        .where('task_id', '=', value('taskId'))
        .where('status', '=', 'processing')
        .returning(TASK_COLUMNS),
    ),
    rowBlock: compileQuery<{ taskId: string; index: number }>()((value) =>
      builder
        .selectFrom('task_rows')
        .innerJoin('tasks', 'tasks.task_id', 'task_rows.task_id')
        .select('block')
        .where('task_rows.task_id', '=', value('taskId'))
        .where('block_index', '=', value('index'))
        .where('status', 'not in', ['draft', 'abandoned']),
    ),
  };
}

function chunkQueries(builder: Kysely<Tables>) {
  return {
    /** Records a chunk for the first time, if the task still takes records. */
    recordChunk: compileQuery<ChunkKey & { statuses: Uint8Array }>()((value) =>
      builder
        .updateTable('task_chunks')
        .set({ statuses: value('statuses'), lease_until: 0 })
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', value('chunkIndex'))
        .where('statuses', 'is', null)
        .where((eb) => eb.exists(taskThatIsChecked(eb, value('taskId')))),
    ),
    addProgress: compileQuery<{
      taskId: string;
      rows: number;
      waRegistered: number;
      telegramRegistered: number;
      dead: number;
      inactive: number;
      unknown: number;
      verified: number;
    }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => ({
          processed: eb('processed', '+', value('rows')),
          wa_registered: eb('wa_registered', '+', value('waRegistered')),
          telegram_registered: eb('telegram_registered', '+', value('telegramRegistered')),
          dead: eb('dead', '+', value('dead')),
          inactive: eb('inactive', '+', value('inactive')),
          unknown: eb('unknown', '+', value('unknown')),
          verified: eb('verified', '+', value('verified')),
          open_chunks: eb('open_chunks', '-', 1),
          outage_since: null,
        }))
        .where('task_id', '=', value('taskId'))
        .returning(TASK_COLUMNS),
    ),
    hasChunk: compileQuery<ChunkKey>()((value) =>
      builder
        .selectFrom('task_chunks')
        .select('chunk_index')
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', value('chunkIndex')),
    ),
    statuses: compileQuery<{ taskId: string }>()((value) =>
      builder
        .selectFrom('task_chunks')
        .select('statuses')
        .where('task_id', '=', value('taskId'))
        .orderBy('chunk_index'),
    ),
  };
}

function leaseQueries(builder: Kysely<Tables>) {
  return {
    /** Moves the lease of a draft or a finish; with 0 it ends. A draft always has one. */
    setTaskLease: compileQuery<{ taskId: string; leaseUntil: number }>()((value) =>
      builder
        .updateTable('tasks')
        .set({ lease_until: value('leaseUntil') })
        .where('task_id', '=', value('taskId'))
        .where('finished_at', 'is', null)
        .where((eb) => eb.or([eb('status', 'in', ['draft', 'abandoned']), eb('lease_until', '>', 0)])),
    ),
    setChunkLease: compileQuery<ChunkKey & { leaseUntil: number }>()((value) =>
      builder
        .updateTable('task_chunks')
        .set({ lease_until: value('leaseUntil') })
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', value('chunkIndex'))
        .where('statuses', 'is', null)
        .where('lease_until', '>', 0)
        .where((eb) => eb.exists(taskThatIsChecked(eb, value('taskId')))),
    ),
    /** Of two pauses the longer one counts, of two beginnings of an outage the earlier. */
    pause: compileQuery<{ taskId: string; notBefore: number; outageSince: number | null }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => ({
          not_before: eb
            .case()
            .when('not_before', '<', value('notBefore'))
            .then(eb.val(value('notBefore')))
            .else(eb.ref('not_before'))
            .end(),
          outage_since: eb.fn.coalesce('outage_since', eb.val(value('outageSince'))),
        }))
        .where('task_id', '=', value('taskId'))
        .where('status', 'in', ['queued', 'processing']),
    ),
  };
}

/** The task of that id, as long as its chunks are recorded. */
function taskThatIsChecked(eb: ExpressionBuilder<Tables, 'task_chunks'>, taskId: string) {
  return eb
    .selectFrom('tasks')
    .select('tasks.task_id')
    .where('tasks.task_id', '=', taskId)
    .where('finished_at', 'is', null)
    .where('failure_reason', 'is', null);
}
