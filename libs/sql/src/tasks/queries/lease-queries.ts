import type { OutageReason } from '@dialproof/core';
import { FOR_UPDATE, sql } from '../../query.js';
import type { Columns } from '../../schema.js';

type OfAccount = { accountId: string };
type LeaseKey = { taskId: string; token: string };
type ChunkLeaseKey = LeaseKey & { chunkIndex: number };

const IS_LEASED = sql<LeaseKey>`task_id = ${'taskId'} and lease_token = ${'token'}`;
const IS_LEASED_CHUNK = sql<ChunkLeaseKey>`${IS_LEASED} and chunk_index = ${'chunkIndex'}`;

/** The columns of the outage in another row, null without an outage. */
export interface OutageColumns {
  readonly reason: OutageReason | null;
  readonly is_inferred: number | null;
  readonly since: number | null;
  readonly next_try_at: number | null;
  /** When the lease of the last probe ends, null if it was given back or its chunk was completed. */
  readonly probe_until: number | null;
}

/** When the lease of the last probe ends, null if it was given back or its chunk was completed. */
export const PROBE_UNTIL = sql`(select probe.lease_until from task_outage as outage join task_chunks as probe
  on probe.task_id = outage.probe_task_id and probe.chunk_index = outage.probe_chunk_index
    and probe.lease_token = outage.probe_token)`;

/** The queries that extend leases or give them back. A complete chunk has none. */
export const leaseQueries = {
  extendTaskLease: sql<LeaseKey & { leaseUntil: number }>`
    update tasks set lease_until = ${'leaseUntil'}, available_at = ${'leaseUntil'}, is_ready = 0 where ${IS_LEASED}`,
  /** Extends nothing if the task has ended or is to fail, or if the account is suspended. */
  extendChunkLease: sql<ChunkLeaseKey & { leaseUntil: number }>`
    update task_chunks set lease_until = ${'leaseUntil'} where ${IS_LEASED_CHUNK} and exists (
      select 1 from tasks left join task_accounts on task_accounts.account_id = tasks.account_id
      where tasks.task_id = ${'taskId'} and status in ('queued', 'processing') and failure_reason is null and suspended_at is null)`,
  /** Ends the lease with a pause. If an upload or retry is returned by its own process, that counts as no try to discard it. */
  giveBackTask: sql<LeaseKey & { freeAt: number }>`
    update tasks set lease_token = null, lease_until = ${'freeAt'}, available_at = ${'freeAt'}, is_ready = 0,
      tries = tries + case when step = 'begun' then 0 else 1 end
    where ${IS_LEASED}`,
  giveBackChunk: sql<ChunkLeaseKey & { freeAt: number }>`
    update task_chunks set lease_token = null, lease_until = ${'freeAt'} where ${IS_LEASED_CHUNK}`,
};

export const outageQueries = {
  lockOutage: sql<object, { found: number }>`select 1 as found from task_outage ${FOR_UPDATE}`,
  outage: sql<object, OutageColumns>`
    select reason, is_inferred, since, next_try_at, ${PROBE_UNTIL} as probe_until from task_outage`,
  outageSince: sql<object, Columns<'task_outage', 'since'>>`select since from task_outage`,
  /** Begins an outage, or lengthens its pause. The last reason counts. The outage is inferred until one report is not. */
  reportOutage: sql<{ reason: OutageReason; isInferred: number; now: number; nextTryAt: number }>`
    insert into task_outage (outage_id, reason, is_inferred, since, next_try_at)
      values (1, ${'reason'}, ${'isInferred'}, ${'now'}, ${'nextTryAt'})
    on conflict (outage_id) do update set reason = excluded.reason,
      is_inferred = case when excluded.is_inferred = 0 then 0 else task_outage.is_inferred end,
      next_try_at = case when task_outage.next_try_at < excluded.next_try_at then excluded.next_try_at
        else task_outage.next_try_at end`,
  sendProbe: sql<ChunkLeaseKey>`
    update task_outage set probe_task_id = ${'taskId'}, probe_chunk_index = ${'chunkIndex'}, probe_token = ${'token'}`,
  endOutage: sql`delete from task_outage`,
  /**
   * The accounts of the tasks that have waited for answers too long, each as often as it has such tasks: for distinct ones, SQLite reads
   * all tasks.
   */
  accountsOfWaiting: sql<{ queuedUntil: number }, Columns<'tasks', 'account_id'>>`
    select distinct account_id from tasks where step = 'check' and queued_at <= ${'queuedUntil'}`,
  /** Sets these tasks of an account to fail while the outage lasts. They are due at once: a claim checks their leases. */
  failWaiting: sql<OfAccount & { queuedUntil: number }>`
    update tasks set failure_reason = 'checker_unavailable', step = 'finish', is_ready = 0, available_at = 0
    where account_id = ${'accountId'} and step = 'check' and queued_at <= ${'queuedUntil'}
      and exists (select 1 from task_outage where since <= ${'queuedUntil'})`,
};
