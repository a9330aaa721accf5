import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import type { AccountReadiness, Tables } from '../../schema.js';
import { step } from './readiness-queries.js';

/**
 * The queries of turns. Accounts stand in one line, and the tasks of each account in another, in the order of their last service. New
 * ones go to the end. A claim takes the first account with something to be claimed, then its first such task.
 *
 * A single number for each task, in place of the two lines, would break the turns. If an account's first task leaves unserved, or is
 * claimed by its id, a gap stays in the account's numbers and the account is passed over. Closing the gap would mean renumbering all
 * later tasks.
 */
export function compileTurnQueries(builder: Kysely<Tables>) {
  return {
    /** Puts a task behind the others of its account; {@link joinLine} follows. */
    takePlace: compileQuery<{ taskId: string }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => ({ turn: eb.fn.coalesce(nextTaskTurn(eb), sql.lit(1)) }))
        .where('task_id', '=', value('taskId')),
    ),
    /** Counts the place that a task of this account took. A new account goes behind the others. */
    joinLine: compileQuery<{ accountId: string }>()((value) =>
      builder
        .insertInto('task_accounts')
        .values({
          account_id: value('accountId'),
          turn: endOfLine(builder),
          last_task_turn: 1,
        })
        .onConflict((conflict) =>
          conflict
            .column('account_id')
            .doUpdateSet((eb) => ({ last_task_turn: eb('task_accounts.last_task_turn', '+', 1) })),
        ),
    ),
    /** Suspends an account, which may be new to the line. One that is suspended keeps its time. */
    suspendAccount: compileQuery<{ accountId: string; now: number }>()((value) =>
      builder
        .insertInto('task_accounts')
        .values({
          account_id: value('accountId'),
          turn: endOfLine(builder),
          last_task_turn: 0,
          suspended_at: value('now'),
        })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet((eb) => ({
            suspended_at: eb.fn.coalesce('task_accounts.suspended_at', eb.ref('excluded.suspended_at')),
          })),
        ),
    ),
    reinstateAccount: compileQuery<{ accountId: string }>()((value) =>
      builder
        .updateTable('task_accounts')
        .set({ suspended_at: null })
        .where('account_id', '=', value('accountId')),
    ),
    /** Puts a served account behind the others. Before that, its task has taken the next place within the account. */
    passTurn: compileQuery<{ accountId: string }>()((value) =>
      builder
        .updateTable('task_accounts')
        .set((eb) => ({
          turn: eb
            .selectFrom('task_accounts as others')
            .select((eb) => eb(eb.fn.max('others.turn'), '+', sql.lit(1)).as('turn')),
          last_task_turn: eb('last_task_turn', '+', 1),
          ready: readyOfAccount(eb),
        }))
        .where('account_id', '=', value('accountId')),
    ),
    /** Updates the account's row after a change of a task's readiness. */
    refreshAccount: compileQuery<{ accountId: string }>()((value) =>
      builder
        .updateTable('task_accounts')
        .set((eb) => ({ ready: readyOfAccount(eb) }))
        .where('account_id', '=', value('accountId')),
    ),
    /** The first accounts in line with something to be claimed, and {@link firstReady} the task of one of them. */
    readyAccounts: compileQuery<{ limit: number }>()((value) =>
      accountsInLine(builder).where('ready', 'is not', null).limit(value('limit')),
    ),
    readyToFinishAccounts: compileQuery<{ limit: number }>()((value) =>
      accountsInLine(builder).where('ready', '=', READY_TO_FINISH).limit(value('limit')),
    ),
    firstReady: compileQuery<{ accountId: string }>()((value) =>
      firstTask(builder).where('account_id', '=', value('accountId')),
    ),
    firstReadyToFinish: compileQuery<{ accountId: string }>()((value) =>
      firstTask(builder).where('step', '=', step('finish')).where('account_id', '=', value('accountId')),
    ),
  };
}

const READY_TO_FINISH = sql.lit<AccountReadiness>('finish');

/** The task whose turn it is, among those with something to claim. */
export function nextReady(builder: Kysely<Tables>) {
  return firstTask(builder).where('account_id', '=', firstAccount(builder).where('ready', 'is not', null));
}

/** The task whose turn it is, among those that can be finished. */
export function nextReadyToFinish(builder: Kysely<Tables>) {
  return firstTask(builder)
    .where('step', '=', step('finish'))
    .where('account_id', '=', firstAccount(builder).where('ready', '=', READY_TO_FINISH));
}

// The limit is a literal: with a parameter, SQLite would plan the query anew at each run.
function firstAccount(builder: Kysely<Tables>) {
  return accountsInLine(builder).limit(sql.lit(1));
}

function accountsInLine(builder: Kysely<Tables>) {
  return builder.selectFrom('task_accounts').select('account_id').orderBy('turn');
}

function firstTask(builder: Kysely<Tables>) {
  return builder
    .selectFrom('tasks')
    .select('task_id')
    .where('is_ready', '=', sql.lit(1))
    .orderBy('turn')
    .limit(sql.lit(1));
}

function readyOfAccount(eb: ExpressionBuilder<Tables, 'task_accounts'>) {
  const ready = eb
    .selectFrom('tasks')
    .select('tasks.task_id')
    .whereRef('tasks.account_id', '=', 'task_accounts.account_id')
    .where('is_ready', '=', sql.lit(1));
  return eb
    .case()
    .when(eb.exists(ready.where('step', '=', step('finish'))))
    .then(sql.lit<AccountReadiness>('finish'))
    .when(eb.exists(ready))
    .then(sql.lit<AccountReadiness>('check'))
    .end();
}

/** The place behind all accounts. */
export function endOfLine(builder: Kysely<Tables>) {
  return builder
    .selectFrom('task_accounts as others')
    .select((eb) => eb(eb.fn.coalesce(eb.fn.max('others.turn'), sql.lit(0)), '+', sql.lit(1)).as('turn'));
}

/** The place behind the other tasks of the account. */
export function nextTaskTurn(eb: ExpressionBuilder<Tables, 'tasks'>) {
  return eb
    .selectFrom('task_accounts')
    .select((eb) => eb('last_task_turn', '+', sql.lit(1)).as('turn'))
    .whereRef('task_accounts.account_id', '=', 'tasks.account_id');
}
