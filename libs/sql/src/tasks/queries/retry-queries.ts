import { type Kysely, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';

type LeaseKey = { taskId: string; token: string };

/** The queries of retries of an ended task. */
export function compileRetryQueries(builder: Kysely<Tables>) {
  const tasks = builder.updateTable('tasks');
  return {
    beginRetry: compileQuery<LeaseKey & { leaseUntil: number }>()((value) =>
      tasks
        .set((eb) => ({
          step: 'begun',
          lease_token: value('token'),
          lease_until: value('leaseUntil'),
          available_at: value('leaseUntil'),
          last_run: eb('last_run', '+', 1),
          tries: 0,
        }))
        .where('task_id', '=', value('taskId'))
        .where('status', 'in', ['done', 'failed'])
        .where('step', 'is', null)
        .returning('last_run'),
    ),
    discardRetry: compileQuery<LeaseKey>()((value) =>
      tasks
        .set({ step: null, lease_token: null, lease_until: 0, available_at: null })
        .where('task_id', '=', value('taskId'))
        .where('status', 'in', ['done', 'failed'])
        .where('lease_token', '=', value('token')),
    ),
    /** Queues the task again, with its failed checks open. */
    resume: compileQuery<LeaseKey & { turn: number; now: number; held: number }>()((value) =>
      tasks
        .set((eb) => ({
          status: 'queued',
          queued_at: value('now'),
          turn: value('turn'),
          finished_at: null,
          ended_at: null,
          failure_reason: null,
          run: eb.ref('last_run'),
          resumed_by: value('token'),
          lease_token: null,
          lease_until: 0,
          tries: 0,
          is_closed: 0,
          held: value('held'),
          verified: 0,
          processed: eb('processed', '-', eb.ref('checks_failed')),
          unknown: eb('unknown', '-', eb.ref('checks_failed')),
          checks_failed: 0,
        }))
        .where('task_id', '=', value('taskId'))
        .where('status', 'in', ['done', 'failed'])
        .where('step', '=', 'begun')
        .where('lease_token', '=', value('token')),
    ),
    findResumed: compileQuery<LeaseKey>()((value) =>
      builder
        .selectFrom('tasks')
        .select('task_id')
        .where('task_id', '=', value('taskId'))
        .where('resumed_by', '=', value('token')),
    ),
    reopenChunk: compileQuery<{ taskId: string; chunkIndex: number; statuses: Uint8Array }>()((value) =>
      builder
        .updateTable('task_chunks')
        .set((eb) => ({ statuses: value('statuses'), revision: eb('revision', '+', 1), is_complete: 0 }))
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', value('chunkIndex')),
    ),
    /** Resets the chunks of a task: none is leased, and all open ones are counted. */
    freeChunks: compileQuery<{ taskId: string }>()((value) =>
      builder
        .updateTable('task_chunks')
        .set({ lease_token: null, lease_until: 0 })
        .where('task_id', '=', value('taskId'))
        .where('is_complete', '=', sql.lit(0)),
    ),
    countOpenChunks: compileQuery<{ taskId: string }>()((value) =>
      tasks
        .set((eb) => ({
          open_chunks: eb
            .selectFrom('task_chunks')
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .where('task_chunks.task_id', '=', value('taskId'))
            .where('is_complete', '=', sql.lit(0)),
        }))
        .where('task_id', '=', value('taskId')),
    ),
  };
}
