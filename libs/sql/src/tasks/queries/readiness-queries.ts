import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { SqlDatabase } from '../../database.js';
import { passingOver } from '../../lock-order.js';
import { compileQuery } from '../../query.js';
import type { Tables, TaskStep } from '../../schema.js';

type InTasks = ExpressionBuilder<Tables, 'tasks'>;

/** The most accounts of due tasks that one claim refreshes. Normally there are none or few. */
const DUE_ACCOUNTS = 100;

/** The queries that keep `step`, `is_ready` and `available_at` of unfinished tasks correct. */
export function compileReadinessQueries({ builder, engine }: Pick<SqlDatabase, 'builder' | 'engine'>) {
  const due = (now: number) =>
    builder
      .selectFrom('tasks as due')
      .where('due.step', 'in', [step('check'), step('finish')])
      .where('due.available_at', '<=', now);
  return {
    /** Updates one unfinished task after a change of something that they depend on. */
    refresh: compileQuery<{ taskId: string; now: number }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => readiness(eb, value('now')))
        .where('task_id', '=', value('taskId'))
        .where('status', 'in', ['queued', 'processing'])
        .returning('account_id'),
    ),
    /** Locks accounts of tasks with a lease or a pause that has ended, without those that other writes have locked. */
    dueAccounts: compileQuery<{ now: number }>()((value) =>
      passingOver(
        engine,
        builder
          .selectFrom('task_accounts')
          .select('account_id')
          .where('account_id', 'in', due(value('now')).select('due.account_id'))
          .limit(sql.lit(DUE_ACCOUNTS)),
      ),
    ),
    /** Updates these tasks of an account. */
    refreshDueOf: compileQuery<{ accountId: string; now: number }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => readiness(eb, value('now')))
        .where(
          'task_id',
          'in',
          due(value('now')).select('due.task_id').where('due.account_id', '=', value('accountId')),
        ),
    ),
    /** Updates the unfinished tasks of an account. */
    refreshTasksOf: compileQuery<{ accountId: string; now: number }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => readiness(eb, value('now')))
        .where('account_id', '=', value('accountId'))
        .where('status', 'in', ['queued', 'processing']),
    ),
  };
}

/** The readiness of an unfinished task, from its other columns and its open chunks. */
export function readiness(eb: InTasks, now: number) {
  const areComplete = eb('open_chunks', '=', 0);
  const isToBeFinished = eb.or([areComplete, eb('failure_reason', 'is not', null)]);
  const freeAt = freeAtOf(eb, areComplete);
  return {
    step: eb.case().when(isToBeFinished).then(step('finish')).else(step('check')).end(),
    is_ready: eb.case().when(freeAt, '<=', now).then(sql.lit(1)).else(sql.lit(0)).end(),
    available_at: eb.case().when(freeAt, '>', now).then(freeAt).end(),
  };
}

/** A step as a literal: with a parameter, the database could not use the partial indexes. */
export function step(name: TaskStep) {
  return sql.lit(name);
}

/**
 * When something of an unfinished task can be claimed; null if its account is suspended. The finish of a task that is to fail waits for the last lease on a chunk, so that
 * answers up to then are still recorded.
 */
function freeAtOf(eb: InTasks, areComplete: Expression<SqlBool>) {
  const lastLeaseEnd = openChunks(eb)
    .select((eb) => eb.fn.max('lease_until').as('ends'))
    .where('task_chunks.lease_token', 'is not', null);
  return eb
    .case()
    .when(eb.or([areComplete, eb('is_closed', '=', 1)]))
    .then(eb.ref('tasks.lease_until'))
    .when('failure_reason', 'is not', null)
    .then(eb.fn.coalesce(lastLeaseEnd, sql.lit(0)))
    .when(eb.exists(suspendedAccount(eb)))
    .then(sql<number>`null`)
    .else(openChunks(eb).select((eb) => eb.fn.min('lease_until').as('ends')))
    .end();
}

/** The account of a task, if it is suspended. */
function suspendedAccount(eb: InTasks) {
  return eb
    .selectFrom('task_accounts')
    .select('task_accounts.account_id')
    .whereRef('task_accounts.account_id', '=', 'tasks.account_id')
    .where('suspended_at', 'is not', null);
}

// The database uses the index of open chunks only with exactly `is_complete = 0`.
function openChunks(eb: InTasks) {
  return eb
    .selectFrom('task_chunks')
    .whereRef('task_chunks.task_id', '=', 'tasks.task_id')
    .where('task_chunks.is_complete', '=', sql.lit(0));
}
