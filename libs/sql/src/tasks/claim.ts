import {
  type CheckClaim,
  type Claim,
  type ClaimAnswer,
  type ClaimRequest,
  type FinishClaim,
  taskId,
} from '@dialproof/core';
import { storedAccountId } from '../stored-account-id.js';
import { type Claimable, findClaimable } from './claimable.js';
import { type Outage, storedOutage } from './outage.js';
import type { TakenChunkRow } from './queries/take-queries.js';
import { plainBytes, refreshTask, type StoreWork } from './store-work.js';

/** How often to look again after another write claimed the same thing first. That happens only with concurrent writes. */
export const MAX_ATTEMPTS = 20;

/**
 * Claims the next work, within a write. `mayProbe`: whether the write may change the outage, of which it then has the lock. Otherwise it claims
 * nothing in one.
 */
export async function claimWork(
  work: StoreWork,
  request: ClaimRequest,
  { mayProbe }: { readonly mayProbe: boolean },
): Promise<ClaimAnswer> {
  const claims: Claim[] = [];
  let claimable = await findClaimable(work, request);
  for (let missed = 0; claims.length < request.limit && missed < MAX_ATTEMPTS; ) {
    if (!claimable.hasGivenUp && claimable.next === undefined) break;
    if (claimable.outage !== undefined && !mayProbe) break;
    const claim = await claimNext(work, request, claimable);
    if (claim === undefined) missed += 1;
    else claims.push(claim);
    claimable = await findClaimable(work, request);
  }
  const { outage, retryAfterMs } = claimable;
  return { claims, outage: outage === undefined ? null : storedOutage(outage, work.now), retryAfterMs };
}

/** Drafts and retries go first: they are few and quick to discard. In a busy store, they would otherwise hold credits for ever. */
async function claimNext(
  work: StoreWork,
  request: ClaimRequest,
  claimable: Claimable,
): Promise<Claim | undefined> {
  if (claimable.hasGivenUp) return await claimGivenUp(work, request);
  if (claimable.next === undefined) return undefined;
  return await claimTask(work, claimable.next, request.leaseMs, claimable.outage);
}

/** Claims the finish or the next chunk of a task, and passes the turn on. Undefined if there is neither after all. */
export async function claimTask(
  work: StoreWork,
  { taskId: id, step }: NonNullable<Claimable['next']>,
  leaseMs: number,
  outage: Outage | undefined,
): Promise<Claim | undefined> {
  const claim =
    step === 'finish' ? await claimFinish(work, id, leaseMs) : await claimChunk(work, id, leaseMs, outage);
  if (claim === undefined) {
    await refreshTask(work, id);
    return undefined;
  }
  const { session, queries } = work;
  if (claim.kind === 'finish') await session.change(queries.takePlace, { taskId: id });
  await session.change(queries.passTurn, { accountId: claim.accountId });
  return claim;
}

async function claimGivenUp(work: StoreWork, request: ClaimRequest): Promise<Claim | undefined> {
  const { session, queries, now } = work;
  const wanted = request.taskId ?? (await session.first(queries.nextGivenUp, { now }))?.task_id;
  return wanted === undefined ? undefined : await claimDiscard(work, wanted, request.leaseMs);
}

/** Claims the discarding of a draft or a retry whose lease has ended. */
export async function claimDiscard(
  work: StoreWork,
  wanted: string,
  leaseMs: number,
): Promise<Claim | undefined> {
  const { session, queries, now, time } = work;
  const token = work.newToken();
  const lease = { taskId: wanted, token, leaseUntil: time.after(leaseMs), now };
  const claimed = await session.first(queries.claimDiscard, lease);
  return (
    claimed && {
      kind: 'discard',
      ...claimedOf(wanted, claimed.account_id, null, token),
      run: claimed.last_run,
      tries: claimed.tries,
    }
  );
}

async function claimChunk(
  work: StoreWork,
  id: string,
  leaseMs: number,
  outage: Outage | undefined,
): Promise<Claim | undefined> {
  const { session, queries, now, wallNow, time } = work;
  const token = work.newToken();
  const chunk = await session.first(queries.claimChunk, {
    taskId: id,
    token,
    now,
    leaseUntil: time.after(leaseMs),
  });
  if (chunk === undefined) return undefined;
  const task = await session.first(queries.serveCheck, { taskId: id, now, wallNow });
  return task && (await checkClaimOf(work, { id, token, outage }, { ...chunk, ...task }));
}

/** The claim of a chunk. In an outage it is the probe. */
export async function checkClaimOf(
  { session, queries, now }: StoreWork,
  { id, token, outage }: { readonly id: string; readonly token: string; readonly outage: Outage | undefined },
  chunk: TakenChunkRow,
): Promise<CheckClaim> {
  const chunkIndex = chunk.chunk_index;
  if (outage !== undefined) await session.change(queries.sendProbe, { taskId: id, chunkIndex, token });
  return {
    kind: 'check',
    ...claimedOf(id, chunk.account_id, chunkIndex, token),
    run: chunk.run,
    chunkIndex,
    chunk: plainBytes(chunk.chunk),
    statuses: chunk.statuses && plainBytes(chunk.statuses),
    revision: chunk.revision,
    probe: outage === undefined ? null : { outageMs: storedOutage(outage, now).lastedMs },
  };
}

/** Claims the finish of a task that is ready for it. The caller passes the turn on. */
export async function claimFinish(
  work: StoreWork,
  id: string,
  leaseMs: number,
): Promise<FinishClaim | undefined> {
  const { session, queries, time, wallNow } = work;
  const token = work.newToken();
  const leaseUntil = time.after(leaseMs);
  const task = await session.first(queries.claimFinish, { taskId: id, token, leaseUntil, wallNow });
  return (
    task && {
      kind: 'finish',
      ...claimedOf(id, task.account_id, null, token),
      run: task.run,
      verified: task.verified,
      failureReason: task.failure_reason,
      tries: task.tries,
    }
  );
}

function claimedOf(id: string, account: string, chunkIndex: number | null, token: string) {
  const lease = { taskId: taskId(id), chunkIndex, token };
  return { lease, taskId: lease.taskId, accountId: storedAccountId(account) };
}
