import type { AccountId, ClaimRequest, TaskId } from '@dialproof/core';
import type { RowOf } from '../query.js';
import { type Outage, outageOfRow } from './outage.js';
import { type Asking, refreshTask, type StoreWork } from './store-work.js';

/** What can be claimed, of one task or of all. */
export interface Claimable {
  readonly outage: Outage | undefined;
  /** Whether a draft or a retry has to be discarded now. */
  readonly hasGivenUp: boolean;
  /** The task whose turn it is. */
  readonly next: { readonly taskId: string; readonly step: 'check' | 'finish' } | undefined;
  /** Milliseconds until there may be something to claim; null if nothing is unfinished. */
  readonly retryAfterMs: number | null;
}

/** When the next thing of each kind can be claimed, null if there is none, and the tasks whose turn it is now. */
interface ClaimableTimes {
  readonly outage: Outage | undefined;
  readonly discardAt: number | null;
  readonly checkAt: number | null;
  readonly finishAt: number | null;
  readonly ready: string | null;
  readonly readyToFinish: string | null;
}

export async function findClaimable(
  work: StoreWork,
  { except, taskId: wanted }: Pick<ClaimRequest, 'except' | 'taskId'>,
): Promise<Claimable> {
  if (wanted === null) {
    const known = claimableUnlessDue(await readTimes(work, except), work.now);
    if (known !== undefined) return known;
    await refreshDue(work);
    return await claimableOfAll(work, except);
  }
  const times = await timesOfTask(work, wanted);
  if (times !== undefined) return claimableOf(times, work.now);
  const outage = await currentOutage(work);
  return { outage, hasGivenUp: false, next: undefined, retryAfterMs: null };
}

/** What can be claimed of all tasks. It ignores rows that have become due since the last update of readiness. */
export async function claimableOfAll(work: StoreWork, except?: readonly AccountId[]): Promise<Claimable> {
  return claimableOf(timesOfAll(await readTimes(work, except), work.now), work.now);
}

/** The same of what was read; undefined where something has become due since somebody looked. */
export function claimableUnlessDue(row: TimesRow, now: number): Claimable | undefined {
  return isAnythingDue(row, now) ? undefined : claimableOf(timesOfAll(row, now), now);
}

export function retryAfterMsOf(row: TimesRow, now: number): number | null {
  return claimableOf(timesOfAll(row, now), now).retryAfterMs;
}

function claimableOf(times: ClaimableTimes, now: number): Claimable {
  const { outage, discardAt, finishAt, ready, readyToFinish } = times;
  const checkAt =
    outage === undefined || times.checkAt === null
      ? times.checkAt
      : Math.max(times.checkAt, outage.nextProbeAt);
  const mayCheck = outage === undefined || outage.nextProbeAt <= now;
  const taskId = mayCheck ? ready : readyToFinish;
  const at = earliest(discardAt, checkAt, finishAt);
  return {
    outage,
    hasGivenUp: discardAt !== null && discardAt <= now,
    // If the task whose turn it is can be finished, it is also the first of those that can be finished.
    next: taskId === null ? undefined : { taskId, step: taskId === readyToFinish ? 'finish' : 'check' },
    retryAfterMs: at === null ? null : Math.max(0, at - now),
  };
}

export type TimesRow = RowOf<StoreWork['queries']['claimableTimes']>;

/** `except`: accounts whose ready tasks are passed over. */
export async function readTimes(asking: Asking, except: readonly AccountId[] = []): Promise<TimesRow> {
  const { queries, session } = asking;
  const row = await session.first(queries.claimableTimes, {});
  if (row === undefined) throw new Error('a query without a table had no row');
  if (except.length === 0) return row;
  const { firstReady, firstReadyToFinish } = queries;
  // So few are passed over that reading them costs less than a query with a list.
  const ready = await session.rows(queries.readyAccounts, { limit: except.length + 1 });
  const toFinish = await session.rows(queries.readyToFinishAccounts, { limit: except.length + 1 });
  const firstOf = async (accounts: typeof ready, first: typeof firstReady): Promise<string | null> => {
    const next = accounts.find(({ account_id: accountId }) => !except.some((one) => one === accountId));
    if (next === undefined) return null;
    return (await session.first(first, { accountId: next.account_id }))?.task_id ?? null;
  };
  return {
    ...row,
    ready: await firstOf(ready, firstReady),
    ready_to_finish: await firstOf(toFinish, firstReadyToFinish),
  };
}

function isAnythingDue(row: TimesRow, now: number): boolean {
  return isDue(row.check, now) || isDue(row.finish, now);
}

function timesOfAll(row: TimesRow, now: number): ClaimableTimes {
  return {
    outage: outageOfRow(row),
    discardAt: earliest(row.begun, row.discard),
    // The ready task may be one to finish. That can be claimed now too.
    checkAt: row.ready === null ? row.check : now,
    finishAt: row.ready_to_finish === null ? row.finish : now,
    ready: row.ready,
    readyToFinish: row.ready_to_finish,
  };
}

async function timesOfTask(work: StoreWork, taskId: TaskId): Promise<ClaimableTimes | undefined> {
  const { session, queries, now } = work;
  await refreshTask(work, taskId);
  const row = await session.first(queries.claimableTimesOfTask, { taskId });
  if (row === undefined) return undefined;
  const { step } = row;
  const isReady = row.is_ready === 1;
  const at = isReady ? now : row.available_at;
  return {
    outage: outageOfRow(row),
    discardAt: step === 'begun' || step === 'discard' ? at : null,
    checkAt: step === 'check' ? at : null,
    finishAt: step === 'finish' ? at : null,
    ready: isReady ? taskId : null,
    readyToFinish: isReady && step === 'finish' ? taskId : null,
  };
}

async function currentOutage(work: StoreWork): Promise<Outage | undefined> {
  return outageOfRow(await readTimes(work));
}

/** Updates the readiness of rows that have become due. */
async function refreshDue({ session, queries, now }: StoreWork): Promise<void> {
  const refreshed = await session.rows(queries.refreshDue, { now });
  for (const accountId of new Set(refreshed.map((row) => row.account_id))) {
    await session.change(queries.refreshAccount, { accountId });
  }
}

function isDue(at: number | null, now: number): boolean {
  return at !== null && at <= now;
}

function earliest(...times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
