import {
  type AccountId,
  type CheckClaim,
  type Claim,
  type ClaimAnswer,
  type ClaimRequest,
  type FinishClaim,
  type TaskId,
  taskId,
} from '@dialproof/core';
import type { RowOf } from '../query.js';
import { storedAccountId } from '../stored-account-id.js';
import { lockOutage, type Outage, storedOutage } from './outage.js';
import { plainBytes, refreshDue, refreshTask, type StoreWork } from './store-work.js';

/** How often to look again after another write claimed the same thing first. That happens only with concurrent writes. */
export const MAX_ATTEMPTS = 5;

type NextTask = RowOf<StoreWork['queries']['nextTasks']>;

/**
 * Claims the next work by turn, within a write. Drafts and retries go first: they are few and quick to discard. In a busy store, they would
 * otherwise hold credits for ever.
 *
 * A claim waits for no account: it passes over those that other writes have locked, so that claims side by side are neither slow nor in a
 * deadlock. Whoever finds only such accounts looks again soon.
 */
export async function claimByTurn(
  work: StoreWork,
  { except = [], leaseMs, limit }: ClaimRequest,
): Promise<ClaimAnswer> {
  const { queries, session } = work;
  let outage = await lockOutage(work);
  let times = await readTimes(work, except);
  if (times.isDue && (await refreshDue(work)) > 0) times = await readTimes(work, except);
  const claims = times.hasGivenUp ? await claimGivenUp(work, { leaseMs, limit }) : [];
  const byAccount = new Map<string, readonly Claim[]>();
  let left = limit - claims.length;
  let last: string | undefined;
  for (let missed = 0; left > 0 && missed < MAX_ATTEMPTS; ) {
    const mayCheck = mayCheckNow(outage, work.now);
    const next = mayCheck ? queries.nextAccount : queries.nextAccountToFinish;
    const account = await session.first(next, { except: JSON.stringify(except) });
    if (account === undefined) break;
    const { account_id: accountId } = account;
    const earlier = byAccount.get(accountId) ?? [];
    // First the same number for each account, then what is left, one by one. An account that comes twice in a row is the only one.
    const share = earlier.length > 0 ? 1 : Math.max(1, Math.floor(limit / times.readyAccounts));
    const most = outage !== undefined ? 1 : accountId === last ? left : Math.min(left, share);
    const claimed = await claimOfAccount(work, accountId, { leaseMs, mayCheck, most, outage });
    if (claimed.length === 0) missed += 1;
    last = accountId;
    byAccount.set(accountId, [...earlier, ...claimed]);
    left -= claimed.length;
    outage = afterProbe(work, outage, claimed, leaseMs);
  }
  claims.push(...inTurn([...byAccount.values()].map((ofAccount) => inTurn(groupsOf(ofAccount)))));
  if (claims.length > 0 || times.ready === null) return answerOf(work, claims, outage, times.retryAt(outage));
  // Others have claimed it meanwhile.
  return answerOf(work, claims, outage, (await readTimes(work, except)).retryAt(outage));
}

/** Claims the next work of one task, within a write that has the locks of the outage and of the account. */
export async function claimOfTask(
  work: StoreWork,
  id: TaskId,
  outageNow: Outage | undefined,
  { leaseMs, limit }: ClaimRequest,
): Promise<ClaimAnswer> {
  let outage = outageNow;
  const claims: Claim[] = [];
  for (;;) {
    await refreshTask(work, id);
    const task = await work.session.first(work.queries.claimable, { taskId: id });
    if (task === undefined) return answerOf(work, claims, outage, null);
    const claimed = claims.length < limit ? await claimNext(work, task, leaseMs, outage) : [];
    if (claimed.length === 0) {
      const at = task.is_ready === 1 ? work.now : task.available_at;
      const retryAt = task.step === 'check' ? notBeforeProbe(at, outage) : at;
      return answerOf(work, claims, outage, retryAt);
    }
    claims.push(...claimed);
    outage = afterProbe(work, outage, claimed, leaseMs);
  }
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

/** Reads which accounts have something to claim, and when the next lease or pause ends. */
async function readTimes({ now, queries, session }: StoreWork, except: readonly AccountId[]) {
  const row = await session.first(queries.claimableTimes, { except: JSON.stringify(except) });
  if (row === undefined) throw new Error('a query without a table had no row');
  const { begun, check, discard, finish, ready, ready_accounts, ready_to_finish: readyToFinish } = row;
  const discardAt = earliest(begun, discard);
  const finishAt = readyToFinish === null ? finish : now;
  // The ready account may have only a finish. That can be claimed now too.
  const checkAt = ready === null ? check : now;
  return {
    /** The account whose turn it is. */
    ready,
    /** How many accounts wait, at least 1. */
    readyAccounts: Math.max(1, ready_accounts ?? 0),
    hasGivenUp: discardAt !== null && discardAt <= now,
    /** Whether something has become due since somebody looked. */
    isDue: [check, finish].some((at) => at !== null && at <= now),
    retryAt: (outage: Outage | undefined) => earliest(discardAt, finishAt, notBeforeProbe(checkAt, outage)),
  };
}

interface Turn {
  readonly leaseMs: number;
  readonly mayCheck: boolean;
  /** How many claims at most. */
  readonly most: number;
  readonly outage: Outage | undefined;
}

/**
 * Claims work of the locked account whose turn it is: first the same number for each of its tasks, then what is left. Returns an empty list
 * if there is nothing after all.
 */
async function claimOfAccount(
  work: StoreWork,
  accountId: string,
  { leaseMs, mayCheck, most, outage }: Turn,
): Promise<readonly Claim[]> {
  const { queries, session } = work;
  const claims: Claim[] = [];
  let places = 0;
  for (;;) {
    const left = most - claims.length;
    const nextTasks = mayCheck ? queries.nextTasks : queries.nextTasksToFinish;
    const tasks = await session.rows(nextTasks, { accountId, most: left });
    const share = Math.max(1, Math.floor(left / Math.max(1, tasks.length)));
    for (const task of tasks) {
      places += 1;
      const lot = { leaseMs, outage, most: Math.min(share, most - claims.length), place: places };
      claims.push(...(await claimTask(work, task, lot)));
    }
    if (claims.length === most || claims.length === most - left) break;
  }
  if (claims.length === 0) await session.change(queries.refreshAccount, { accountId });
  else await session.change(queries.passTurn, { accountId, places });
  return claims;
}

/** The claims by their task. */
function groupsOf(claims: readonly Claim[]): readonly (readonly Claim[])[] {
  const byTask = new Map<TaskId, Claim[]>();
  for (const claim of claims) byTask.set(claim.taskId, [...(byTask.get(claim.taskId) ?? []), claim]);
  return [...byTask.values()];
}

/** The first of each list, then the second of each, and so on. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const places = Array.from({ length: longest }, (_, place) => place);
  return places.flatMap((place) => lists.flatMap((list) => list.slice(place, place + 1)));
}

/** Claims what is next for a task, if that can be claimed now. */
async function claimNext(
  work: StoreWork,
  task: RowOf<StoreWork['queries']['claimable']>,
  leaseMs: number,
  outage: Outage | undefined,
): Promise<readonly Claim[]> {
  switch (task.step) {
    case null:
      return [];
    case 'begun':
    case 'discard': {
      const claim = await claimDiscard(work, task.task_id, leaseMs);
      return claim === undefined ? [] : [claim];
    }
    case 'check':
    case 'finish': {
      const mayClaim = task.step === 'finish' || mayCheckNow(outage, work.now);
      if (task.is_ready !== 1 || !mayClaim) return [];
      const claims = await claimTask(work, task, { leaseMs, outage, most: 1, place: 1 });
      const [claim] = claims;
      if (claim !== undefined) {
        const { accountId } = claim;
        await work.session.change(work.queries.passTurn, { accountId, places: 1 });
      }
      return claims;
    }
  }
}

interface Lot {
  readonly leaseMs: number;
  readonly outage: Outage | undefined;
  /** How many chunks at most. */
  readonly most: number;
  /** Its new place behind the other tasks of the account. */
  readonly place: number;
}

/** Claims the finish or the next chunks of a task. None if there is neither after all. */
async function claimTask(
  work: StoreWork,
  { step, task_id: id }: NextTask,
  lot: Lot,
): Promise<readonly Claim[]> {
  const { session, queries } = work;
  if (step !== 'finish') {
    const claims = await claimChunks(work, id, lot);
    if (claims.length === 0) await refreshTask(work, id);
    return claims;
  }
  const finish = await claimFinish(work, id, lot.leaseMs);
  if (finish === undefined) await refreshTask(work, id);
  else await session.change(queries.takePlace, { taskId: id, place: lot.place });
  return finish === undefined ? [] : [finish];
}

async function claimGivenUp(
  work: StoreWork,
  { leaseMs, limit }: Pick<ClaimRequest, 'leaseMs' | 'limit'>,
): Promise<Claim[]> {
  const { session, queries, now } = work;
  const claims: Claim[] = [];
  while (claims.length < limit) {
    const wanted = await session.first(queries.nextGivenUp, { now });
    const claim = wanted && (await claimDiscard(work, wanted.task_id, leaseMs));
    if (claim === undefined) break;
    claims.push(claim);
  }
  return claims;
}

/** Claims the discarding of a draft or a retry whose lease has ended. */
async function claimDiscard(work: StoreWork, wanted: string, leaseMs: number): Promise<Claim | undefined> {
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

/** Claims the next chunks of a task. In an outage it is one, the probe. */
async function claimChunks(
  work: StoreWork,
  id: string,
  { leaseMs, most, outage, place }: Lot,
): Promise<readonly CheckClaim[]> {
  const { session, queries, now, wallNow, time } = work;
  const lease = { taskId: id, token: work.newToken(), now, leaseUntil: time.after(leaseMs) };
  const chunks = await session.rows(queries.claimChunks, { ...lease, most });
  if (chunks.length === 0) return [];
  const task = await session.first(queries.serveCheck, { taskId: id, place, now, wallNow });
  if (task === undefined) return [];
  const probe = outage === undefined ? null : { outageMs: storedOutage(outage, now).lastedMs };
  const claims: CheckClaim[] = [];
  // A statement may return its rows in any order.
  for (const chunk of chunks.sort((one, other) => one.chunk_index - other.chunk_index)) {
    const { chunk_index: chunkIndex, lease_token, revision, statuses } = chunk;
    // As the statement has set it.
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

/** The outage once these claims were made: a probe pauses the others for as long as its lease. */
function afterProbe(
  { time }: StoreWork,
  outage: Outage | undefined,
  claimed: readonly Claim[],
  leaseMs: number,
): Outage | undefined {
  if (outage === undefined || !claimed.some(({ kind }) => kind === 'check')) return outage;
  return { ...outage, nextProbeAt: time.after(leaseMs) };
}

function claimedOf(id: string, account: string, chunkIndex: number | null, token: string) {
  const lease = { taskId: taskId(id), chunkIndex, token };
  return { lease, taskId: lease.taskId, accountId: storedAccountId(account) };
}

/** `retryAt`: when something may be claimed, by the store's time. */
function answerOf(
  { now }: StoreWork,
  claims: readonly Claim[],
  outage: Outage | undefined,
  retryAt: number | null,
): ClaimAnswer {
  const afterMs = retryAt === null ? null : Math.max(0, retryAt - now);
  return {
    claims,
    outage: outage === undefined ? null : storedOutage(outage, now),
    retryAfterMs: claims.length > 0 ? 0 : afterMs,
  };
}

function mayCheckNow(outage: Outage | undefined, now: number): boolean {
  return outage === undefined || outage.nextProbeAt <= now;
}

function notBeforeProbe(at: number | null, outage: Outage | undefined): number | null {
  return at === null || outage === undefined ? at : Math.max(at, outage.nextProbeAt);
}

function earliest(...times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
