import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';

type LeaseKey = { taskId: string; token: string };
type ChunkLeaseKey = LeaseKey & { chunkIndex: number };

/** The queries that extend or end leases. A complete chunk has none. */
export function compileLeaseQueries(builder: Kysely<Tables>) {
  return { ...taskLeaseQueries(builder), ...chunkLeaseQueries(builder) };
}

function taskLeaseQueries(builder: Kysely<Tables>) {
  const tasks = builder.updateTable('tasks');
  return {
    extendTaskLease: compileQuery<LeaseKey & { leaseUntil: number }>()((value) =>
      tasks
        .set({ lease_until: value('leaseUntil'), available_at: value('leaseUntil'), is_ready: 0 })
        .where('task_id', '=', value('taskId'))
        .where('lease_token', '=', value('token')),
    ),
    /** Ends the lease with a pause. If an upload or retry is returned by its own process, that counts as no try to discard it. */
    giveBackTask: compileQuery<LeaseKey & { freeAt: number }>()((value) =>
      tasks
        .set((eb) => ({
          lease_token: null,
          lease_until: value('freeAt'),
          available_at: value('freeAt'),
          is_ready: 0,
          tries: eb(
            'tries',
            '+',
            eb.case().when('step', '=', 'begun').then(sql.lit(0)).else(sql.lit(1)).end(),
          ),
        }))
        .where('task_id', '=', value('taskId'))
        .where('lease_token', '=', value('token')),
    ),
    /** The accounts with something that may be leased or paused. */
    accountsAtWork: compileQuery()(() =>
      builder.selectFrom('tasks').select('account_id').distinct().where('step', 'is not', null),
    ),
    /** Ends the leases and pauses of tasks that are not ready. They are due from then on. */
    endTaskLeases: compileQuery<{ accountId: string }>()((value) =>
      tasks
        .set({ lease_token: null, lease_until: 0, available_at: 0 })
        .where('account_id', '=', value('accountId'))
        .where('available_at', 'is not', null),
    ),
    /** Clears expired leases that no other claim has taken over. */
    endPassedTaskLeases: compileQuery<{ accountId: string }>()((value) =>
      tasks
        .set({ lease_token: null, lease_until: 0 })
        .where('account_id', '=', value('accountId'))
        .where('is_ready', '=', sql.lit(1))
        .where('lease_token', 'is not', null),
    ),
  };
}

function chunkLeaseQueries(builder: Kysely<Tables>) {
  const chunks = builder.updateTable('task_chunks');
  return {
    extendChunkLease: compileQuery<ChunkLeaseKey & { leaseUntil: number }>()((value) =>
      chunks
        .set({ lease_until: value('leaseUntil') })
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', value('chunkIndex'))
        .where('lease_token', '=', value('token'))
        .where((eb) => eb.exists(taskThatGoesOn(eb, value('taskId')))),
    ),
    giveBackChunk: compileQuery<ChunkLeaseKey & { freeAt: number }>()((value) =>
      chunks
        .set({ lease_token: null, lease_until: value('freeAt') })
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', value('chunkIndex'))
        .where('lease_token', '=', value('token')),
    ),
    endChunkLeases: compileQuery<{ accountId: string }>()((value) =>
      chunks
        .set({ lease_token: null, lease_until: 0 })
        .where('task_id', 'in', (eb) =>
          eb
            .selectFrom('tasks')
            .select('tasks.task_id')
            .where('account_id', '=', value('accountId'))
            .where('step', 'is not', null),
        )
        .where('is_complete', '=', sql.lit(0))
        .where('lease_until', '>', 0),
    ),
  };
}

/** The task of that id, unless it has ended, is to fail or its account is suspended. */
function taskThatGoesOn(eb: ExpressionBuilder<Tables, 'task_chunks'>, taskId: string) {
  return eb
    .selectFrom('tasks')
    .leftJoin('task_accounts', 'task_accounts.account_id', 'tasks.account_id')
    .select('tasks.task_id')
    .where('tasks.task_id', '=', taskId)
    .where('status', 'in', ['queued', 'processing'])
    .where('failure_reason', 'is', null)
    .where('suspended_at', 'is', null);
}
