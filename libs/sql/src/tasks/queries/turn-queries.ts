import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { SqlDatabase } from '../../database.js';
import { locking, passingOver } from '../../lock-order.js';
import { compileQuery } from '../../query.js';
import type { AccountReadiness, Tables } from '../../schema.js';
import { step } from './readiness-queries.js';

type Database = Pick<SqlDatabase, 'builder' | 'engine'>;

/**
 * The queries of turns. Accounts stand in one line, and the tasks of each account in another, in the order of their last service. New
 * ones go to the end. A claim takes the first account with something to be claimed, then its first such task.
 *
 * A single number for each task, in place of the two lines, would break the turns. If an account's first task leaves unserved, or is
 * claimed by its id, a gap stays in the account's numbers and the account is passed over. Closing the gap would mean renumbering all
 * later tasks.
 */
export function compileTurnQueries({ builder, engine }: Database) {
  type Value = <Name extends keyof NextTasks>(name: Name) => NextTasks[Name];
  const nextTasks = (value: Value) =>
    readyTasks(builder, value('most')).where(
      'account_id',
      '=',
      passingOver(engine, firstAccount({ builder, engine }, value('except'))),
    );
  const nextTasksToFinish = (value: Value) =>
    readyTasks(builder, value('most'))
      .where('step', '=', step('finish'))
      .where(
        'account_id',
        '=',
        passingOver(engine, firstAccountToFinish({ builder, engine }, value('except'))),
      );
  return {
    /** Puts a task behind the others of its account. {@link passTurn} counts its place. */
    takePlace: compileQuery<{ taskId: string; place: number }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => ({ turn: taskTurn(eb, value('place')) }))
        .where('task_id', '=', value('taskId')),
    ),
    /** Locks an account and counts a place for a task behind its others. A new account goes behind the other accounts. */
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
        )
        .returning('last_task_turn'),
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
    /** Puts a served account behind the others. Before that, so many of its tasks have taken the next places within the account. */
    passTurn: compileQuery<{ accountId: string; places: number }>()((value) =>
      builder
        .updateTable('task_accounts')
        .set((eb) => ({
          turn: eb
            .selectFrom('task_accounts as others')
            .select((eb) => eb(eb.fn.max('others.turn'), '+', sql.lit(1)).as('turn')),
          last_task_turn: eb('last_task_turn', '+', value('places')),
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
    /** The account whose turn it is, locked, among those that no other write has locked. */
    nextAccount: compileQuery<Except>()((value) =>
      passingOver(engine, firstAccount({ builder, engine }, value('except'))),
    ),
    /** The same, among those with a task to finish. */
    nextAccountToFinish: compileQuery<Except>()((value) =>
      passingOver(engine, firstAccountToFinish({ builder, engine }, value('except'))),
    ),
    /** Locks the account of a task, if it has queued one before. */
    lockAccountOf: compileQuery<{ taskId: string }>()((value) =>
      locking(
        engine,
        builder
          .selectFrom('task_accounts')
          .select('account_id')
          .where('account_id', '=', (eb) =>
            eb.selectFrom('tasks').select('tasks.account_id').where('task_id', '=', value('taskId')),
          ),
      ),
    ),
    /** Puts the account of a task at the end of the line, or locks it if it is there already. */
    addAccountOf: compileQuery<{ taskId: string }>()((value) =>
      builder
        .insertInto('task_accounts')
        .columns(['account_id', 'turn', 'last_task_turn'])
        .expression((eb) =>
          eb
            .selectFrom('tasks')
            .select(['tasks.account_id', endOfLine(builder).as('turn'), sql.lit(0).as('last_task_turn')])
            .where('task_id', '=', value('taskId')),
        )
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet((eb) => ({ turn: eb.ref('task_accounts.turn') })),
        ),
    ),
    /** Puts an account that only has drafts at the end of the line, or locks it if it is there already. */
    addAccountToLine: compileQuery<{ accountId: string }>()((value) =>
      builder
        .insertInto('task_accounts')
        .values({ account_id: value('accountId'), turn: endOfLine(builder), last_task_turn: 0 })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet((eb) => ({ turn: eb.ref('task_accounts.turn') })),
        ),
    ),
    lockTask: compileQuery<{ taskId: string }>()((value) =>
      locking(
        engine,
        builder.selectFrom('tasks').select('account_id').where('task_id', '=', value('taskId')),
      ),
    ),
    /** Locks the unfinished tasks of an account. */
    lockTasksOf: compileQuery<{ accountId: string }>()((value) =>
      locking(
        engine,
        builder
          .selectFrom('tasks')
          .select('task_id')
          .where('account_id', '=', value('accountId'))
          .where('status', 'in', ['queued', 'processing'])
          .orderBy('task_id'),
      ),
    ),
    lockAccount: compileQuery<{ accountId: string }>()((value) =>
      locking(
        engine,
        builder.selectFrom('task_accounts').select('account_id').where('account_id', '=', value('accountId')),
      ),
    ),
    /**
     * Locks the account whose turn it is, among those that no other write has locked, and then its next tasks with something to claim. They
     * come in the order of their turns as the statement found it, before it waited for a lock. So of two claims at the same moment, each may
     * go by the turns from before the other.
     */
    nextTasks: compileQuery<NextTasks>()((value) => locking(engine, nextTasks(value))),
    /** The same, without tasks that other writes have locked. */
    nextTasksUnlessHeld: compileQuery<NextTasks>()((value) => passingOver(engine, nextTasks(value))),
    /** The account whose turn it is among those with a task to finish, and these tasks. */
    nextTasksToFinish: compileQuery<NextTasks>()((value) => locking(engine, nextTasksToFinish(value))),
    nextTasksToFinishUnlessHeld: compileQuery<NextTasks>()((value) =>
      passingOver(engine, nextTasksToFinish(value)),
    ),
    /** Locks the next tasks of a locked account, without those that other writes have locked. */
    nextTasksOf: compileQuery<{ accountId: string; most: number }>()((value) =>
      passingOver(engine, readyTasks(builder, value('most')).where('account_id', '=', value('accountId'))),
    ),
  };
}

type NextTasks = Except & { readonly most: number };

/** The most accounts among which one claim divides what it takes. */
export const MOST_IN_TURN = 64;

/** Accounts that are passed over, as a JSON array. */
export type Except = { readonly except: string };

/** The account whose turn it is, among those with something to claim. */
export function firstAccount(database: Database, except: string) {
  return readyAccounts(database, except).orderBy('turn').limit(sql.lit(1));
}

/** The same, among those with a task to finish. */
export function firstAccountToFinish(database: Database, except: string) {
  return accountsExcept(database, except)
    .where('ready', '=', sql.lit<AccountReadiness>('finish'))
    .orderBy('turn')
    .limit(sql.lit(1));
}

/** The accounts with something to claim. */
export function readyAccounts(database: Database, except: string) {
  return accountsExcept(database, except).where('ready', 'is not', null);
}

function accountsExcept({ builder, engine }: Database, except: string) {
  return builder
    .selectFrom('task_accounts')
    .select('account_id')
    .where('account_id', 'not in', textsOf(engine, except));
}

/** The texts of a JSON array: a list of any length is one parameter. */
export function textsOf(engine: SqlDatabase['engine'], json: string) {
  return engine === 'postgres'
    ? sql<string>`(select json_array_elements_text(${json}::json))`
    : sql<string>`(select value from json_each(${json}))`;
}

function readyTasks(builder: Kysely<Tables>, most: number) {
  return (
    builder
      .selectFrom('tasks')
      .select(['task_id', 'account_id', 'step'])
      .where('is_ready', '=', sql.lit(1))
      // Nothing else is ready.
      .$narrowType<{ step: 'check' | 'finish' }>()
      .orderBy('turn')
      .limit(most)
  );
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
function endOfLine(builder: Kysely<Tables>) {
  return builder
    .selectFrom('task_accounts as others')
    .select((eb) => eb(eb.fn.coalesce(eb.fn.max('others.turn'), sql.lit(0)), '+', sql.lit(1)).as('turn'));
}

/** The turn of the `place`-th place behind the other tasks of the account. */
export function taskTurn(eb: ExpressionBuilder<Tables, 'tasks'>, place: number) {
  const turn = eb
    .selectFrom('task_accounts')
    .select((eb) => eb('last_task_turn', '+', place).as('turn'))
    .whereRef('task_accounts.account_id', '=', 'tasks.account_id');
  return eb.fn.coalesce(turn, eb.val(place));
}
