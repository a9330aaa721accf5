import { findTask } from '../batch/account-tasks.js';
import { assertKeyColumn } from '../batch/results/change-keys.js';
import { DialproofError } from '../model/errors.js';
import { accountId, keyedListId, listTaskId } from '../model/identifiers.js';
import type { PendingListRun, PhoneList } from '../model/phone-list.js';
import type { Task } from '../model/task.js';
import type { Entropy } from '../ports/entropy.js';
import type { ListKey } from '../ports/optional/list-store.js';
import { changesOfList } from './list-changes.js';
import { editList, findList, type ListEdit, tasksOf } from './list-edits.js';
import { beginRun, isRefused, LIST_LEASE_MS, type ListParts, recordEndedRun } from './list-runs.js';
import { assertListSettings, nextRun } from './list-settings.js';
import type { ListSettings, PhoneLists, RunListRequest } from './phone-lists.js';

interface PhoneListsParts extends ListParts {
  readonly entropy: Entropy;
  readonly maxListsPerAccount: number;
}

/** The lists of a service. */
export function createPhoneLists(parts: PhoneListsParts): PhoneLists {
  const { clock, entropy, lists, maxListsPerAccount } = parts;
  return {
    async create({ accountId: account, caps, requestId, ...settings }) {
      assertListSettings(settings);
      const owner = accountId(account);
      const { freshWithinMs = null, keyColumn = null, maxCredits = null } = settings;
      const { name, schedule = null, taskId } = settings;
      const now = clock.now();
      const task = await usableTask(parts, { accountId: owner, taskId });
      if (keyColumn !== null) await assertKeyColumn(parts.store, task, keyColumn);
      const list: PhoneList = {
        ...{ accountId: owner, name, createdAt: now, taskId },
        ...{ freshWithinMs, keyColumn, maxCredits, caps: caps ?? null },
        listId: requestId === undefined ? entropy.uuid() : keyedListId(owner, requestId),
        ...scheduled(schedule, now),
        pending: givenTask(task),
        runs: [],
      };
      const made = await lists.create({ list, dueAt: now, keeps: tasksOf(list) }, maxListsPerAccount);
      if (made !== undefined) return await recordEndedRun(parts, made.list);
      const hint = `the account has ${maxListsPerAccount} lists, which is as many as it may have`;
      throw new DialproofError('too_many_lists', { hint });
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
      // A run that is over must not be in the way of another task.
      if (isGiven) await recordEndedRun(parts, list);
      const task = isGiven ? await usableTask(parts, { ...key, taskId }) : undefined;
      if (keyColumn !== null && (isGiven || keyColumn !== list.keyColumn)) {
        const rows = task ?? (await findTask(parts, { ...key, taskId: list.taskId }));
        await assertKeyColumn(parts.store, rows, keyColumn);
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
    run: async (request) => await runNow(parts, request),
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

/** A task that may be a list: it has not failed. */
async function usableTask(parts: ListParts, asked: Pick<Task, 'accountId' | 'taskId'>): Promise<Task> {
  const task = await findTask(parts, asked);
  if (task.status !== 'failed') return task;
  throw new DialproofError('task_not_done', { hint: 'the task has failed: retry it first' });
}

function givenTask({ createdAt, taskId }: Task): PendingListRun {
  return { taskId, rowsOf: null, dueAt: null, beganAt: createdAt, caps: null };
}

/** Makes the changed list of the present one. */
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
    if (task !== undefined && list.pending !== null) throw inProgress();
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
    // It was set above, or by an earlier request with this id.
    return await beginRun(parts, list, list.pending as PendingListRun, now);
  } catch (error) {
    // Otherwise the work on due lists goes on with it: after `request_in_progress` another process may already have made the task.
    if (isRefused(error)) await giveUp(parts, key, taskId);
    throw error;
  }
}

async function giveUp({ lists }: ListParts, key: ListKey, taskId: Task['taskId']): Promise<void> {
  await editList(lists, key, ({ list }) =>
    list.pending?.taskId === taskId ? { list: { ...list, pending: null } } : undefined,
  );
}

function inProgress(): DialproofError {
  return new DialproofError('request_in_progress', {
    hint: 'a run of the list is not over yet',
    retryAfterMs: LIST_LEASE_MS,
  });
}
