import type { FailureReason } from '@dialproof/core';
import { type Kysely, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';
import { readiness } from './readiness-queries.js';

type ChunkKey = { taskId: string; chunkIndex: number };

/** The queries of what becomes known of a task, from its first answer to its end. */
export function compileRecordQueries(builder: Kysely<Tables>) {
  return { ...chunkQueries(builder), ...taskQueries(builder) };
}

function chunkQueries(builder: Kysely<Tables>) {
  const chunk = builder.selectFrom('task_chunks');
  return {
    statuses: compileQuery<{ taskId: string }>()((value) =>
      chunk.select('statuses').where('task_id', '=', value('taskId')).orderBy('chunk_index'),
    ),
    statusesOf: compileQuery<ChunkKey>()((value) =>
      chunk
        .select(['statuses', 'revision'])
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', value('chunkIndex')),
    ),
    /** What a record depends on. `revision` is null where the task has no such chunk. */
    recordable: compileQuery<ChunkKey>()((value) =>
      builder
        .selectFrom('tasks')
        .leftJoin('task_chunks', (join) =>
          join
            .onRef('task_chunks.task_id', '=', 'tasks.task_id')
            .on('task_chunks.chunk_index', '=', value('chunkIndex')),
        )
        .leftJoin('task_accounts', 'task_accounts.account_id', 'tasks.account_id')
        .select(['revision', 'is_complete', 'failure_reason', 'step', 'is_ready', 'suspended_at'])
        .where('tasks.task_id', '=', value('taskId'))
        .where('status', 'in', ['queued', 'processing'])
        .where('is_closed', '=', 0),
    ),
    recordPart: compileQuery<ChunkKey & { revision: number; statuses: Uint8Array }>()((value) =>
      builder
        .updateTable('task_chunks')
        .set((eb) => ({ statuses: value('statuses'), revision: eb('revision', '+', 1) }))
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', value('chunkIndex'))
        .where('revision', '=', value('revision')),
    ),
    recordWhole: compileQuery<ChunkKey & { revision: number; statuses: Uint8Array }>()((value) =>
      builder
        .updateTable('task_chunks')
        .set((eb) => ({
          statuses: value('statuses'),
          revision: eb('revision', '+', 1),
          is_complete: 1,
          lease_token: null,
          lease_until: 0,
        }))
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', value('chunkIndex'))
        .where('revision', '=', value('revision')),
    ),
  };
}

function taskQueries(builder: Kysely<Tables>) {
  return {
    /** Adds what was recorded, with what follows from it for the next claims. */
    addProgress: compileQuery<{
      taskId: string;
      now: number;
      rows: number;
      waRegistered: number;
      telegramRegistered: number;
      dead: number;
      inactive: number;
      unknown: number;
      checksFailed: number;
      verified: number;
      completed: number;
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
          checks_failed: eb('checks_failed', '+', value('checksFailed')),
          verified: eb('verified', '+', value('verified')),
          open_chunks: eb('open_chunks', '-', value('completed')),
          ...readiness(eb, value('now'), value('completed')),
        }))
        .where('task_id', '=', value('taskId'))
        .returning(['account_id', 'step', 'is_ready', 'sources']),
    ),
    /** Only after `addProgress` in the same write: until its end no other write changes the row. */
    setSources: compileQuery<{ taskId: string; sources: string }>()((value) =>
      builder
        .updateTable('tasks')
        .set({ sources: value('sources') })
        .where('task_id', '=', value('taskId')),
    ),
    fail: compileQuery<{ taskId: string; reason: FailureReason }>()((value) =>
      builder
        .updateTable('tasks')
        .set({ failure_reason: value('reason') })
        .where('task_id', '=', value('taskId'))
        .where('status', 'in', ['queued', 'processing'])
        .where('is_closed', '=', 0)
        .where('failure_reason', 'is', null),
    ),
    finish: compileQuery<{
      taskId: string;
      token: string;
      status: 'done' | 'failed';
      failureReason: FailureReason | null;
      charged: number;
      now: number;
      wallNow: number;
    }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => ({
          status: value('status'),
          failure_reason: value('failureReason'),
          held: 0,
          charged: eb('charged', '+', value('charged')),
          lease_token: null,
          lease_until: 0,
          step: sql.lit(null),
          is_ready: 0,
          available_at: null,
          ended_at: value('now'),
          finished_at: eb
            .case()
            .when('started_at', '>', value('wallNow'))
            .then(eb.ref('started_at'))
            .else(eb.val(value('wallNow')))
            .end(),
        }))
        .where('task_id', '=', value('taskId'))
        .where('step', '=', 'finish')
        .where('lease_token', '=', value('token'))
        .returning(['account_id', 'finished_at']),
    ),
  };
}
