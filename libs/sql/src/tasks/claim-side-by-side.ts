import type { Claim, ClaimAnswer, ClaimRequest } from '@dialproof/core';
import { claimDiscard, claimTask, claimWork, MAX_ATTEMPTS } from './claim.js';
import { type Claimable, claimableOfAll, claimableUnlessDue } from './claimable.js';
import { storedOutage } from './outage.js';
import type { RowLocks } from './row-locks.js';
import type { StoreWork } from './store-work.js';

/** Runs a change in a write. */
export type WriteTasks = <Result>(change: (work: StoreWork) => Promise<Result>) => Promise<Result>;

/**
 * Claims the next things to be done where many processes claim at once: each passes over the accounts that another one is at, and waits
 * only where there is no other. What has become due is found in a write of its own, since it locks many accounts.
 */
export async function claimSideBySide(
  write: WriteTasks,
  locks: RowLocks,
  request: ClaimRequest,
): Promise<ClaimAnswer> {
  const { taskId } = request;
  if (taskId !== null) {
    return await write(async (work) => {
      // In this order, as everywhere: whoever has the lock of an account must not wait for that of the outage.
      await locks.outage(work.session);
      await locks.account(work.session, taskId);
      return await claimWork(work, request);
    });
  }
  for (let attempt = 1; ; attempt += 1) {
    const answer = await write(async (work) => {
      const claimable = await claimableUnlessDue(work);
      return claimable && (await claimNow(work, locks, request, claimable));
    });
    if (answer === undefined) await write((work) => locks.refreshDue(work));
    else if (answer.claims.length > 0 || answer.retryAfterMs !== 0) return answer;
    // Others have claimed what was there, and it shows only now.
    else if (attempt >= MAX_ATTEMPTS) return { ...answer, retryAfterMs: 1 };
  }
}

async function claimNow(
  work: StoreWork,
  locks: RowLocks,
  request: ClaimRequest,
  found: Claimable,
): Promise<ClaimAnswer> {
  const claims: Claim[] = [];
  let claimable = found;
  for (let missed = 0; claims.length < request.limit && missed < MAX_ATTEMPTS; ) {
    if (!claimable.hasGivenUp && claimable.next === undefined) break;
    const claim =
      (claimable.hasGivenUp ? await claimGivenUp(work, locks, request) : undefined) ??
      (await claimTurn(work, locks, claimable, request.leaseMs, claims.length === 0 && missed === 0));
    if (claim === undefined) missed += 1;
    else claims.push(claim);
    // Whoever holds the lock of one account must not wait for another.
    if (claim === undefined && claims.length > 0) break;
    claimable = await claimableOfAll(work);
  }
  const { outage, retryAfterMs } = claimable;
  return { claims, outage: outage === undefined ? null : storedOutage(outage, work.now), retryAfterMs };
}

async function claimGivenUp(
  work: StoreWork,
  locks: RowLocks,
  { leaseMs }: ClaimRequest,
): Promise<Claim | undefined> {
  const given = await locks.nextGivenUp(work);
  return given === undefined ? undefined : await claimDiscard(work, given, leaseMs);
}

async function claimTurn(
  work: StoreWork,
  locks: RowLocks,
  before: Claimable,
  leaseMs: number,
  mayWait: boolean,
): Promise<Claim | undefined> {
  let { outage } = before;
  if (outage !== undefined) {
    // One probe at a time: others wait here, and see the probe that was sent.
    await locks.outage(work.session);
    ({ outage } = await claimableOfAll(work));
  }
  const finishAlone = outage !== undefined && outage.nextProbeAt > work.now;
  const next = await locks.nextTurn(work.session, { finishAlone, mayWait });
  return next === undefined ? undefined : await claimTask(work, next, leaseMs, outage);
}
