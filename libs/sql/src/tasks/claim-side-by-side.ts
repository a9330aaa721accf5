import type { Claim, ClaimAnswer, ClaimRequest } from '@dialproof/core';
import { checkClaimOf, claimDiscard, claimTask, claimWork, MAX_ATTEMPTS } from './claim.js';
import { type Claimable, claimableOfAll, claimableUnlessDue } from './claimable.js';
import { type Outage, storedOutage } from './outage.js';
import type { RowLocks } from './row-locks.js';
import { newToken, refreshTask, type StoreWork } from './store-work.js';

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
  for (let missed = 0; claims.length < request.limit && missed < MAX_ATTEMPTS; missed += 1) {
    if (!claimable.hasGivenUp && claimable.next === undefined) break;
    await claimUntilMissed(work, locks, request, claimable, { claims, mayWait: missed === 0 });
    claimable = await claimableOfAll(work);
    // Whoever holds the lock of one account must not wait for another.
    if (claims.length > 0) break;
  }
  const { outage, retryAfterMs } = claimable;
  return { claims, outage: outage === undefined ? null : storedOutage(outage, work.now), retryAfterMs };
}

/** Adds claims one after another until there are enough, or there is none to be had: each tells by itself whether there is another. */
async function claimUntilMissed(
  work: StoreWork,
  locks: RowLocks,
  request: ClaimRequest,
  claimable: Claimable,
  { claims, mayWait }: { readonly claims: Claim[]; readonly mayWait: boolean },
): Promise<void> {
  while (claims.length < request.limit) {
    const claim =
      (claimable.hasGivenUp ? await claimGivenUp(work, locks, request) : undefined) ??
      (await claimTurn(work, locks, claimable, request.leaseMs, mayWait && claims.length === 0));
    if (claim === undefined) return;
    claims.push(claim);
  }
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
  if (next === undefined) return undefined;
  if (next.step === 'finish') return await claimTask(work, next, leaseMs, outage);
  return await takeChunk(work, locks, { id: next.taskId, token: newToken(), outage }, leaseMs);
}

async function takeChunk(
  work: StoreWork,
  locks: RowLocks,
  taking: { readonly id: string; readonly token: string; readonly outage: Outage | undefined },
  leaseMs: number,
): Promise<Claim | undefined> {
  const { id, token } = taking;
  const { now, wallNow, time } = work;
  const lease = { taskId: id, token, leaseUntil: time.after(leaseMs) };
  const taken = await work.session.first(locks.takeChunk, { ...lease, now, wallNow });
  if (taken !== undefined) return await checkClaimOf(work, taking, taken);
  await refreshTask(work, id);
  return undefined;
}
