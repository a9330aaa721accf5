import { type Kysely, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';
import { readiness, step } from './readiness-queries.js';
import { endOfLine } from './turn-queries.js';

/** The most accounts with due rows that one write updates. */
const DUE_ACCOUNTS = 100;

export type LockQueries = ReturnType<typeof compileLockQueries>;

/** The queries for concurrent writes, in PostgreSQL's SQL. */
export function compileLockQueries(builder: Kysely<Tables>) {
  return { ...accountLocks(builder), ...claimLocks(builder), ...dueLocks(builder) };
}

function accountLocks(builder: Kysely<Tables>) {
  return {
    lockAccount: compileQuery<{ taskId: string }>()((value) =>
      builder
        .selectFrom('task_accounts')
        .select('account_id')
        .where('account_id', '=', (eb) =>
          eb.selectFrom('tasks').select('tasks.account_id').where('task_id', '=', value('taskId')),
        )
        .forUpdate(),
    ),
    /** Puts the account of a task at the end of the line, unless it is in it. The write that does so has its lock. */
    addAccount: compileQuery<{ taskId: string }>()((value) =>
      builder
        .insertInto('task_accounts')
        .columns(['account_id', 'turn', 'last_task_turn'])
        .expression((eb) =>
          eb
            .selectFrom('tasks')
            .select(['tasks.account_id', endOfLine(builder).as('turn'), sql.lit(0).as('last_task_turn')])
            .where('task_id', '=', value('taskId')),
        )
        .onConflict((conflict) => conflict.column('account_id').doNothing()),
    ),
    /** Locks the row of an account, which is added if there is none. */
    lockAccountOfId: compileQuery<{ accountId: string }>()((value) =>
      builder
        .insertInto('task_accounts')
        .values({
          account_id: value('accountId'),
          turn: endOfLine(builder),
          last_task_turn: sql.lit(0),
        })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet((eb) => ({ turn: eb.ref('task_accounts.turn') })),
        ),
    ),
  };
}

interface Except {
  readonly except: readonly string[];
}

function claimLocks(builder: Kysely<Tables>) {
  /** The account whose turn it is and its next task, with the account locked. */
  const next = (finishAlone: boolean, except: readonly string[]) =>
    builder
      .selectFrom('task_accounts as line')
      .innerJoinLateral(
        (eb) => {
          const ready = eb
            .selectFrom('tasks')
            .select(['tasks.task_id', 'tasks.step'])
            .whereRef('tasks.account_id', '=', 'line.account_id')
            .where('is_ready', '=', sql.lit(1))
            .orderBy('tasks.turn')
            .limit(sql.lit(1));
          return (finishAlone ? ready.where('step', '=', step('finish')) : ready).as('next');
        },
        (join) => join.onTrue(),
      )
      .select(['line.account_id', 'next.task_id', 'next.step'])
      .select(({ and, eb, exists, not, selectFrom }) => {
        const others = selectFrom('task_accounts as others')
          .select('others.account_id')
          .where('others.ready', 'is not', null)
          .whereRef('others.account_id', '<>', 'line.account_id');
        const hasChecksAlone = eb('line.ready', '=', sql.lit('check' as const));
        return and([hasChecksAlone, not(exists(others))])
          .$castTo<boolean>()
          .as('is_only');
      })
      .where(sql<boolean>`line.account_id <> all (${except}::text[])`)
      .where('line.ready', finishAlone ? '=' : 'is not', finishAlone ? sql.lit('finish' as const) : null)
      .orderBy('line.turn')
      .limit(sql.lit(1))
      .forUpdate('line');
  /**
   * The same of one account alone, the first in line when the statement begins. A statement over all of them that has waited for an account and
   * finds it changed would lock the next one too, and wait for it while it holds the first: a deadlock.
   */
  const nextOfFirst = (finishAlone: boolean, except: readonly string[]) =>
    next(finishAlone, except).where('line.account_id', '=', (eb) =>
      eb
        .selectFrom('task_accounts as first')
        .select('first.account_id')
        .where(sql<boolean>`first.account_id <> all (${except}::text[])`)
        .where('first.ready', finishAlone ? '=' : 'is not', finishAlone ? sql.lit('finish' as const) : null)
        .orderBy('first.turn')
        .limit(sql.lit(1)),
    );
  return {
    /** Passes over accounts that another write has locked. */
    lockNext: compileQuery<Except>()((value) => next(false, value('except')).skipLocked()),
    lockNextToFinish: compileQuery<Except>()((value) => next(true, value('except')).skipLocked()),
    /** Waits for a write that has locked the account. */
    awaitNext: compileQuery<Except>()((value) => nextOfFirst(false, value('except'))),
    awaitNextToFinish: compileQuery<Except>()((value) => nextOfFirst(true, value('except'))),
    lockOutage: compileQuery()(() => builder.selectFrom('task_outage').select('reason').forUpdate()),
    lockGivenUp: compileQuery<{ now: number }>()((value) =>
      builder
        .selectFrom('tasks')
        .select('task_id')
        .where('step', 'in', [step('begun'), step('discard')])
        .where('available_at', '<=', value('now'))
        .limit(sql.lit(1))
        .forUpdate()
        .skipLocked(),
    ),
  };
}

function dueLocks(builder: Kysely<Tables>) {
  const due = (now: number) =>
    builder
      .selectFrom('tasks as due')
      .where('due.step', 'in', [step('check'), step('finish')])
      .where('due.available_at', '<=', now);
  return {
    /** Locks in the order of the ids, so that two writes cannot deadlock. */
    lockDueAccounts: compileQuery<{ now: number }>()((value) =>
      builder
        .selectFrom('task_accounts')
        .select('account_id')
        .where('account_id', 'in', due(value('now')).select('due.account_id').limit(sql.lit(DUE_ACCOUNTS)))
        .orderBy('account_id')
        .forUpdate(),
    ),
    refreshDueOf: compileQuery<{ now: number; accountId: string }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => readiness(eb, value('now')))
        .where(
          'task_id',
          'in',
          due(value('now')).select('due.task_id').where('due.account_id', '=', value('accountId')),
        ),
    ),
  };
}
