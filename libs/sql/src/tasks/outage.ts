import type { OutageReason, OutageReport, StoredOutage } from '@dialproof/core';
import type { OutageColumns } from './queries/lease-queries.js';
import { queries } from './queries/task-queries.js';
import type { StoreWork } from './store-work.js';

/** The present outage, by the store's time. */
export interface Outage {
  readonly reason: OutageReason;
  readonly isInferred: boolean;
  readonly since: number;
  /** When a chunk can be claimed as the next probe. */
  readonly nextProbeAt: number;
}

export function outageOfRow(row: OutageColumns): Outage | undefined {
  const { is_inferred, next_try_at, probe_until, reason, since } = row;
  if (reason === null || since === null || next_try_at === null) return undefined;
  const nextProbeAt = Math.max(next_try_at, probe_until ?? next_try_at);
  return { reason, isInferred: is_inferred === 1, since, nextProbeAt };
}

export function storedOutage({ isInferred, reason, since }: Outage, now: number): StoredOutage {
  return { reason, isInferred, lastedMs: Math.max(0, now - since) };
}

/** The present outage, locked until the end of the write. Call it before an account is locked. */
export async function lockOutage({ session }: StoreWork): Promise<Outage | undefined> {
  if ((await session.first(queries.lockOutage, {})) === undefined) return undefined;
  // Read behind the lock: the write that was waited for may have sent a probe.
  const row = await session.first(queries.outage, {});
  return row && outageOfRow(row);
}

/**
 * Begins an outage or lengthens its pause. Tasks that were queued before the returned time have waited too long and are to fail; undefined
 * if the outage has not lasted long enough for that.
 */
export async function reportOutage(work: StoreWork, report: OutageReport): Promise<number | undefined> {
  const { session, now, time } = work;
  await session.change(queries.reportOutage, {
    reason: report.reason,
    isInferred: report.isInferred ? 1 : 0,
    now,
    nextTryAt: time.after(report.retryAfterMs),
  });
  const outage = await session.first(queries.outageSince, {});
  const queuedUntil = Math.floor(now - report.failAfterMs);
  return outage === undefined || outage.since > queuedUntil ? undefined : queuedUntil;
}

/** Sets the tasks of an account to fail that have waited too long. */
export async function failWaiting(
  { session }: StoreWork,
  accountId: string,
  queuedUntil: number,
): Promise<void> {
  const told = await session.change(queries.failWaiting, { accountId, queuedUntil });
  if (told > 0) await session.change(queries.refreshAccount, { accountId });
}
