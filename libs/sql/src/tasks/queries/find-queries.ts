import type { TaskStatus } from '@dialproof/core';
import { isOneOf } from '../../json-rows.js';
import { ERASES, FOR_UPDATE, sql } from '../../query.js';
import type { Columns } from '../../schema.js';
import { type OutageColumns, PROBE_UNTIL } from './lease-queries.js';

/** A task with the outage and the suspension that it may wait for. */
export type ShownRow = Columns<
  'tasks',
  | 'task_id'
  | 'account_id'
  | 'status'
  | 'step'
  | 'total'
  | 'processed'
  | 'wa_registered'
  | 'telegram_registered'
  | 'dead'
  | 'inactive'
  | 'unknown'
  | 'sources'
  | 'checks_failed'
  | 'created_at'
  | 'queued_at'
  | 'started_at'
  | 'finished_at'
  | 'failure_reason'
  | 'held'
  | 'charged'
  | 'file'
> &
  OutageColumns &
  Columns<'task_accounts', 'suspended_at'>;

/** Shown tasks, each with the outage if there is one. */
const SHOWN_TASKS = sql`
  select tasks.task_id, account_id, status, step, total, processed, wa_registered, telegram_registered, dead, inactive, unknown,
    sources, checks_failed, created_at, queued_at, started_at, finished_at, failure_reason, held, charged, file,
    reason, is_inferred, since, next_try_at, ${PROBE_UNTIL} as probe_until,
    (select suspended_at from task_accounts where task_accounts.account_id = tasks.account_id) as suspended_at
  from tasks left join task_outage on outage_id = 1
  where status <> 'draft'`;

/** The page begins after the task with this id and time of creation. */
type PageStart = { accountId: string; createdBefore: number; idBefore: string; limit: number };

const AFTER = sql<PageStart>`account_id = ${'accountId'} and (created_at, tasks.task_id) < (${'createdBefore'}, ${'idBefore'})
  order by created_at desc, tasks.task_id desc limit ${'limit'}`;

const HAS_ENDED = sql`status in ('done', 'failed') and step is null`;

/** Whether no list keeps the task. */
const IS_FREE = sql`not exists (select 1 from list_tasks where list_tasks.task_id = tasks.task_id)`;

/** The queries for reading, listing and removing tasks. */
export const findQueries = {
  find: sql<{ taskId: string }, ShownRow>`${SHOWN_TASKS} and tasks.task_id = ${'taskId'}`,
  findAll: sql<{ taskIds: string }, ShownRow>`${SHOWN_TASKS} and ${isOneOf('tasks.task_id', 'taskIds')}`,
  list: sql<PageStart, ShownRow>`${SHOWN_TASKS} and ${AFTER}`,
  listOfStatus: sql<
    PageStart & { status: TaskStatus },
    ShownRow
  >`${SHOWN_TASKS} and status = ${'status'} and ${AFTER}`,
  rowBlock: sql<{ taskId: string; index: number }, Columns<'task_rows', 'block'>>`
    select block from task_rows join tasks on tasks.task_id = task_rows.task_id
    where task_rows.task_id = ${'taskId'} and block_index = ${'index'} and status <> 'draft'`,
  numbers: sql<{ taskId: string; chunkIndex: number }, Columns<'task_chunks', 'chunk'>>`
    select chunk from task_chunks where task_id = ${'taskId'} and chunk_index = ${'chunkIndex'}`,
  statuses: sql<{ taskId: string }, Columns<'task_chunks', 'statuses'>>`
    select statuses from task_chunks where task_id = ${'taskId'} order by chunk_index`,
  /** Rows and chunks go with the task. */
  remove: sql<{ taskId: string }>`delete from tasks where task_id = ${'taskId'} and ${HAS_ENDED}`,
  /** A task that has ended, locked so that no retry begins. */
  lockEnded: sql<{ taskId: string }, Columns<'tasks', 'file'>>`
    select file from tasks where task_id = ${'taskId'} and ${HAS_ENDED} ${FOR_UPDATE}`,
  // Nothing else replaces these. What they had leaves the log of a file as deleted rows do.
  rewriteRows: sql<{ taskId: string; index: number; before: Uint8Array; after: Uint8Array }>`
    update task_rows ${ERASES} set block = ${'after'}
    where task_id = ${'taskId'} and block_index = ${'index'} and block = ${'before'}`,
  rewriteFile: sql<{ taskId: string; file: string }>`
    update tasks ${ERASES} set file = ${'file'} where task_id = ${'taskId'}`,
  storedChunk: sql<{ taskId: string; chunkIndex: number }, Columns<'task_chunks', 'chunk' | 'statuses'>>`
    select chunk, statuses from task_chunks where task_id = ${'taskId'} and chunk_index = ${'chunkIndex'}`,
  rewriteChunk: sql<{ taskId: string; chunkIndex: number; numbers: Uint8Array; statuses: Uint8Array | null }>`
    update task_chunks ${ERASES} set chunk = ${'numbers'}, statuses = ${'statuses'}
    where task_id = ${'taskId'} and chunk_index = ${'chunkIndex'}`,
  /** The tasks that ended first. */
  expired: sql<{ endedUntil: number; limit: number }, Columns<'tasks', 'task_id'>>`
    select task_id from tasks where ended_at is not null and ended_at <= ${'endedUntil'} and ${HAS_ENDED} and ${IS_FREE}
    order by ended_at limit ${'limit'}`,
  /** Removes one of them, unless a retry has begun meanwhile, or a list has taken it. */
  expire: sql<{ taskId: string; endedUntil: number }>`
    delete from tasks where task_id = ${'taskId'} and ended_at <= ${'endedUntil'} and ${HAS_ENDED} and ${IS_FREE}`,
};
