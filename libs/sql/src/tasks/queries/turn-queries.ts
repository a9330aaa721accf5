import { isOneOf } from '../../json-rows.js';
import { FOR_UPDATE, SKIPPING_LOCKED, sql } from '../../query.js';
import type { Columns } from '../../schema.js';

type OfAccount = { accountId: string };
type OfTask = { taskId: string };

/** Accounts that are passed over, as a JSON array. */
type Except = { except: string };

type NextTasks = Except & { most: number };

/** A task whose chunks or finish can be claimed: nothing else is ready. */
export type NextTask = Columns<'tasks', 'task_id' | 'account_id'> & { readonly step: 'check' | 'finish' };

/** The accounts with something to claim. */
export const READY_ACCOUNTS = sql<Except>`
  select account_id from task_accounts where not (${isOneOf('account_id', 'except')}) and ready is not null`;

/** The account whose turn it is, among those with something to claim. */
export const FIRST_ACCOUNT = sql<Except>`${READY_ACCOUNTS} order by turn limit 1`;

/** Like `nextAccount`, among the accounts with a task to finish. */
export const FIRST_ACCOUNT_TO_FINISH = sql<Except>`
  select account_id from task_accounts where not (${isOneOf('account_id', 'except')}) and ready = 'finish' order by turn limit 1`;

/** The turn of the `place`-th place behind the other tasks of the account. */
export const TASK_TURN = sql<{ place: number }>`coalesce(
  (select last_task_turn + ${'place'} from task_accounts where task_accounts.account_id = tasks.account_id), ${'place'})`;

/** The place behind all accounts. */
const END_OF_LINE = sql`(select coalesce(max(others.turn), 0) + 1 from task_accounts as others)`;

const READY_TASKS = sql`select 1 from tasks where tasks.account_id = task_accounts.account_id and is_ready = 1`;

const READY_OF_ACCOUNT = sql`case when exists (${READY_TASKS} and step = 'finish') then 'finish'
  when exists (${READY_TASKS}) then 'check' end`;

const NEXT_TASKS = sql<NextTasks>`select task_id, account_id, step from tasks
  where is_ready = 1 and account_id = (${FIRST_ACCOUNT} ${SKIPPING_LOCKED}) order by turn limit ${'most'}`;

const NEXT_TASKS_TO_FINISH = sql<NextTasks>`select task_id, account_id, step from tasks
  where is_ready = 1 and step = 'finish' and account_id = (${FIRST_ACCOUNT_TO_FINISH} ${SKIPPING_LOCKED})
  order by turn limit ${'most'}`;

/**
 * The queries of turns. Accounts stand in one line, and the tasks of each account in another, in the order of their last service. New
 * ones go to the end. A claim takes the first account with something to be claimed, then its first such task.
 *
 * A single number for each task, in place of the two lines, would break the turns. If an account's first task leaves unserved, or is
 * claimed by its id, a gap stays in the account's numbers and the account is passed over. Closing the gap would mean renumbering all
 * later tasks.
 */
export const turnQueries = {
  /** Puts a task behind the others of its account. `passTurn` counts its place. */
  takePlace: sql<
    OfTask & { place: number }
  >`update tasks set turn = ${TASK_TURN} where task_id = ${'taskId'}`,
  /** Locks an account and counts a place for a task behind its others. A new account goes behind the other accounts. */
  joinLine: sql<OfAccount, Columns<'task_accounts', 'last_task_turn'>>`
    insert into task_accounts (account_id, turn, last_task_turn) values (${'accountId'}, ${END_OF_LINE}, 1)
    on conflict (account_id) do update set last_task_turn = task_accounts.last_task_turn + 1
    returning last_task_turn`,
  /** Suspends an account, which may be new to the line. One that is suspended keeps its time. */
  suspendAccount: sql<OfAccount & { now: number }>`
    insert into task_accounts (account_id, turn, last_task_turn, suspended_at)
    values (${'accountId'}, ${END_OF_LINE}, 0, ${'now'})
    on conflict (account_id) do update set suspended_at = coalesce(task_accounts.suspended_at, excluded.suspended_at)`,
  reinstateAccount: sql<OfAccount>`update task_accounts set suspended_at = null where account_id = ${'accountId'}`,
  /** Puts a served account behind the others. Before that, so many of its tasks have taken the next places within the account. */
  passTurn: sql<OfAccount & { places: number }>`
    update task_accounts set turn = (select max(others.turn) + 1 from task_accounts as others),
      last_task_turn = last_task_turn + ${'places'}, ready = ${READY_OF_ACCOUNT}
    where account_id = ${'accountId'}`,
  /** Updates the account's row after a change of a task's readiness. */
  refreshAccount: sql<OfAccount>`
    update task_accounts set ready = ${READY_OF_ACCOUNT} where account_id = ${'accountId'}`,
  /** The account whose turn it is, locked, among those that no other write has locked. */
  nextAccount: sql<Except, Columns<'task_accounts', 'account_id'>>`${FIRST_ACCOUNT} ${SKIPPING_LOCKED}`,
  /** Like `nextAccount`, among the accounts with a task to finish. */
  nextAccountToFinish: sql<Except, Columns<'task_accounts', 'account_id'>>`
    ${FIRST_ACCOUNT_TO_FINISH} ${SKIPPING_LOCKED}`,
  /** Locks the account of a task, if it has queued one before. */
  lockAccountOf: sql<OfTask, Columns<'task_accounts', 'account_id'>>`
    select account_id from task_accounts
    where account_id = (select tasks.account_id from tasks where task_id = ${'taskId'}) ${FOR_UPDATE}`,
  /** Puts the account of a task at the end of the line, or locks it if it is there already. */
  addAccountOf: sql<OfTask>`
    insert into task_accounts (account_id, turn, last_task_turn)
    select tasks.account_id, ${END_OF_LINE}, 0 from tasks where task_id = ${'taskId'}
    on conflict (account_id) do update set turn = task_accounts.turn`,
  /** Puts an account that only has drafts at the end of the line, or locks it if it is there already. */
  addAccountToLine: sql<OfAccount>`
    insert into task_accounts (account_id, turn, last_task_turn) values (${'accountId'}, ${END_OF_LINE}, 0)
    on conflict (account_id) do update set turn = task_accounts.turn`,
  lockTask: sql<OfTask, Columns<'tasks', 'account_id'>>`
    select account_id from tasks where task_id = ${'taskId'} ${FOR_UPDATE}`,
  lockAccount: sql<OfAccount, Columns<'task_accounts', 'account_id'>>`
    select account_id from task_accounts where account_id = ${'accountId'} ${FOR_UPDATE}`,
  /**
   * Locks the account whose turn it is, among those that no other write has locked, and then its next tasks with something to claim. They
   * come in the order of their turns as the statement found it, before it waited for a lock. So of two claims at the same moment, each may
   * go by the turns from before the other.
   */
  nextTasks: sql<NextTasks, NextTask>`${NEXT_TASKS} ${FOR_UPDATE}`,
  /** The same, without tasks that other writes have locked. */
  nextTasksUnlessHeld: sql<NextTasks, NextTask>`${NEXT_TASKS} ${SKIPPING_LOCKED}`,
  /** The account whose turn it is among those with a task to finish, and these tasks. */
  nextTasksToFinish: sql<NextTasks, NextTask>`${NEXT_TASKS_TO_FINISH} ${FOR_UPDATE}`,
  nextTasksToFinishUnlessHeld: sql<NextTasks, NextTask>`${NEXT_TASKS_TO_FINISH} ${SKIPPING_LOCKED}`,
  /** Locks the next tasks of a locked account, without those that other writes have locked. */
  nextTasksOf: sql<OfAccount & { most: number }, NextTask>`
    select task_id, account_id, step from tasks where is_ready = 1 and account_id = ${'accountId'}
    order by turn limit ${'most'} ${SKIPPING_LOCKED}`,
};
