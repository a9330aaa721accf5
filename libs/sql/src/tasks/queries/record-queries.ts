import type { FailureReason, VerificationStatus } from '@dialproof/core';
import { jsonRows } from '../../json-rows.js';
import { FOR_UPDATE, sql } from '../../query.js';
import type { Columns } from '../../schema.js';

type ChunkKey = { taskId: string; chunkIndex: number };

type Progress = Record<VerificationStatus | 'rows' | 'checksFailed' | 'verified' | 'completed', number>;

type RecordableTask = Columns<'tasks', 'failure_reason'> & Columns<'task_accounts', 'suspended_at'>;

const TAKES_RECORDS = sql`status in ('queued', 'processing') and is_closed = 0`;

/** Records as rows. */
const RECORDS = jsonRows('records', {
  chunk_index: 'whole',
  revision: 'whole',
  is_complete: 'whole',
  statuses: 'bytes',
});

/** The queries of a task's progress, from its first answer to its end. */
export const recordQueries = {
  statusesOf: sql<ChunkKey, Columns<'task_chunks', 'statuses' | 'revision'>>`
    select statuses, revision from task_chunks where task_id = ${'taskId'} and chunk_index = ${'chunkIndex'}`,
  /** Locks a task that still accepts records. */
  recordable: sql<{ taskId: string }, RecordableTask>`
    select failure_reason,
      (select suspended_at from task_accounts where task_accounts.account_id = tasks.account_id) as suspended_at
    from tasks where task_id = ${'taskId'} and ${TAKES_RECORDS} ${FOR_UPDATE}`,
  /** Records on the open chunks of a task that are at the revision of their record. `records`: as a JSON array. */
  recordOpenChunks: sql<{ taskId: string; records: string }, Columns<'task_chunks', 'chunk_index'>>`
    update task_chunks set statuses = given.statuses, revision = task_chunks.revision + 1, is_complete = given.is_complete,
      lease_token = case when given.is_complete = 1 then null else lease_token end,
      lease_until = case when given.is_complete = 1 then 0 else lease_until end
    from ${RECORDS}
    where task_chunks.task_id = ${'taskId'} and task_chunks.chunk_index = given.chunk_index
      and task_chunks.revision = given.revision and task_chunks.is_complete = 0
    returning task_chunks.chunk_index`,
  /** Records on a chunk that is complete. */
  recordComplete: sql<ChunkKey & { revision: number; statuses: Uint8Array }>`
    update task_chunks set statuses = ${'statuses'}, revision = revision + 1
    where task_id = ${'taskId'} and chunk_index = ${'chunkIndex'} and revision = ${'revision'} and is_complete = 1`,
  /**
   * Adds recorded progress. When the last chunk is complete, the finish of the task becomes claimable, and the caller refreshes the
   * readiness. Otherwise `available_at` stays: it may be the end of a completed chunk's lease, at which a claim then finds nothing.
   */
  addProgress: sql<Progress & { taskId: string }, Columns<'tasks', 'open_chunks' | 'sources'>>`
    update tasks set processed = processed + ${'rows'}, wa_registered = wa_registered + ${'wa_registered'},
      telegram_registered = telegram_registered + ${'telegram_registered'}, dead = dead + ${'dead'},
      inactive = inactive + ${'inactive'}, unknown = unknown + ${'unknown'}, checks_failed = checks_failed + ${'checksFailed'},
      verified = verified + ${'verified'}, open_chunks = open_chunks - ${'completed'}
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
