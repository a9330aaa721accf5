import type { OutageReason, OutageReport, StoredOutage } from '@dialproof/core';
import type { StoreWork } from './store-work.js';

/** An outage as it is now, by the store's time. */
export interface Outage {
  readonly reason: OutageReason;
  readonly since: number;
  /** When a chunk can be claimed, as the next probe. */
  readonly nextProbeAt: number;
}

/** The columns of the outage in a row of something else, null without one. */
export interface OutageColumns {
  readonly reason: OutageReason | null;
  readonly since: number | null;
  readonly next_try_at: number | null;
  /** When the lease of the last probe ends, null if it has been given back or its chunk completed. */
  readonly probe_until: number | null;
}

export function outageOfRow({ reason, since, next_try_at, probe_until }: OutageColumns): Outage | undefined {
  if (reason === null || since === null || next_try_at === null) return undefined;
  return { reason, since, nextProbeAt: Math.max(next_try_at, probe_until ?? next_try_at) };
}

export function storedOutage({ reason, since }: Outage, now: number): StoredOutage {
  return { reason, lastedMs: Math.max(0, now - since) };
}

/** Begins an outage or lengthens its pause, and tells the tasks to fail that have waited for too long. */
export async function reportOutage(work: StoreWork, report: OutageReport): Promise<void> {
  const { session, queries, now, time } = work;
  await session.change(queries.reportOutage, {
    reason: report.reason,
    now,
    nextTryAt: time.after(report.retryAfterMs),
  });
  const outage = await session.first(queries.outageSince, {});
  const queuedUntil = Math.floor(now - report.failAfterMs);
  if (outage === undefined || outage.since > queuedUntil) return;
  await work.locks.allAccounts(session);
  const told = await session.change(queries.failWaiting, { queuedUntil });
  if (told > 0) await session.change(queries.refreshAllAccounts, {});
}
