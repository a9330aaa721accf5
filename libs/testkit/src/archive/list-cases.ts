import assert from 'node:assert/strict';
import {
  accountId,
  type Task,
  type TaskArchive,
  type TaskId,
  type TaskListRequest,
  type TaskStatus,
  type TaskStore,
} from '@dialproof/core';
import { rejectsWithCode, sameJson } from '../runner/expectations.js';
import type { DefineTimedCase, KeepsTime } from '../runner/own-time.js';
import {
  beginDraft,
  cancelledTask,
  claimOf,
  enqueueTask,
  finishedTask,
  OWNER,
  sampleContents,
  taskOf,
} from '../tasks/subject/sample-task.js';

/** The subject of a case: a task store of its own, and its archive over the same tasks, often the same object. */
export interface TaskArchiveSubject extends KeepsTime {
  readonly store: TaskStore;
  readonly archive: TaskArchive;
}

const STRANGER = accountId('another-account');

function listRequest(changes: Partial<TaskListRequest> = {}): TaskListRequest {
  return { accountId: OWNER, status: null, fileName: null, limit: 100, cursor: null, ...changes };
}

/** Reads all pages of a list, and resolves to their tasks. */
async function readAll(archive: TaskArchive, changes: Partial<TaskListRequest>): Promise<Task[]> {
  const tasks: Task[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 50; pages += 1) {
    const page = await archive.list(listRequest({ ...changes, cursor }));
    tasks.push(...page.tasks);
    if (page.nextCursor === null) return tasks;
    cursor = page.nextCursor;
  }
  assert.fail('the list does not come to an end');
}

function idsOf(tasks: readonly Pick<Task, 'taskId'>[]): readonly string[] {
  return tasks.map(({ taskId }) => taskId);
}

export function listCases(it: DefineTimedCase<TaskArchiveSubject>): void {
  it('gives the chunks of numbers of a task, as they came', async ({ archive, store }) => {
    const draft = await beginDraft(store);
    assert.equal(await archive.numbers(draft.taskId, 0), undefined);
    const chunks = [Uint8Array.of(1, 2), Uint8Array.of(3)];
    await store.enqueue(draft, { ...sampleContents(2), chunks });
    const read = await Promise.all([0, 1, 2].map((index) => archive.numbers(draft.taskId, index)));
    assert.deepEqual(read, [...chunks, undefined]);
  });

  it('lists tasks newest first, as find shows them', async ({ archive, store }, time) => {
    const tasks: Task[] = [];
    for (const make of [finishedTask, cancelledTaskOf, queuedTask]) {
      tasks.unshift(await make(store));
      await time.pass(1_000);
    }
    const running = await enqueueTask(store, 2);
    await claimOf(store, 'check', { taskId: running.taskId });
    tasks.unshift(await taskOf(store, running.taskId));
    sameJson(await archive.list(listRequest()), { tasks, nextCursor: null });
  });

  it('lists the tasks of one account alone', async ({ archive, store }) => {
    await beginDraft(store);
    sameJson(await archive.list(listRequest()), { tasks: [], nextCursor: null });
    const own = await enqueueTask(store, 1);
    const other = await enqueueTask(store, 1, { accountId: STRANGER });
    assert.deepEqual(idsOf((await archive.list(listRequest())).tasks), [own.taskId]);
    const { tasks } = await archive.list(listRequest({ accountId: STRANGER }));
    assert.deepEqual(idsOf(tasks), [other.taskId]);
  });

  it('lists the tasks in one status', async ({ archive, store }, time) => {
    const expected = new Map<TaskStatus, string[]>();
    for (let round = 0; round < 2; round += 1) {
      for (const make of [finishedTask, cancelledTaskOf]) {
        const { taskId, status } = await make(store);
        expected.set(status, [taskId, ...(expected.get(status) ?? [])]);
        await time.pass(1_000);
      }
    }
    const running = await enqueueTask(store, 2);
    await claimOf(store, 'check', { taskId: running.taskId });
    expected.set('processing', [running.taskId]);
    expected.set('queued', [(await queuedTask(store)).taskId]);
    for (const [status, ids] of expected) {
      assert.deepEqual(idsOf((await archive.list(listRequest({ status }))).tasks), ids, status);
      assert.deepEqual(idsOf(await readAll(archive, { status, limit: 1 })), ids, status);
    }
  });

  it('lists page after page, also of tasks that were created at the same time', async ({
    archive,
    store,
  }) => {
    const ids: string[] = [];
    for (let tasks = 0; tasks < 7; tasks += 1) ids.unshift((await enqueueTask(store, 0)).taskId);
    const first = await archive.list(listRequest({ limit: 3 }));
    assert.equal(first.tasks.length, 3);
    assert.notEqual(first.nextCursor, null);
    for (const limit of [1, 2, 3, 7, 8]) {
      const listed = idsOf(await readAll(archive, { limit }));
      assert.deepEqual([...listed].sort(), [...ids].sort(), `pages of ${limit}`);
    }
  });

  it('says that no page follows a full one that was the last', async ({ archive, store }) => {
    for (let tasks = 0; tasks < 4; tasks += 1) await enqueueTask(store, 0);
    const first = await archive.list(listRequest({ limit: 2 }));
    const second = await archive.list(listRequest({ limit: 2, cursor: first.nextCursor }));
    assert.deepEqual([second.tasks.length, second.nextCursor], [2, null]);
  });

  it('shows every other task once while tasks are added and removed', async ({ archive, store }, time) => {
    const tasks: Task[] = [];
    for (let made = 0; made < 6; made += 1) {
      tasks.unshift(await finishedTask(store));
      await time.pass(1_000);
    }
    const first = await archive.list(listRequest({ limit: 2 }));
    for (let added = 0; added < 3; added += 1) await enqueueTask(store, 1);
    for (const gone of [tasks[1], tasks[3]]) assert.equal(gone && (await archive.remove(gone.taskId)), true);
    const second = await archive.list(listRequest({ limit: 2, cursor: first.nextCursor }));
    const third = await archive.list(listRequest({ limit: 2, cursor: second.nextCursor }));
    const [newest, removed, middle, , fifth, oldest] = idsOf(tasks);
    assert.deepEqual(idsOf([...first.tasks, ...second.tasks, ...third.tasks]), [
      newest,
      removed,
      middle,
      fifth,
      oldest,
    ]);
    assert.equal(third.nextCursor, null);
  });

  it('lists the tasks whose file has a name with a text in it', async ({ archive, store }) => {
    const [people, , percent, dots] = [
      await namedTask(store, 'People of Zürich.csv'),
      await namedTask(store, 'numbers.xlsx'),
      await namedTask(store, '100% ready_made.csv'),
      await namedTask(store, '... 😀.csv'),
    ].map(({ taskId }) => taskId);
    const expected: readonly (readonly [text: string, found: readonly (TaskId | undefined)[]])[] = [
      ['people of zürich.csv', [people]],
      ['ZÜRICH', [people]],
      // Its ü is written as two characters.
      ['Zu\u0308rich', [people]],
      ['peoples', []],
      ['0% READY', [percent]],
      ['%', [percent]],
      ['_', [percent]],
      ['😀', [dots]],
      ['.csv', [dots, percent, people]],
      ["' OR '1'='1", []],
      ['\u0000', []],
    ];
    for (const [fileName, found] of expected) {
      const listed = idsOf(await readAll(archive, { fileName }));
      assert.deepEqual([...listed].sort(), [...found].sort(), JSON.stringify(fileName));
    }
  });

  it('refuses a cursor that it has not given', async ({ archive, store }) => {
    await enqueueTask(store, 1);
    await enqueueTask(store, 1);
    const { nextCursor } = await archive.list(listRequest({ limit: 1 }));
    const others = ['', 'x', '-1', "' OR '1'='1", '\u0000', 'x'.repeat(10_000)];
    for (const cursor of [...others, `x${nextCursor}`, `${nextCursor} `, `${nextCursor}' OR '1'='1`]) {
      await rejectsWithCode(archive.list(listRequest({ cursor })), 'malformed_request');
    }
  });
}

const cancelledTaskOf = (store: TaskArchiveSubject['store']) => cancelledTask(store, 1);
const namedTask = async (store: TaskArchiveSubject['store'], name: string): Promise<Task> => {
  const { file, ...contents } = sampleContents(1);
  return await store.enqueue(await beginDraft(store), { ...contents, file: { ...file, name } });
};
const queuedTask = (store: TaskArchiveSubject['store']) => enqueueTask(store, 1);
