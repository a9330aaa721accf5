import type { FailureReason } from '@dialproof/core';
import { type Kysely, sql } from 'kysely';
import type { SqlDatabase } from '../../database.js';
import { locking, passingOver } from '../../lock-order.js';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';
import { textsOf } from './turn-queries.js';

type ChunkKey = { taskId: string; chunkIndex: number };

/** The queries of what becomes known of a task, from its first answer to its end. */
export function compileRecordQueries({ builder, engine }: Pick<SqlDatabase, 'builder' | 'engine'>) {
  return { ...chunkQueries({ builder, engine }), ...taskQueries(builder) };
}

function chunkQueries({ builder, engine }: Pick<SqlDatabase, 'builder' | 'engine'>) {
  const chunk = builder.selectFrom('task_chunks');
  const recordable = (taskIds: string) =>
    builder
      .selectFrom('tasks')
      .select(['task_id', 'failure_reason'])
      .select((eb) =>
        eb
          .selectFrom('task_accounts')
          .select('suspended_at')
          .whereRef('task_accounts.account_id', '=', 'tasks.account_id')
          .as('suspended_at'),
      )
      .where('task_id', 'in', textsOf(engine, taskIds))
      .where('status', 'in', ['queued', 'processing'])
      .where('is_closed', '=', 0)
      .orderBy('task_id');
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
    /** Locks the tasks that take records, in the order of their ids. */
    recordable: compileQuery<{ taskIds: string }>()((value) => locking(engine, recordable(value('taskIds')))),
    /** The same, without the tasks that other writes have locked. */
    recordableUnlessHeld: compileQuery<{ taskIds: string }>()((value) =>
      passingOver(engine, recordable(value('taskIds'))),
    ),
    /** Records on the open chunks that are at the revision of their record. `records`: as a JSON array. */
    recordOpenChunks: compileQuery<{ records: string }>()((value) => ({
      compile: () =>
        sql<{ task_id: string; chunk_index: number }>`update ${sql.table('task_chunks')} set
            statuses = ${engine === 'postgres' ? sql`decode(record.statuses, 'hex')` : sql`unhex(record.statuses)`},
            revision = task_chunks.revision + 1,
            is_complete = record.is_complete,
            lease_token = case when record.is_complete = 1 then null else lease_token end,
            lease_until = case when record.is_complete = 1 then 0 else lease_until end
          from ${recordsOf(engine, value('records'))}
          where task_chunks.task_id = record.task_id and task_chunks.chunk_index = record.chunk_index
            and task_chunks.revision = record.revision and task_chunks.is_complete = 0
          returning task_chunks.task_id, task_chunks.chunk_index`.compile(builder),
    })),
    /** Records on a chunk that is complete. */
    recordComplete: compileQuery<ChunkKey & { revision: number; statuses: Uint8Array }>()((value) =>
      builder
        .updateTable('task_chunks')
        .set((eb) => ({ statuses: value('statuses'), revision: eb('revision', '+', 1) }))
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', value('chunkIndex'))
        .where('revision', '=', value('revision'))
        .where('is_complete', '=', sql.lit(1)),
    ),
  };
}

function taskQueries(builder: Kysely<Tables>) {
  return {
    /**
     * Adds what was recorded. Of what can be claimed, only the finish of a task whose last chunk is complete follows from it: that is
     * refreshed then. The end of a completed chunk's lease stays the time of the next look, which is then for nothing.
     */
    addProgress: compileQuery<{
      taskId: string;
      rows: number;
      wa_registered: number;
      telegram_registered: number;
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
          wa_registered: eb('wa_registered', '+', value('wa_registered')),
          telegram_registered: eb('telegram_registered', '+', value('telegram_registered')),
          dead: eb('dead', '+', value('dead')),
          inactive: eb('inactive', '+', value('inactive')),
          unknown: eb('unknown', '+', value('unknown')),
          checks_failed: eb('checks_failed', '+', value('checksFailed')),
          verified: eb('verified', '+', value('verified')),
          open_chunks: eb('open_chunks', '-', value('completed')),
        }))
        .where('task_id', '=', value('taskId'))
        .returning(['open_chunks', 'sources']),
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

/** The records of a JSON array as rows of the table `record`. */
function recordsOf(engine: SqlDatabase['engine'], records: string) {
  return engine === 'postgres'
    ? sql`json_to_recordset(${records}::json)
        as record(task_id text, chunk_index bigint, revision bigint, is_complete bigint, statuses text)`
    : sql`(select value ->> 'task_id' as task_id, value ->> 'chunk_index' as chunk_index, value ->> 'revision' as revision,
        value ->> 'is_complete' as is_complete, value ->> 'statuses' as statuses from json_each(${records})) as record`;
}
