import { findTask } from '../batch/account-tasks.js';
import { keyColumnName } from '../batch/results/change-keys.js';
import { DialproofError, isDialproofError } from '../model/errors.js';
import { type AccountId, accountId, keyedListId, listTaskId, type TaskId } from '../model/identifiers.js';
import type { PendingListRun, PhoneList } from '../model/phone-list.js';
import type { Task } from '../model/task.js';
import type { Entropy } from '../ports/entropy.js';
import type { ListKey } from '../ports/optional/list-store.js';
import { byteStream, closeUnread } from '../tables/upload-content.js';
import { changesOfList } from './list-changes.js';
import { editList, findList, type ListEdit, tasksOf, unlessDeleted } from './list-edits.js';
import {
  beginRun,
  giveUpRun,
  isRefused,
  LIST_LEASE_MS,
  type ListParts,
  recordEndedRun,
} from './list-runs.js';
import { assertListSettings, nextRun } from './list-settings.js';
import type { ListSettings, PhoneLists, RunListRequest } from './phone-lists.js';

interface PhoneListsParts extends ListParts {
  readonly entropy: Entropy;
  readonly maxListsPerAccount: number;
}

/** The lists of a service. */
export function createPhoneLists(parts: PhoneListsParts): PhoneLists {
  const { clock, entropy, lists, maxListsPerAccount } = parts;
  const coming = new Set<TaskId>();
  return {
    async create({ accountId: account, caps, file, requestId, taskId, ...settings }) {
      assertListSettings({ ...settings, ...(taskId === undefined ? {} : { taskId }) });
      if ((file === undefined) === (taskId === undefined)) {
        throw new TypeError('a new list takes either a taskId or a file');
      }
      const owner = accountId(account);
      const { freshWithinMs = null, keyColumn: column = null, maxCredits = null } = settings;
      const { name, schedule = null } = settings;
      const listId = requestId === undefined ? entropy.uuid() : keyedListId(owner, requestId);
      const limits = { freshWithinMs, maxCredits };
      const task = await (file === undefined
        ? usableTask(parts, { accountId: owner, taskId })
        : parts.submitFile(
            {
              ...{ ...ofRuns(limits), ...file, ...(caps && { caps }) },
              ...{ accountId: owner, taskId: listTaskId(owner, listId, 'file') },
            },
            { keyColumn: column, admit: async () => await assertRoom(parts, owner) },
          ));
      const keyColumn = column === null ? null : await keyColumnName(parts.store, task, column);
      const now = clock.now();
      const list: PhoneList = {
        ...{ accountId: owner, name, createdAt: now, listId, taskId: task.taskId },
        ...{ ...limits, keyColumn, caps: caps ?? null },
        ...scheduled(schedule, now),
        pending: givenTask(task),
        runs: [],
      };
      const made = await lists.create({ list, dueAt: now, keeps: tasksOf(list) }, maxListsPerAccount);
      if (made === undefined) throw tooManyLists(parts);
      return await recordEndedRun(parts, made.list);
    },
    async all(account) {
      return (await lists.all(accountId(account))).map(({ list }) => list);
    },
    find: async (request) => await recordEndedRun(parts, (await findList(lists, keyOf(request))).list),
    async change({ accountId: account, caps, listId, ...settings }) {
      assertListSettings(settings);
      const key = keyOf({ accountId: account, listId });
      const { list } = await findList(lists, key);
      const { keyColumn = list.keyColumn, taskId } = settings;
      const isGiven = taskId !== undefined && taskId !== list.taskId;
      // Record an ended run first, since a pending run would block another task.
      if (isGiven) await recordEndedRun(parts, list);
      const task = isGiven ? await usableTask(parts, { ...key, taskId }) : undefined;
      if (keyColumn !== null && (isGiven || keyColumn !== list.keyColumn)) {
        const rows = task ?? (await findTask(parts, { ...key, taskId: list.taskId }));
        const named = await keyColumnName(parts.store, rows, keyColumn);
        if (settings.keyColumn !== undefined) settings = { ...settings, keyColumn: named };
      }
      const change = editOf({ settings, task, now: clock.now() });
      return await recordEndedRun(
        parts,
        await editList(lists, key, ({ list: present, dueAt }) => {
          const changed = { ...change(present), caps: caps ?? null };
          return {
            list: changed,
            dueAt: changed.pending === null ? changed.nextRunAt : (dueAt ?? clock.now()),
          };
        }),
      );
    },
    async remove(request) {
      if (!(await lists.remove(keyOf(request)))) throw new DialproofError('list_not_found');
    },
    run: async ({ file, ...request }) =>
      await (file === undefined ? runNow(parts, request) : runFile(parts, { ...request, file }, coming)),
    changes: async (request) => await changesOfList(parts, { ...request, ...keyOf(request) }),
  };
}

function keyOf({ accountId: account, listId }: ListKey): ListKey {
  return { accountId: accountId(account), listId };
}

function scheduled(
  schedule: ListSettings['schedule'],
  now: number,
): Pick<PhoneList, 'schedule' | 'nextRunAt'> {
  return { schedule, nextRunAt: schedule === null ? null : nextRun(schedule, now) };
}

/** Finds a task that may become a list's rows: it has not failed. */
async function usableTask(parts: ListParts, asked: Pick<Task, 'accountId' | 'taskId'>): Promise<Task> {
  const task = await findTask(parts, asked);
  if (task.status !== 'failed') return task;
  throw new DialproofError('task_not_done', { hint: 'the task has failed: retry it first' });
}

function givenTask({ createdAt, taskId }: Task): PendingListRun {
  return { taskId, rowsOf: null, dueAt: null, beganAt: createdAt, caps: null };
}

function isFileComing({ pending }: PhoneList): boolean {
  return pending !== null && pending.beganAt === null && pending.rowsOf === null;
}

/** Returns the function that makes the changed list from the present one. */
function editOf({
  now,
  settings: { schedule, taskId: _, ...settings },
  task,
}: {
  readonly settings: Partial<ListSettings>;
  readonly task: Task | undefined;
  readonly now: number;
}): (list: PhoneList) => PhoneList {
  return (list) => {
    const { keyColumn = null } = settings;
    // A file that is being read is checked for the key column that the list had when it began.
    const isJudged = keyColumn !== null && keyColumn !== list.keyColumn && isFileComing(list);
    if (isJudged || (task !== undefined && list.pending !== null)) throw inProgress();
    return {
      ...{ ...list, ...settings },
      ...(schedule === undefined ? {} : scheduled(schedule, now)),
      ...(task === undefined ? {} : { taskId: task.taskId, pending: givenTask(task) }),
    };
  };
}

async function runNow(
  parts: PhoneListsParts,
  { caps, requestId, ...request }: RunListRequest,
): Promise<Task> {
  const { clock, entropy, lists, store } = parts;
  const key = keyOf(request);
  const { accountId: owner, listId } = key;
  const taskId = listTaskId(owner, listId, `asked ${requestId ?? entropy.uuid()}`);
  const earlier = requestId === undefined ? undefined : await store.find(taskId);
  if (earlier !== undefined && earlier.accountId === owner) return earlier;
  await recordEndedRun(parts, (await findList(lists, key)).list);
  const now = clock.now();
  const list = await editList(lists, key, ({ list: present }): ListEdit | undefined => {
    if (present.pending?.taskId === taskId) return undefined;
    if (present.pending !== null) throw inProgress();
    const pending = { taskId, rowsOf: present.taskId, dueAt: null, beganAt: null, caps: caps ?? null };
    return { list: { ...present, pending }, dueAt: now + LIST_LEASE_MS };
  });
  try {
    // `pending` was set above, or by an earlier request with this id.
    return await beginRun(parts, list, list.pending as PendingListRun, now);
  } catch (error) {
    // After other errors, the work on due lists continues the run: after `request_in_progress` another process may already have made the
    // task.
    if (isRefused(error)) await giveUpRun(parts, key, taskId);
    throw error;
  }
}

/** Longer than servers allow a request to take. If the process dies while a file is read, the list has no other run for this time. */
const MOST_UPLOAD_MS = 15 * 60_000;

/**
 * Submits a newer file as a run. The run is pending while the file is read, so that no other run begins: a charged file always becomes the
 * list's. `change` cannot ensure this, since it takes an existing task. `coming`: the tasks whose files this process is reading.
 */
async function runFile(
  parts: PhoneListsParts,
  { caps, file, requestId, ...request }: RunListRequest & Required<Pick<RunListRequest, 'file'>>,
  coming: Set<TaskId>,
): Promise<Task> {
  const { clock, entropy, lists } = parts;
  const key = keyOf(request);
  const taskId = listTaskId(key.accountId, key.listId, `asked ${requestId ?? entropy.uuid()}`);
  const pending = { taskId, rowsOf: null, dueAt: null, beganAt: null, caps: null };
  let isAdmitted = false;
  const admit = async (): Promise<void> => {
    if (coming.has(taskId)) throw inProgress();
    coming.add(taskId);
    isAdmitted = true;
    await recordEndedRun(parts, (await findList(lists, key)).list);
    await editList(lists, key, ({ list }) => {
      if (list.pending !== null && list.pending.taskId !== taskId) throw inProgress();
      return { list: { ...list, pending }, dueAt: clock.now() + MOST_UPLOAD_MS };
    });
  };
  try {
    const { list } = await findList(lists, key).catch(async (error: unknown) => {
      await closeUnread(byteStream(file.content));
      throw error;
    });
    const task = await parts.submitFile(
      {
        ...{ ...ofRuns(list), ...file, ...(caps && { caps }) },
        // Read with the list's earlier settings. With others, its numbers would only come and go.
        remembered: true,
        ...{ accountId: key.accountId, taskId },
      },
      { keyColumn: list.keyColumn, admit },
    );
    await giveFile(parts, key, task).catch(unlessDeleted);
    return task;
  } catch (error) {
    // An interrupted or refused upload has made no task. If it was not admitted, the pending run may belong to a running upload with the
    // same id.
    if (isAdmitted && (isRefused(error) || isDialproofError(error, 'upload_interrupted')))
      await giveUpRun(parts, key, taskId).catch(unlessDeleted);
    throw error;
  } finally {
    if (isAdmitted) coming.delete(taskId);
  }
}

/** Gives a list the task of its newer file, unless it has that task already. */
async function giveFile({ clock, lists }: ListParts, key: ListKey, task: Task): Promise<void> {
  const { taskId } = task;
  await editList(lists, key, ({ list }) => {
    const { pending, runs } = list;
    const isOver = pending?.taskId !== taskId && runs.some((run) => run.taskId === taskId);
    if (isOver || (pending?.taskId === taskId && pending.beganAt !== null)) return undefined;
    // The file took longer than MOST_UPLOAD_MS.
    if (pending !== null && pending.taskId !== taskId) throw inProgress();
    return { list: { ...list, taskId, pending: givenTask(task) }, dueAt: clock.now() };
  });
}

/** The settings of a list that a submit has too. */
function ofRuns({ freshWithinMs, maxCredits }: Pick<PhoneList, 'freshWithinMs' | 'maxCredits'>) {
  return {
    ...(freshWithinMs === null ? {} : { freshWithinMs }),
    ...(maxCredits === null ? {} : { maxCredits }),
  };
}

async function assertRoom(parts: PhoneListsParts, owner: AccountId): Promise<void> {
  if ((await parts.lists.all(owner)).length >= parts.maxListsPerAccount) throw tooManyLists(parts);
}

function tooManyLists({ maxListsPerAccount }: PhoneListsParts): DialproofError {
  const hint = `the account has ${maxListsPerAccount} lists, the maximum`;
  return new DialproofError('too_many_lists', { hint });
}

function inProgress(): DialproofError {
  return new DialproofError('request_in_progress', {
    hint: 'a run of the list is not over yet',
    retryAfterMs: LIST_LEASE_MS,
  });
}
