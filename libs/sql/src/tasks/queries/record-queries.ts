import type { FailureReason } from '@dialproof/core';
import { type Kysely, sql } from 'kysely';
import type { SqlDatabase } from '../../database.js';
import { locking } from '../../lock-order.js';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';

type ChunkKey = { taskId: string; chunkIndex: number };

/** The queries of what becomes known of a task, from its first answer to its end. */
export function compileRecordQueries({ builder, engine }: Pick<SqlDatabase, 'builder' | 'engine'>) {
  return { ...chunkQueries({ builder, engine }), ...taskQueries(builder) };
}

function chunkQueries({ builder, engine }: Pick<SqlDatabase, 'builder' | 'engine'>) {
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
    /** Locks a task, unless it takes no more records. */
    recordable: compileQuery<{ taskId: string }>()((value) =>
      locking(
        engine,
        builder
          .selectFrom('tasks')
          .select('failure_reason')
          .select((eb) =>
            eb
              .selectFrom('task_accounts')
              .select('suspended_at')
              .whereRef('task_accounts.account_id', '=', 'tasks.account_id')
              .as('suspended_at'),
          )
          .where('task_id', '=', value('taskId'))
          .where('status', 'in', ['queued', 'processing'])
          .where('is_closed', '=', 0),
      ),
    ),
    recordPart: compileQuery<ChunkKey & { revision: number; statuses: Uint8Array }>()((value) =>
      builder
        .updateTable('task_chunks')
        .set((eb) => ({ statuses: value('statuses'), revision: eb('revision', '+', 1) }))
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', value('chunkIndex'))
        .where('revision', '=', value('revision')),
    ),
    /** Completes an open chunk. */
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
        .where('is_complete', '=', sql.lit(0))
        .where('revision', '=', value('revision')),
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
