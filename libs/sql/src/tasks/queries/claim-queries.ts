import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import type { Tables, TaskStep } from '../../schema.js';
import { probeEnd } from './outage-queries.js';
import { readiness, step } from './readiness-queries.js';
import { nextReady, nextReadyToFinish, nextTaskTurn } from './turn-queries.js';

type InTasks = ExpressionBuilder<Tables, 'tasks'>;
export type TaskLease = { taskId: string; token: string; leaseUntil: number };

/** The queries of handing out work. A lease that ends at `now` has ended. */
export function compileClaimQueries(builder: Kysely<Tables>) {
  return { ...timesQueries(builder), ...takeQueries(builder) };
}

function timesQueries(builder: Kysely<Tables>) {
  return {
    /**
     * The first query of every claim: when something of each kind can be claimed, the next of the ready tasks, and the outage. Each is one
     * look-up in an index. One statement reads all of them, since every claim needs them.
     */
    claimableTimes: compileQuery()(() =>
      builder.selectNoFrom((eb) => [
        firstAvailable(eb, 'begun').as('begun'),
        firstAvailable(eb, 'discard').as('discard'),
        firstAvailable(eb, 'check').as('check'),
        firstAvailable(eb, 'finish').as('finish'),
        nextReady(builder).as('ready'),
        nextReadyToFinish(builder).as('ready_to_finish'),
        eb.selectFrom('task_outage').select('reason').as('reason'),
        eb.selectFrom('task_outage').select('since').as('since'),
        eb.selectFrom('task_outage').select('next_try_at').as('next_try_at'),
        probeEnd(builder).as('probe_until'),
      ]),
    ),
    /** The same for one task. */
    claimableTimesOfTask: compileQuery<{ taskId: string }>()((value) =>
      builder
        .selectFrom('tasks')
        .leftJoin('task_outage', (join) => join.on('outage_id', '=', sql.lit(1)))
        .select(['tasks.task_id', 'step', 'is_ready', 'available_at', 'reason', 'since', 'next_try_at'])
        .select(probeEnd(builder).as('probe_until'))
        .where('tasks.task_id', '=', value('taskId')),
    ),
    /** An upload or a retry whose lease has ended. */
    nextGivenUp: compileQuery<{ now: number }>()((value) =>
      builder
        .selectFrom('tasks')
        .select('task_id')
        .where('step', 'in', [step('begun'), step('discard')])
        .where('available_at', '<=', value('now'))
        .limit(sql.lit(1)),
    ),
  };
}

function firstAvailable(eb: ExpressionBuilder<Tables, never>, name: TaskStep) {
  return eb
    .selectFrom('tasks')
    .select((eb) => eb.fn.min<number | null>('available_at').as('at'))
    .where('step', '=', step(name))
    .where('available_at', 'is not', null);
}

function takeQueries(builder: Kysely<Tables>) {
  return {
    claimDiscard: compileQuery<TaskLease & { now: number }>()((value) =>
      builder
        .updateTable('tasks')
        .set({
          step: 'discard',
          lease_token: value('token'),
          lease_until: value('leaseUntil'),
          available_at: value('leaseUntil'),
        })
        .where('task_id', '=', value('taskId'))
        .where('step', 'in', ['begun', 'discard'])
        .where('available_at', '<=', value('now'))
        .returning(['account_id', 'last_run', 'tries']),
    ),
    claimFinish: compileQuery<TaskLease & { wallNow: number }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => ({
          ...started(eb, value('wallNow')),
          is_closed: 1,
          is_ready: 0,
          lease_token: value('token'),
          lease_until: value('leaseUntil'),
          available_at: value('leaseUntil'),
        }))
        .where('task_id', '=', value('taskId'))
        .where('step', '=', 'finish')
        .where('is_ready', '=', 1)
        .returning(['account_id', 'run', 'verified', 'failure_reason', 'tries']),
    ),
    claimChunk: compileQuery<TaskLease & { now: number }>()((value) =>
      builder
        .updateTable('task_chunks')
        .set({ lease_token: value('token'), lease_until: value('leaseUntil') })
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', firstFreeChunk(builder, value('taskId'), value('now')))
        .where('is_complete', '=', sql.lit(0))
        .where('lease_until', '<=', value('now'))
        .returning(['chunk_index', 'chunk', 'statuses', 'revision']),
    ),
    /** Puts a task with a newly claimed chunk behind the others of its account. */
    serveCheck: compileQuery<{ taskId: string; now: number; wallNow: number }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => ({
          ...started(eb, value('wallNow')),
          ...readiness(eb, value('now')),
          turn: nextTaskTurn(eb),
        }))
        .where('task_id', '=', value('taskId'))
        .returning(['account_id', 'run']),
    ),
  };
}

/** The changes of a task at its first claim: rows without a number get their status. */
export function started(eb: InTasks, wallNow: number) {
  const newlyKnown = eb
    .case()
    .when('started_at', 'is', null)
    .then(eb.ref('rows_without_number'))
    .else(sql.lit(0))
    .end();
  const startsAt = eb
    .case()
    .when('created_at', '>', wallNow)
    .then(eb.ref('created_at'))
    .else(eb.val(wallNow))
    .end();
  return {
    status: sql.lit('processing' as const),
    started_at: eb.fn.coalesce('started_at', startsAt),
    processed: eb('processed', '+', newlyKnown),
    unknown: eb('unknown', '+', newlyKnown),
  };
}

/**
 * The first chunk by position that is neither complete nor leased nor paused. Chunks without a lease and chunks with an ended lease are
 * queried separately, since each is then one step in the index. A combined query would walk over all open chunks.
 */
export function firstFreeChunk(builder: Kysely<Tables>, taskId: string, now: number) {
  const first = builder
    .selectFrom('task_chunks')
    .select((eb) => eb.fn.min('chunk_index').as('position'))
    .where('task_id', '=', taskId)
    .where('is_complete', '=', sql.lit(0));
  return builder
    .selectFrom(
      first
        .where('lease_until', '=', 0)
        .unionAll(first.where('lease_until', '>', 0).where('lease_until', '<=', now))
        .as('free'),
    )
    .select((eb) => eb.fn.min('free.position').as('position'));
}
