import { isChosen, SKIPPING_LOCKED, sql } from '../../query.js';
import type { Columns } from '../../schema.js';
import { FIRST_ACCOUNT, FIRST_ACCOUNT_TO_FINISH, READY_ACCOUNTS, TASK_TURN } from './turn-queries.js';

type TaskLease = { taskId: string; token: string; leaseUntil: number };

// The database uses the index of open chunks only with exactly `is_complete = 0`.
const OPEN_CHUNKS = sql`task_chunks where task_chunks.task_id = tasks.task_id and task_chunks.is_complete = 0`;

/**
 * When something of an unfinished task can be claimed; null if its account is suspended. The finish of a task that is to fail waits for the
 * last lease on a chunk, so that answers up to then are still recorded.
 */
const FREE_AT = sql`case
  when open_chunks = 0 or is_closed = 1 then tasks.lease_until
  when failure_reason is not null then coalesce((select max(lease_until) from ${OPEN_CHUNKS} and task_chunks.lease_token is not null), 0)
  when exists (select 1 from task_accounts where task_accounts.account_id = tasks.account_id and suspended_at is not null) then null
  else (select min(lease_until) from ${OPEN_CHUNKS}) end`;

/** Sets the readiness of an unfinished task by its other columns and its open chunks. */
const READINESS = sql<{ now: number }>`
  step = case when open_chunks = 0 or failure_reason is not null then 'finish' else 'check' end,
  is_ready = case when ${FREE_AT} <= ${'now'} then 1 else 0 end,
  available_at = case when ${FREE_AT} > ${'now'} then ${FREE_AT} end`;

/** The tasks with a lease or a pause that has ended. */
const DUE = sql<{
  now: number;
}>`tasks as due where due.step in ('check', 'finish') and due.available_at <= ${'now'}`;

/** The rows without a number get their status at the first claim of a task. */
const NEWLY_KNOWN = sql`case when started_at is null then rows_without_number else 0 end`;

const STARTED = sql<{ wallNow: number }>`
  status = 'processing',
  started_at = coalesce(started_at, case when created_at > ${'wallNow'} then created_at else ${'wallNow'} end),
  processed = processed + ${NEWLY_KNOWN},
  unknown = unknown + ${NEWLY_KNOWN}`;

/**
 * The first chunks by position that are neither complete nor leased nor paused. Chunks without a lease and chunks with an ended lease are
 * queried separately, since each is then a walk along the index. A combined query would walk over all open chunks.
 */
const FIRST_FREE_CHUNKS = sql<{ taskId: string; now: number; most: number }>`
  select free.chunk_index from (
    select unleased.chunk_index from (
      select chunk_index from task_chunks where task_id = ${'taskId'} and is_complete = 0 and lease_until = 0
      order by chunk_index limit ${'most'}) as unleased
    union all
    select ended.chunk_index from (
      select chunk_index from task_chunks
      where task_id = ${'taskId'} and is_complete = 0 and lease_until > 0 and lease_until <= ${'now'}
      order by chunk_index limit ${'most'}) as ended) as free
  order by free.chunk_index limit ${'most'}`;

/** The queries of handing out work. A lease that ends at `now` has ended. */
export const claimQueries = {
  /**
   * When something of each kind can be claimed, and the accounts whose turn it is: the first, and how many there are, up to 64. Each is one
   * look-up in an index. One statement reads all of them, since every claim needs them.
   */
  claimableTimes: sql<
    { except: string },
    {
      readonly begun: number | null;
      readonly discard: number | null;
      readonly checks: number | null;
      readonly finishes: number | null;
      readonly ready: string | null;
      readonly ready_to_finish: string | null;
      readonly ready_accounts: number;
      readonly has_outage: number | null;
    }
  >`select
      (select min(available_at) from tasks where step = 'begun' and available_at is not null) as begun,
      (select min(available_at) from tasks where step = 'discard' and available_at is not null) as discard,
      (select min(available_at) from tasks where step = 'check' and available_at is not null) as checks,
      (select min(available_at) from tasks where step = 'finish' and available_at is not null) as finishes,
      (${FIRST_ACCOUNT}) as ready,
      (${FIRST_ACCOUNT_TO_FINISH}) as ready_to_finish,
      (select count(*) from (${READY_ACCOUNTS} limit 64) as waiting) as ready_accounts,
      (select 1 from task_outage) as has_outage`,
  /** The claimable work of one task, and its time. */
  claimable: sql<
    { taskId: string },
    Columns<'tasks', 'task_id' | 'account_id' | 'step' | 'is_ready' | 'available_at'>
  >`
    select task_id, account_id, step, is_ready, available_at from tasks where task_id = ${'taskId'}`,
  /** An upload or a retry whose lease has ended, and that no other write has locked. */
  nextGivenUp: sql<{ now: number }, Columns<'tasks', 'task_id'>>`
    select task_id from tasks where step in ('begun', 'discard') and available_at <= ${'now'} limit 1 ${SKIPPING_LOCKED}`,
  claimDiscard: sql<TaskLease & { now: number }, Columns<'tasks', 'account_id' | 'last_run' | 'tries'>>`
    update tasks set step = 'discard', lease_token = ${'token'}, lease_until = ${'leaseUntil'}, available_at = ${'leaseUntil'}
    where task_id = ${'taskId'} and step in ('begun', 'discard') and available_at <= ${'now'}
    returning account_id, last_run, tries`,
  claimFinish: sql<
    TaskLease & { wallNow: number },
    Columns<'tasks', 'account_id' | 'run' | 'verified' | 'failure_reason' | 'tries'>
  >`update tasks set ${STARTED}, is_closed = 1, is_ready = 0, lease_token = ${'token'}, lease_until = ${'leaseUntil'},
      available_at = ${'leaseUntil'}
    where task_id = ${'taskId'} and step = 'finish' and is_ready = 1
    returning account_id, run, verified, failure_reason, tries`,
  /** Claims the first free chunks of a task. Each has a token of its own, which begins with the given one. */
  claimChunks: sql<
    TaskLease & { now: number; most: number },
    Columns<'task_chunks', 'chunk_index' | 'chunk' | 'statuses' | 'revision' | 'lease_token'>
  >`update task_chunks set lease_token = ${'token'} || ':' || chunk_index, lease_until = ${'leaseUntil'}
    where task_id = ${'taskId'} and ${isChosen('chunk_index', FIRST_FREE_CHUNKS)} and is_complete = 0 and lease_until <= ${'now'}
    returning chunk_index, chunk, statuses, revision, lease_token`,
  /** Puts a task with newly claimed chunks behind the others of its account. */
  serveCheck: sql<
    { taskId: string; place: number; now: number; wallNow: number },
    Columns<'tasks', 'account_id' | 'run'>
  >`update tasks set ${STARTED}, ${READINESS}, turn = ${TASK_TURN} where task_id = ${'taskId'} returning account_id, run`,

  /** Updates the readiness of one unfinished task after a change of something that it depends on. */
  refresh: sql<{ taskId: string; now: number }, Columns<'tasks', 'account_id'>>`
    update tasks set ${READINESS} where task_id = ${'taskId'} and status in ('queued', 'processing') returning account_id`,
  /** The same for the unfinished tasks of an account. */
  refreshTasksOf: sql<{ accountId: string; now: number }>`
    update tasks set ${READINESS} where account_id = ${'accountId'} and status in ('queued', 'processing')`,
  /** The same for its tasks with a lease or a pause that has ended. */
  refreshDueOf: sql<{ accountId: string; now: number }>`
    update tasks set ${READINESS} where task_id in (select due.task_id from ${DUE} and due.account_id = ${'accountId'})`,
  /** Locks accounts of such tasks, a hundred at most, without those that other writes have locked. */
  dueAccounts: sql<{ now: number }, Columns<'task_accounts', 'account_id'>>`
    select account_id from task_accounts where account_id in (select due.account_id from ${DUE}) limit 100 ${SKIPPING_LOCKED}`,
};
