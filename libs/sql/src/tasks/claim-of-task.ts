import { type CheckClaim, type Claim, type FinishClaim, taskId } from '@dialproof/core';
import { storedAccountId } from '../json-rows.js';
import { type Outage, storedOutage } from './outage.js';
import { queries } from './queries/task-queries.js';
import { plainBytes, refreshTask, type StoreWork } from './store-work.js';

/** How much to claim of a task, and its place afterwards. */
export interface TaskTurn {
  readonly leaseMs: number;
  readonly outage: Outage | undefined;
  readonly mostChunks: number;
  /** Its new place behind the other tasks of the account. */
  readonly place: number;
}

/** Claims the finish or the next chunks of a locked task. Returns an empty list if neither is ready. */
export async function claimReady(
  work: StoreWork,
  id: string,
  step: 'check' | 'finish',
  turn: TaskTurn,
): Promise<readonly Claim[]> {
  const claims =
    step === 'check' ? await claimChunks(work, id, turn) : await claimFinishInTurn(work, id, turn);
  if (claims.length === 0) await refreshTask(work, id);
  return claims;
}

/** Claims the next chunks of a task. In an outage it is one, the probe. */
async function claimChunks(
  work: StoreWork,
  id: string,
  { leaseMs, mostChunks, outage, place }: TaskTurn,
): Promise<readonly CheckClaim[]> {
  const { session, now, wallNow, time } = work;
  const lease = { taskId: id, token: work.newToken(), now, leaseUntil: time.after(leaseMs) };
  const chunks = await session.rows(queries.claimChunks, { ...lease, most: mostChunks });
  if (chunks.length === 0) return [];
  const task = await session.first(queries.serveCheck, { taskId: id, place, now, wallNow });
  if (task === undefined) return [];
  const probe = outage === undefined ? null : { outageMs: storedOutage(outage, now).lastedMs };
  const claims: CheckClaim[] = [];
  // A statement may return its rows in any order.
  for (const chunk of chunks.sort((one, other) => one.chunk_index - other.chunk_index)) {
    const { chunk_index: chunkIndex, lease_token, revision, statuses } = chunk;
    // The statement that claimed the chunk has set it.
    const token = lease_token as string;
    if (probe !== null) await session.change(queries.sendProbe, { taskId: id, chunkIndex, token });
    claims.push({
      kind: 'check',
      ...claimedOf(id, task.account_id, chunkIndex, token),
      run: task.run,
      chunkIndex,
      chunk: plainBytes(chunk.chunk),
      statuses: statuses && plainBytes(statuses),
      revision,
      probe,
    });
  }
  return claims;
}

async function claimFinishInTurn(
  work: StoreWork,
  id: string,
  { leaseMs, place }: TaskTurn,
): Promise<readonly FinishClaim[]> {
  const finish = await claimFinish(work, id, leaseMs);
  if (finish === undefined) return [];
  await work.session.change(queries.takePlace, { taskId: id, place });
  return [finish];
}

/** Claims the finish of a task that is ready for it. The task keeps its place. */
export async function claimFinish(
  work: StoreWork,
  id: string,
  leaseMs: number,
): Promise<FinishClaim | undefined> {
  const { session, time, wallNow } = work;
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

/** Claims the discarding of a draft or a retry whose lease has ended. */
export async function claimDiscard(work: StoreWork, id: string, leaseMs: number): Promise<Claim | undefined> {
  const { session, now, time } = work;
  const token = work.newToken();
  const lease = { taskId: id, token, leaseUntil: time.after(leaseMs), now };
  const task = await session.first(queries.claimDiscard, lease);
  return (
    task && {
      kind: 'discard',
      ...claimedOf(id, task.account_id, null, token),
      run: task.last_run,
      tries: task.tries,
    }
  );
}

function claimedOf(id: string, account: string, chunkIndex: number | null, token: string) {
  const lease = { taskId: taskId(id), chunkIndex, token };
  return { lease, taskId: lease.taskId, accountId: storedAccountId(account) };
}
