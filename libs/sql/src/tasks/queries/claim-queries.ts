import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { SqlDatabase } from '../../database.js';
import { passingOver } from '../../lock-order.js';
import { compileQuery } from '../../query.js';
import type { Tables, TaskStep } from '../../schema.js';
import { readiness, step } from './readiness-queries.js';
import {
  type Except,
  firstAccount,
  firstAccountToFinish,
  MOST_IN_TURN,
  readyAccounts,
  taskTurn,
} from './turn-queries.js';

type InTasks = ExpressionBuilder<Tables, 'tasks'>;
type TaskLease = { taskId: string; token: string; leaseUntil: number };

type Database = Pick<SqlDatabase, 'builder' | 'engine'>;

/** The queries of handing out work. A lease that ends at `now` has ended. */
export function compileClaimQueries(database: Database) {
  return { ...timesQueries(database), ...takeQueries(database.builder) };
}

function timesQueries({ builder, engine }: Database) {
  return {
    /**
     * When something of each kind can be claimed, and the accounts whose turn it is. Each is one look-up in an index. One statement reads all
     * of them, since every claim needs them.
     */
    claimableTimes: compileQuery<Except>()((value) =>
      builder.selectNoFrom((eb) => [
        firstAvailable(eb, 'begun').as('begun'),
        firstAvailable(eb, 'discard').as('discard'),
        firstAvailable(eb, 'check').as('check'),
        firstAvailable(eb, 'finish').as('finish'),
        firstAccount({ builder, engine }, value('except')).as('ready'),
        firstAccountToFinish({ builder, engine }, value('except')).as('ready_to_finish'),
        eb
          .selectFrom(
            readyAccounts({ builder, engine }, value('except')).limit(sql.lit(MOST_IN_TURN)).as('waiting'),
          )
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .as('ready_accounts'),
        eb.selectFrom('task_outage').select(sql.lit(1).as('found')).as('has_outage'),
      ]),
    ),
    /** What can be claimed of one task, and when. */
    claimable: compileQuery<{ taskId: string }>()((value) =>
      builder
        .selectFrom('tasks')
        .select(['task_id', 'account_id', 'step', 'is_ready', 'available_at'])
        .where('task_id', '=', value('taskId')),
    ),
    /** An upload or a retry whose lease has ended, and that no other write has locked. */
    nextGivenUp: compileQuery<{ now: number }>()((value) =>
      passingOver(
        engine,
        builder
          .selectFrom('tasks')
          .select('task_id')
          .where('step', 'in', [step('begun'), step('discard')])
          .where('available_at', '<=', value('now'))
          .limit(sql.lit(1)),
      ),
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
    /** Claims the first free chunks of a task. Each has a token of its own, which begins with the given one. */
    claimChunks: compileQuery<TaskLease & { now: number; most: number }>()((value) =>
      builder
        .updateTable('task_chunks')
        .set((eb) => ({
          lease_token: sql<string>`${value('token')} || ':' || ${eb.ref('chunk_index')}`,
          lease_until: value('leaseUntil'),
        }))
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', 'in', firstFreeChunks(builder, value('taskId'), value('now'), value('most')))
        .where('is_complete', '=', sql.lit(0))
        .where('lease_until', '<=', value('now'))
        .returning(['chunk_index', 'chunk', 'statuses', 'revision', 'lease_token']),
    ),
    /** Puts a task with newly claimed chunks behind the others of its account. */
    serveCheck: compileQuery<{ taskId: string; place: number; now: number; wallNow: number }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => ({
          ...started(eb, value('wallNow')),
          ...readiness(eb, value('now')),
          turn: taskTurn(eb, value('place')),
        }))
        .where('task_id', '=', value('taskId'))
        .returning(['account_id', 'run']),
    ),
  };
}

/** The changes of a task at its first claim: rows without a number get their status. */
function started(eb: InTasks, wallNow: number) {
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
 * The first chunks by position that are neither complete nor leased nor paused. Chunks without a lease and chunks with an ended lease are
 * queried separately, since each is then a walk along the index. A combined query would walk over all open chunks.
 */
function firstFreeChunks(builder: Kysely<Tables>, taskId: string, now: number, most: number) {
  const first = builder
    .selectFrom('task_chunks')
    .select('chunk_index')
    .where('task_id', '=', taskId)
    .where('is_complete', '=', sql.lit(0))
    .orderBy('chunk_index')
    .limit(most);
  const unleased = first.where('lease_until', '=', 0).as('unleased');
  const ended = first.where('lease_until', '>', 0).where('lease_until', '<=', now).as('ended');
  return builder
    .selectFrom(
      builder
        .selectFrom(unleased)
        .select('unleased.chunk_index')
        .unionAll(builder.selectFrom(ended).select('ended.chunk_index'))
        .as('free'),
    )
    .select('free.chunk_index')
    .orderBy('free.chunk_index')
    .limit(most);
}
