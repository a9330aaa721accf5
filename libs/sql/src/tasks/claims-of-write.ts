import type { Claim, ClaimAnswer, ClaimRequest } from '@dialproof/core';
import { checkClaimOf, claimDiscard, claimTask, MAX_ATTEMPTS } from './claim.js';
import { type Claimable, claimableOfAll } from './claimable.js';
import { type Outage, storedOutage } from './outage.js';
import type { NextTurn, RowLocks } from './row-locks.js';
import { refreshTask, type StoreWork } from './store-work.js';

/** `retryAfterMs` is undefined where it has to be asked for: the write has ended. */
export type ClaimsMade = Omit<ClaimAnswer, 'retryAfterMs'> & {
  readonly retryAfterMs: ClaimAnswer['retryAfterMs'] | undefined;
};

/** The claims of one write, while they are made. */
export interface Claiming {
  readonly request: ClaimRequest;
  readonly claims: Claim[];
  /** The turn that was found, and its account locked, while the write was begun. */
  first: NextTurn | undefined;
  /** Whether the write has locked the outage. Without that lock it claims nothing in one: it may have the lock of an account, which comes later. */
  readonly isInOutage: boolean;
  /** Whether the write may end with a statement that is likely to be its last one. */
  readonly mayEnd: boolean;
  hasEnded: boolean;
  /** Whether more can be claimed at once of the account whose turn it was. */
  hasMore: boolean;
}

export function newClaiming(
  request: ClaimRequest,
  given: Pick<Claiming, 'first' | 'isInOutage' | 'mayEnd'>,
): Claiming {
  return { request, claims: [], hasEnded: false, hasMore: false, ...given };
}

/** Claims within one write, of one account, and of another one only where the first had nothing after all. */
export async function claimNow(
  work: StoreWork,
  locks: RowLocks,
  claiming: Claiming,
  found: Claimable,
): Promise<ClaimsMade> {
  const { claims, request } = claiming;
  const answer = (of: Claimable) => ({
    claims,
    outage: of.outage === undefined ? null : storedOutage(of.outage, work.now),
  });
  let claimable = found;
  for (let missed = 0; claims.length < request.limit && missed < MAX_ATTEMPTS; missed += 1) {
    if (!claimable.hasGivenUp && claimable.next === undefined && claiming.first === undefined) break;
    await claimUntilMissed(work, locks, claiming, claimable, { mayWait: missed === 0 });
    if (claims.length > 0 && claiming.hasMore && claimable.outage === undefined)
      return { ...answer(claimable), retryAfterMs: 0 };
    // A write that has claimed nothing is repeated.
    if (claiming.hasEnded) return { ...answer(claimable), retryAfterMs: claims.length === 0 ? 0 : undefined };
    claimable = await claimableOfAll(work, request.except);
    // Whoever holds the lock of one account must not wait for another.
    if (claims.length > 0) break;
    if (claimable.outage !== undefined && !claiming.isInOutage) break;
  }
  return { ...answer(claimable), retryAfterMs: claimable.retryAfterMs };
}

/** Adds claims until there are enough, or there is none to be had. */
async function claimUntilMissed(
  work: StoreWork,
  locks: RowLocks,
  claiming: Claiming,
  claimable: Claimable,
  { mayWait }: { readonly mayWait: boolean },
): Promise<void> {
  const { claims, request } = claiming;
  while (claims.length < request.limit && !claiming.hasEnded) {
    const given = claimable.hasGivenUp ? await claimGivenUp(work, locks, request) : undefined;
    const claimed =
      given === undefined
        ? await claimTurn(work, locks, claiming, {
            claimable,
            most: request.limit - claims.length,
            mayWait: mayWait && claims.length === 0,
          })
        : [given];
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
  readonly claimable: Claimable;
  /** How many claims at most. */
  readonly most: number;
  readonly mayWait: boolean;
}

/** Claims of the task whose turn it is, and of those behind it where that is one statement. */
async function claimTurn(
  work: StoreWork,
  locks: RowLocks,
  claiming: Claiming,
  { claimable, mayWait, most }: Turn,
): Promise<readonly Claim[]> {
  let { outage } = claimable;
  // A probe may have been sent by this write.
  if (outage !== undefined) ({ outage } = await claimableOfAll(work));
  const finishAlone = outage !== undefined && outage.nextProbeAt > work.now;
  const next =
    claiming.first ??
    (await locks.nextTurn(work.session, { finishAlone, mayWait, except: claiming.request.except }));
  claiming.first = undefined;
  if (next === undefined) return [];
  if (next.step !== 'check') {
    const claim = await claimTask(work, next, claiming.request.leaseMs, outage);
    return claim === undefined ? [] : [claim];
  }
  // In an outage, the probe is noted behind it.
  const isLast =
    claiming.mayEnd && outage === undefined && !claimable.hasGivenUp && (next.isOnly || most === 1);
  // In an outage it is the probe.
  return await takeChunks(work, locks, claiming, {
    next,
    outage,
    isLast,
    most: outage === undefined ? most : 1,
  });
}

interface Take {
  readonly next: NextTurn;
  readonly outage: Outage | undefined;
  readonly most: number;
  /** The write ends with it. */
  readonly isLast: boolean;
}

async function takeChunks(
  work: StoreWork,
  locks: RowLocks,
  claiming: Claiming,
  { isLast, most, next: { accountId, taskId }, outage }: Take,
): Promise<readonly Claim[]> {
  const { now, session, time, wallNow } = work;
  const leaseUntil = time.after(claiming.request.leaseMs);
  const taking = session.rows(locks.takeChunks, {
    ...{ accountId, leaseUntil, most, now, wallNow, token: work.newToken() },
  });
  if (isLast) session.nothingFollows();
  const taken = await taking;
  claiming.hasEnded = isLast;
  claiming.hasMore = taken.some((chunk) => chunk.account_ready !== null);
  if (taken.length === 0 && !isLast) await refreshTask(work, taskId);
  const claims: Claim[] = [];
  for (const chunk of taken) {
    claims.push(await checkClaimOf(work, { id: chunk.task_id, token: chunk.lease_token, outage }, chunk));
  }
  return claims;
}
