import { nextTurn } from '../async/turn.js';
import { findTask } from '../batch/account-tasks.js';
import { DamagedRows, decoded } from '../batch/damaged-rows.js';
import type { CopyRequest, ListConditions, SubmitRequest } from '../batch/intake/submit.js';
import { decodeNumberChunk } from '../batch/number-chunk.js';
import { taskChanges } from '../batch/results/task-changes.js';
import { type ErrorCode, isDialproofError } from '../model/errors.js';
import { listTaskId, type TaskId } from '../model/identifiers.js';
import {
  type ListChangeCounts,
  type ListRun,
  MAX_LIST_RUNS,
  type PendingListRun,
  type PhoneList,
} from '../model/phone-list.js';
import { CHANGE_KINDS, emptySummary } from '../model/statuses.js';
import { hasEnded, type Task } from '../model/task.js';
import type { Clock } from '../ports/clock.js';
import type { ListEvent, ListKey, ListStore } from '../ports/optional/list-store.js';
import type { TaskArchive } from '../ports/optional/task-archive.js';
import type { WorkOutcome, WorkSource } from '../ports/task-queue.js';
import type { TaskStore } from '../ports/task-store.js';
import { doneRuns, editList, findList, type ListEdit, unlessDeleted } from './list-edits.js';
import { nextRun } from './list-settings.js';

export interface ListParts {
  readonly lists: ListStore;
  readonly store: TaskStore;
  readonly archive: TaskArchive;
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly neutralizeFormulas: boolean;
  /**
   * The ends of runs that this process is recording, by list and task: a comparison reads two whole files, and many requests may ask for
   * one list at once.
   */
  readonly endings: Map<string, Promise<void>>;
  /** Makes a task of the rows of another one, once for each task id. */
  readonly submitCopy: (request: CopyRequest) => Promise<Task>;
  /** Makes a task of a file, once for each task id. */
  readonly submitFile: (request: SubmitRequest, conditions: ListConditions) => Promise<Task>;
}

/** The lease on a due list, and the interval for polling a running run. */
export const LIST_LEASE_MS = 10_000;

/** The time before the first poll of a run: most lists are short, and most of their numbers have known answers. */
const FIRST_POLL_MS = 2_000;

/** Codes after which the task may have been made, by this process or another. After any other code there is no task. */
const OPEN_OUTCOMES = [
  'storage_unavailable',
  'request_in_progress',
  'upload_interrupted',
  'internal_error',
] as const;

/**
 * Temporary refusals, after which the run is begun later. Any other refusal needs an action of the list's owner, and the run is skipped.
 */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  ...OPEN_OUTCOMES,
  'overloaded',
  'shutting_down',
  'too_many_requests',
]);

/**
 * Works on the due lists, one after another. A list whose step fails is claimed again after its lease, behind the other due lists, so that
 * it delays none of them.
 */
export function listWork(parts: ListParts): WorkSource {
  return {
    async work(): Promise<WorkOutcome> {
      const { found, now, retryAfterMs } = await parts.lists.claimDue({ leaseMs: LIST_LEASE_MS });
      if (found === undefined) return { did: 'nothing', retryAfterMs };
      await advanceList(parts, found.list, now).catch(unlessDeleted);
      return { did: 'work', taskId: null };
    },
  };
}

/**
 * Does the next step of a due list: decides on a run, begins it, or records its end. Each step may be repeated, by several processes too:
 * a run is decided with the id of its task, and every record replaces one revision of the list.
 */
async function advanceList(parts: ListParts, list: PhoneList, now: number): Promise<void> {
  const decided = isDue(list, now) ? await decideRun(parts, list, now) : list;
  if (decided.pending === null) await editList(parts.lists, list, toNextRun);
  else if (decided.pending.beganAt === null) await beginOrSkip(parts, decided, decided.pending, now);
  else await recordEnd(parts, decided, decided.pending, now);
}

function isDue({ nextRunAt, pending }: PhoneList, now: number): boolean {
  return pending === null && nextRunAt !== null && nextRunAt <= now;
}

/** Makes a list without a pending run due at its next run. */
function toNextRun({ list }: { readonly list: PhoneList }): ListEdit | undefined {
  return list.pending === null ? { list } : undefined;
}

/** Decides on the run of a due list. It runs once, however many due times have passed. */
async function decideRun({ lists }: ListParts, key: PhoneList, now: number): Promise<PhoneList> {
  return await editList(lists, key, ({ list }) => {
    const { accountId, caps, listId, nextRunAt: dueAt, schedule, taskId: rowsOf } = list;
    if (!isDue(list, now) || dueAt === null) return undefined;
    const taskId = listTaskId(accountId, listId, `due ${dueAt}`);
    const pending: PendingListRun = { taskId, rowsOf, dueAt, beganAt: null, caps };
    const nextRunAt = schedule === null ? null : nextRun(schedule, now);
    return { list: { ...list, nextRunAt, pending }, dueAt: now + LIST_LEASE_MS };
  });
}

async function beginOrSkip(
  parts: ListParts,
  list: PhoneList,
  pending: PendingListRun,
  now: number,
): Promise<void> {
  try {
    await beginRun(parts, list, pending, now);
  } catch (error) {
    const reason = reasonToSkip(error);
    // If the task was made nevertheless, the next try finds it.
    if (reason === undefined || (await parts.store.find(pending.taskId)) !== undefined) throw error;
    // The run's file was never read to its end: the process was killed, or the client left.
    if (pending.rowsOf === null) return await giveUpRun(parts, list, pending.taskId);
    await recordSkip(parts, list, pending, reason, now);
    // Damage is shown to the owner by the skipped run, and to the operator by the error.
    if (!isDialproofError(error)) throw error;
  }
}

/** The reason to skip a run; undefined for an error that may be temporary: a port of the host rejects with any error while it is away. */
function reasonToSkip(error: unknown): ErrorCode | undefined {
  if (error instanceof DamagedRows) return 'internal_error';
  return isDialproofError(error) && !PASSING.has(error.code) ? error.code : undefined;
}

/** Makes the task of a run, or finds the existing one. */
export async function beginRun(
  parts: ListParts,
  list: PhoneList,
  pending: PendingListRun,
  now: number,
): Promise<Task> {
  const { lists, store } = parts;
  const { taskId } = pending;
  const task = (await store.find(taskId)) ?? (await makeTask(parts, list, pending));
  const began = editList(lists, list, ({ list: present }) => {
    const { pending } = present;
    if (pending?.taskId !== taskId || pending.beganAt !== null) return undefined;
    const begun = { ...pending, beganAt: now, caps: null };
    return {
      // From now on, the list has the rows of the file.
      list: { ...present, pending: begun, taskId: pending.rowsOf === null ? taskId : present.taskId },
      dueAt: now + FIRST_POLL_MS,
    };
  });
  // If the list is deleted meanwhile, its tasks stay.
  await began.catch(unlessDeleted);
  return task;
}

async function makeTask(
  { leaseMs, store, submitCopy }: ListParts,
  { accountId, freshWithinMs, maxCredits }: PhoneList,
  { caps, rowsOf, taskId }: PendingListRun,
): Promise<Task> {
  try {
    return await submitCopy({
      ...{ accountId, taskId },
      rowsOf: await findTask({ store }, { accountId, taskId: rowsOf ?? taskId }),
      ...(freshWithinMs === null ? {} : { freshWithinMs }),
      ...(maxCredits === null ? {} : { maxCredits }),
      ...(caps === null ? {} : { caps }),
    });
  } catch (error) {
    // Another process may be making the task, and hold the credits that this one lacked. Then `begin` rejects with `request_in_progress`.
    if (isRefused(error)) await store.discard(await store.begin({ taskId, accountId, run: 1, leaseMs }));
    throw error;
  }
}

/** Ends a pending run, unless its task exists. */
export async function giveUpRun({ lists, store }: ListParts, key: ListKey, taskId: TaskId): Promise<void> {
  // An earlier request with the same id may have made the task.
  if ((await store.find(taskId)) !== undefined) return;
  await editList(lists, key, ({ list }) =>
    list.pending?.taskId === taskId ? { list: { ...list, pending: null } } : undefined,
  );
}

/** Whether the error means that no task was made. After an error of a host's port, there may be one. */
export function isRefused(error: unknown): boolean {
  if (error instanceof DamagedRows) return true;
  return isDialproofError(error) && !OPEN_OUTCOMES.some((code) => code === error.code);
}

async function recordSkip(
  { lists }: ListParts,
  key: PhoneList,
  { dueAt, taskId }: PendingListRun,
  reason: ErrorCode,
  now: number,
): Promise<void> {
  await editList(lists, key, ({ list }) => {
    if (list.pending?.taskId !== taskId) return undefined;
    const run = { ...emptyRun(now), status: 'skipped', dueAt, endedAt: now, reason } as const;
    return { list: withRun(list, run), events: [skippedEvent(list, reason, now)] };
  });
}

/** Records the end of a run whose task has ended. Requests that come meanwhile wait for the same recording. */
async function recordEnd(
  parts: ListParts,
  list: PhoneList,
  { taskId }: PendingListRun,
  now: number,
): Promise<void> {
  const { endings } = parts;
  const run = `${list.listId} ${taskId}`;
  let ending = endings.get(run);
  if (ending === undefined) {
    ending = compareAndRecord(parts, list, taskId, now).finally(() => endings.delete(run));
    endings.set(run, ending);
  }
  await ending;
}

async function compareAndRecord(
  parts: ListParts,
  list: PhoneList,
  taskId: TaskId,
  now: number,
): Promise<void> {
  const task = await parts.store.find(taskId);
  if (task !== undefined && !hasEnded(task.status)) return;
  let damage: unknown;
  const compared =
    task?.status === 'done'
      ? await comparison(parts, list, task).catch((error: unknown) => {
          if (!(error instanceof DamagedRows)) throw error;
          // The rows stay damaged: the run ends without a comparison.
          damage = error;
          return undefined;
        })
      : undefined;
  await editList(parts.lists, list, ({ list: present }) => {
    const { pending } = present;
    if (pending?.taskId !== taskId) return undefined;
    const run = endedRun(pending, task, now);
    if (run.status !== 'done') return { list: withRun(present, run) };
    const done = { ...run, ...compared };
    // The task of the run becomes the list's newest. A task that the list was given already is.
    const ended = { ...withRun(present, done), taskId };
    const { changes } = done;
    const hasChanged = changes !== null && CHANGE_KINDS.some((kind) => changes[kind] > 0);
    return { list: ended, events: hasChanged ? [changedEvent(ended, changes, now)] : [] };
  });
  if (damage !== undefined) throw damage;
}

/** Records the end of the pending run, if its task has ended, and resolves to the list. */
export async function recordEndedRun(parts: ListParts, list: PhoneList): Promise<PhoneList> {
  const { pending } = list;
  if (pending === null || pending.beganAt === null) return list;
  await recordEnd(parts, list, pending, parts.clock.now());
  return (await findList(parts.lists, list)).list;
}

type Comparison = Pick<ListRun, 'against' | 'changes' | 'numbers'>;

/** The count of numbers of a done run, and the changes since the newest earlier run whose task still exists. */
async function comparison(
  parts: ListParts,
  { accountId, keyColumn: ownKeyColumn, runs }: PhoneList,
  { taskId }: Task,
): Promise<Comparison> {
  for (const { taskId: against } of doneRuns(runs)) {
    if (against === taskId || (await parts.store.find(against))?.status !== 'done') continue;
    const request = { accountId, taskId, against, ownKeyColumn, limit: 1 };
    const { counts } = await taskChanges(parts, request);
    const { came, changed, notCompared, replaced, unchanged, went } = counts;
    const numbers = came + changed + replaced + unchanged + notCompared;
    return { numbers, against, changes: { came, changed, replaced, went, unchanged, notCompared } };
  }
  return { numbers: await countNumbers(parts.archive, taskId), against: null, changes: null };
}

async function countNumbers(archive: TaskArchive, taskId: TaskId): Promise<number> {
  let count = 0;
  for (let index = 0; ; index += 1) {
    await nextTurn();
    const chunk = await archive.numbers(taskId, index);
    if (chunk === undefined) return count;
    const { numbers } = decoded(() => decodeNumberChunk(chunk));
    count += numbers.filter((phone) => phone !== undefined).length;
  }
}

function endedRun({ beganAt, dueAt, taskId }: PendingListRun, task: Task | undefined, now: number): ListRun {
  const run = { ...emptyRun(beganAt ?? now), taskId, dueAt, endedAt: task?.finishedAt ?? now };
  if (task === undefined) return { ...run, status: 'failed', reason: 'task_not_found' };
  const { checksFailed, credits, failureReason, summary, total } = task;
  const status = task.status === 'done' ? 'done' : 'failed';
  return { ...run, status, reason: failureReason, total, summary, checksFailed, charged: credits.charged };
}

function emptyRun(beganAt: number) {
  const counts = { total: 0, summary: emptySummary(), checksFailed: 0, charged: 0 };
  return { taskId: null, beganAt, changes: null, against: null, ...counts };
}

function withRun(list: PhoneList, run: ListRun): PhoneList {
  return { ...list, pending: null, runs: [run, ...list.runs].slice(0, MAX_LIST_RUNS) };
}

function changedEvent(
  { accountId, listId, taskId }: PhoneList,
  counts: ListChangeCounts,
  now: number,
): ListEvent {
  const { came, changed, replaced, unchanged, went } = counts;
  const data = { list_id: listId, came, changed, replaced, went, unchanged };
  return { kind: 'list.changed', accountId, taskId, occurredAt: now, data };
}

function skippedEvent({ accountId, listId, taskId }: PhoneList, reason: ErrorCode, now: number): ListEvent {
  return { kind: 'list.skipped', accountId, taskId, occurredAt: now, data: { list_id: listId, reason } };
}
