import type { Claim, ClaimAnswer, ClaimRequest } from '@dialproof/core';
import { checkClaimOf, claimDiscard, claimTask, claimWork, MAX_ATTEMPTS } from './claim.js';
import { type Claimable, claimableOfAll, claimableUnlessDue } from './claimable.js';
import { type Outage, storedOutage } from './outage.js';
import type { NextTurn, RowLocks } from './row-locks.js';
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

/** Adds claims until there are enough, or there is none to be had. */
async function claimUntilMissed(
  work: StoreWork,
  locks: RowLocks,
  request: ClaimRequest,
  claimable: Claimable,
  { claims, mayWait }: { readonly claims: Claim[]; readonly mayWait: boolean },
): Promise<void> {
  while (claims.length < request.limit) {
    const given = claimable.hasGivenUp ? await claimGivenUp(work, locks, request) : undefined;
    const turn: Turn = {
      outage: claimable.outage,
      leaseMs: request.leaseMs,
      most: request.limit - claims.length,
      mayWait: mayWait && claims.length === 0,
    };
    const claimed = given === undefined ? await claimTurn(work, locks, turn) : [given];
    if (claimed.length === 0) return;
    claims.push(...claimed);
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

interface Turn {
  readonly outage: Outage | undefined;
  readonly leaseMs: number;
  /** How many claims at most. */
  readonly most: number;
  readonly mayWait: boolean;
}

/** Claims of the task whose turn it is, and of those behind it where that is one statement. */
async function claimTurn(work: StoreWork, locks: RowLocks, turn: Turn): Promise<readonly Claim[]> {
  let { outage } = turn;
  if (outage !== undefined) {
    // One probe at a time: others wait here, and see the probe that was sent.
    await locks.outage(work.session);
    ({ outage } = await claimableOfAll(work));
  }
  const finishAlone = outage !== undefined && outage.nextProbeAt > work.now;
  const next = await locks.nextTurn(work.session, { finishAlone, mayWait: turn.mayWait });
  if (next === undefined) return [];
  if (next.step === 'check') return await takeChunks(work, locks, next, { ...turn, outage });
  const claim = await claimTask(work, next, turn.leaseMs, outage);
  return claim === undefined ? [] : [claim];
}

async function takeChunks(
  work: StoreWork,
  locks: RowLocks,
  { accountId, taskId }: NextTurn,
  { leaseMs, most, outage }: Turn,
): Promise<readonly Claim[]> {
  const { now, session, time, wallNow } = work;
  const taken = await session.rows(locks.takeChunks, {
    ...{ accountId, now, wallNow, token: newToken(), leaseUntil: time.after(leaseMs) },
    // In an outage it is the probe.
    most: outage === undefined ? most : 1,
  });
  if (taken.length === 0) await refreshTask(work, taskId);
  const claims: Claim[] = [];
  for (const chunk of taken) {
    claims.push(await checkClaimOf(work, { id: chunk.task_id, token: chunk.lease_token, outage }, chunk));
  }
  return claims;
}
