import type { AccountId, Claim, ClaimAnswer, ClaimRequest, TaskId } from '@dialproof/core';
import type { SqlSession } from '../database.js';
import type { RowOf } from '../query.js';
import { claimDiscard, claimReady } from './claim-of-task.js';
import { lockOutage, type Outage, storedOutage } from './outage.js';
import { queries } from './queries/task-queries.js';
import type { NextTask } from './queries/turn-queries.js';
import { refreshDue, refreshTask, type StoreWork } from './store-work.js';

/** How often to look again after another write claimed the same thing first. That happens only with concurrent writes. */
export const MAX_ATTEMPTS = 5;

/**
 * Looks for something to claim. Most looks of an idle process, and of one whose accounts have enough waiting numbers, find nothing. They
 * read one row, and cost no transaction. Resolves to the answer if there is nothing; else to what `claimByTurn` needs.
 */
export async function lookForClaims(
  { now, session }: Pick<StoreWork, 'now'> & { readonly session: SqlSession },
  { except = [] }: ClaimRequest,
): Promise<{ readonly nothing: ClaimAnswer } | { readonly look: ClaimableTimes }> {
  const look = await readTimes({ now, session }, except);
  if (look.hasOutage || look.hasGivenUp || look.isDue || look.ready !== null) return { look };
  return { nothing: answerOf({ now }, [], undefined, look.retryAt(undefined)) };
}

/**
 * Claims the next work by turn, within a write. Drafts and retries go first: they are few and quick to discard. In a busy store, they would
 * otherwise hold credits for ever.
 *
 * A claim waits for no account: it passes over those that other writes have locked, so that claims side by side are neither slow nor in a
 * deadlock. If it finds only locked accounts, the store looks again soon.
 */
export async function claimByTurn(
  work: StoreWork,
  request: ClaimRequest,
  look: ClaimableTimes,
): Promise<ClaimAnswer> {
  const { except = [], leaseMs, limit } = request;
  let times = look;
  // An outage that begins after the look begins after this claim.
  let outage = times.hasOutage ? await lockOutage(work) : undefined;
  if (times.isDue && (await refreshDue(work)) > 0) times = await readTimes(work, except);
  const claims = times.hasGivenUp ? await claimGivenUp(work, { leaseMs, limit }) : [];
  const byAccount = new Map<string, readonly Claim[]>();
  let left = times.ready === null ? 0 : limit - claims.length;
  let last: string | undefined;
  let isOnlyOne = false;
  for (let missed = 0; left > 0 && missed < MAX_ATTEMPTS; ) {
    // First the same number for each account, then what is left, one by one. An account that comes twice in a row is the only one.
    const isFirstRound = byAccount.size < times.readyAccounts && outage === undefined;
    const share = isFirstRound ? shareOf(limit, times.readyAccounts) : 1;
    const wanted = isOnlyOne ? left : Math.min(left, share);
    const mayCheck = mayCheckNow(outage, work.now);
    const tasks = await lockNextTasks(work, { except, mayCheck, most: wanted, waits: byAccount.size === 0 });
    if (tasks === undefined) break;
    const accountId = tasks[0]?.account_id;
    const most = accountId === last ? wanted : Math.min(wanted, share);
    const claimed = await claimOfAccount(work, tasks.slice(0, most), { leaseMs, most, outage });
    if (claimed.length === 0) missed += 1;
    if (accountId !== undefined) {
      isOnlyOne = accountId === last && outage === undefined;
      last = accountId;
      byAccount.set(accountId, [...(byAccount.get(accountId) ?? []), ...claimed]);
    }
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
    const task = await work.session.first(queries.claimable, { taskId: id });
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

/** Claims what is next for a task, if that can be claimed now. */
async function claimNext(
  work: StoreWork,
  task: RowOf<(typeof queries)['claimable']>,
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
      return await claimOfAccount(work, [{ ...task, step: task.step }], { leaseMs, most: 1, outage });
    }
  }
}

type ClaimableTimes = Awaited<ReturnType<typeof readTimes>>;

/** Reads which accounts have something to claim, and when the next lease or pause ends. */
async function readTimes(
  { now, session }: Pick<StoreWork, 'now'> & { readonly session: SqlSession },
  except: readonly AccountId[],
) {
  const row = await session.first(queries.claimableTimes, { except: JSON.stringify(except) });
  if (row === undefined) throw new Error('a query without a table had no row');
  const { begun, checks, discard, finishes, ready, ready_accounts, ready_to_finish: readyToFinish } = row;
  const discardAt = earliest(begun, discard);
  const finishAt = readyToFinish === null ? finishes : now;
  // The ready account may have only a finish. That can be claimed now too.
  const checkAt = ready === null ? checks : now;
  return {
    hasOutage: row.has_outage !== null,
    /** The account whose turn it is. */
    ready,
    /** How many accounts wait, at least 1. */
    readyAccounts: Math.max(1, ready_accounts),
    hasGivenUp: discardAt !== null && discardAt <= now,
    /** Whether something has become due since somebody looked. */
    isDue: [checks, finishes].some((at) => at !== null && at <= now),
    retryAt: (outage: Outage | undefined) => earliest(discardAt, finishAt, notBeforeProbe(checkAt, outage)),
  };
}

interface Wanted {
  readonly except: readonly AccountId[];
  /** Whether chunks can be claimed, and not only the ends of tasks. */
  readonly mayCheck: boolean;
  readonly most: number;
  /**
   * Whether to wait for tasks that other writes have locked. A claim that holds other accounts already must not, or all claims would wait.
   */
  readonly waits: boolean;
}

/**
 * Locks the account whose turn it is, and its next tasks with something to claim. Returns undefined if no account has any, or others hold
 * what there is. Returns no task if the account only seemed to have some: it is refreshed then.
 */
async function lockNextTasks(
  { isAlone, session }: StoreWork,
  { except, mayCheck, most, waits }: Wanted,
): Promise<readonly NextTask[] | undefined> {
  const excepted = { except: JSON.stringify(except) };
  const nextTasks = queries[waits ? 'nextTasks' : 'nextTasksUnlessHeld'];
  const nextToFinish = queries[waits ? 'nextTasksToFinish' : 'nextTasksToFinishUnlessHeld'];
  const tasks = await session.rows(mayCheck ? nextTasks : nextToFinish, { ...excepted, most });
  if (tasks.length > 0) return tasks;
  if (!waits && !isAlone) return undefined;
  const account = await session.first(mayCheck ? queries.nextAccount : queries.nextAccountToFinish, excepted);
  if (account === undefined) return undefined;
  await session.change(queries.refreshAccount, { accountId: account.account_id });
  return [];
}

interface AccountTurn {
  readonly leaseMs: number;
  readonly outage: Outage | undefined;
  /** How many claims at most. */
  readonly most: number;
}

/**
 * Claims work of an account whose turn it is: first the same number for each of `firstTasks`, then what is left of any of its tasks. The
 * account goes behind the others. Returns an empty list if nothing is ready.
 */
async function claimOfAccount(
  work: StoreWork,
  firstTasks: readonly NextTask[],
  { leaseMs, most, outage }: AccountTurn,
): Promise<readonly Claim[]> {
  const { session } = work;
  const accountId = firstTasks[0]?.account_id;
  if (accountId === undefined) return [];
  const claims: Claim[] = [];
  let place = 0;
  for (let tasks = firstTasks; tasks.length > 0; ) {
    const share = shareOf(most - claims.length, tasks.length);
    let hasMore = false;
    for (const { step, task_id: id } of tasks) {
      place += 1;
      const mostChunks = Math.min(share, most - claims.length);
      const claimed = await claimReady(work, id, step, { leaseMs, outage, mostChunks, place });
      claims.push(...claimed);
      hasMore ||= claimed.length === mostChunks;
    }
    const left = most - claims.length;
    tasks = left > 0 && hasMore ? await session.rows(queries.nextTasksOf, { accountId, most: left }) : [];
  }
  if (claims.length === 0) await session.change(queries.refreshAccount, { accountId });
  else await session.change(queries.passTurn, { accountId, places: place });
  return claims;
}

async function claimGivenUp(
  work: StoreWork,
  { leaseMs, limit }: Pick<ClaimRequest, 'leaseMs' | 'limit'>,
): Promise<Claim[]> {
  const { session, now } = work;
  const claims: Claim[] = [];
  while (claims.length < limit) {
    const wanted = await session.first(queries.nextGivenUp, { now });
    const claim = wanted && (await claimDiscard(work, wanted.task_id, leaseMs));
    if (claim === undefined) break;
    claims.push(claim);
  }
  return claims;
}

/** The number for each of these parts, at least 1. */
function shareOf(total: number, parts: number): number {
  return Math.max(1, Math.floor(total / parts));
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

/** `retryAt`: when something may be claimed, by the store's time. */
function answerOf(
  { now }: Pick<StoreWork, 'now'>,
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
