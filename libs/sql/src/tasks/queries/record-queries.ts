import { type FailureReason, VERIFICATION_STATUSES } from '@dialproof/core';
import { jsonRows } from '../../json-rows.js';
import { FOR_UPDATE, listed, type Query, sql, verbatim, WAITS_NO_LONGER } from '../../query.js';
import type { Columns } from '../../schema.js';

type OfTask = { taskId: string };
type ChunkKey = OfTask & { chunkIndex: number };

/** Records, as a JSON array. */
type Records = OfTask & { records: string };

/** The columns of a task to which records add. */
const COUNTS = ['processed', ...VERIFICATION_STATUSES, 'checks_failed', 'verified'] as const;

/** What a record adds to its task, by the columns. */
export type Progress = Record<(typeof COUNTS)[number], number>;

type RecordableTask = Columns<'tasks', 'failure_reason'> & Columns<'task_accounts', 'suspended_at'>;

const TAKES_RECORDS = sql`status in ('queued', 'processing') and is_closed = 0`;

const RECORDS = jsonRows('records', {
  ...{ chunk_index: 'whole', revision: 'whole', is_complete: 'whole', statuses: 'bytes' },
  ...Object.fromEntries(COUNTS.map((column) => [column, 'whole' as const])),
});

const RECORDABLE = sql<OfTask>`
  select task_id, failure_reason,
    (select suspended_at from task_accounts where task_accounts.account_id = tasks.account_id) as suspended_at
  from tasks where task_id = ${'taskId'} and ${TAKES_RECORDS}`;

/** Records on the open chunks of a task that are at the revision of their record. */
const recordOpen = (taskId: Query<OfTask>) => sql<Records>`
  update task_chunks set statuses = given.statuses, revision = task_chunks.revision + 1, is_complete = given.is_complete,
    lease_token = case when given.is_complete = 1 then null else lease_token end,
    lease_until = case when given.is_complete = 1 then 0 else lease_until end
  from ${RECORDS}
  where task_chunks.task_id = ${taskId} and task_chunks.chunk_index = given.chunk_index
    and task_chunks.revision = given.revision and task_chunks.is_complete = 0`;

/** Adds to the counts of a task. */
function adding<Values>(amount: (column: keyof Progress) => Query<Values>): Query<Values> {
  return listed(
    COUNTS.map((column) => ({ texts: [`${column} = tasks.${column} + `, ''], parts: [amount(column)] })),
  );
}

/** The queries of a task's progress, from its first answer to its end. */
export const recordQueries = {
  statusesOf: sql<ChunkKey, Columns<'task_chunks', 'statuses' | 'revision'>>`
    select statuses, revision from task_chunks where task_id = ${'taskId'} and chunk_index = ${'chunkIndex'}`,
  /** Locks a task that still accepts records. */
  recordable: sql<OfTask, RecordableTask>`${RECORDABLE} ${FOR_UPDATE}`,
  recordOpenChunks: sql<Records, Columns<'task_chunks', 'chunk_index'>>`
    ${recordOpen(sql<OfTask>`${'taskId'}`)} returning task_chunks.chunk_index`,
  /** Records on a chunk that is complete. */
  recordComplete: sql<ChunkKey & { revision: number; statuses: Uint8Array }>`
    update task_chunks set statuses = ${'statuses'}, revision = revision + 1
    where task_id = ${'taskId'} and chunk_index = ${'chunkIndex'} and revision = ${'revision'} and is_complete = 1`,
  /**
   * Adds recorded progress. When the last chunk is complete, the finish of the task becomes claimable, and the caller refreshes the
   * readiness. Otherwise `available_at` stays: it may be the end of a completed chunk's lease, at which a claim then finds nothing.
   */
  addProgress: sql<Progress & OfTask & { completed: number }, Columns<'tasks', 'open_chunks' | 'sources'>>`
    update tasks set ${adding((column) => sql<Progress>`${column}`)}, open_chunks = open_chunks - ${'completed'}
    where task_id = ${'taskId'}
    returning open_chunks, sources`,
  /** Only after `addProgress` in the same write: until its end no other write changes the row. */
  setSources: sql<{ taskId: string; sources: string }>`
    update tasks set sources = ${'sources'} where task_id = ${'taskId'}`,
  fail: sql<{ taskId: string; reason: FailureReason }>`
    update tasks set failure_reason = ${'reason'} where task_id = ${'taskId'} and ${TAKES_RECORDS} and failure_reason is null`,
  finish: sql<
    {
      taskId: string;
      token: string;
      status: 'done' | 'failed';
      failureReason: FailureReason | null;
      charged: number;
      now: number;
      wallNow: number;
    },
    Columns<'tasks', 'account_id' | 'finished_at'>
  >`update tasks set status = ${'status'}, failure_reason = ${'failureReason'}, held = 0, charged = charged + ${'charged'},
      lease_token = null, lease_until = 0, step = null, is_ready = 0, available_at = null, ended_at = ${'now'},
      finished_at = case when started_at > ${'wallNow'} then started_at else ${'wallNow'} end
    where task_id = ${'taskId'} and step = 'finish' and lease_token = ${'token'}
    returning account_id, finished_at`,
};

/**
 * On a server, where each statement is a round trip: locks a task that still accepts records, records on those of its chunks that are open
 * and at the revision of their record, and adds their progress. No record may have sources.
 */
export const RECORD_AT_ONCE = sql<
  Records,
  RecordableTask & Columns<'tasks', 'open_chunks'> & { readonly recorded: readonly number[] }
>`with task as (${RECORDABLE} and ${WAITS_NO_LONGER} for update),
    recorded as (${recordOpen(sql`(select task_id from task)`)} returning given.*)
  update tasks set ${adding((column) => verbatim(`sums.${column}`))}, open_chunks = open_chunks - sums.completed
  from task cross join (
    select coalesce(json_agg(chunk_index), '[]') as recorded, coalesce(sum(is_complete), 0) as completed,
      ${listed(COUNTS.map((column) => verbatim(`coalesce(sum(${column}), 0) as ${column}`)))}
    from recorded) as sums
  where tasks.task_id = task.task_id
  returning open_chunks, task.failure_reason, task.suspended_at, sums.recorded`;
