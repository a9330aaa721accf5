import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  accountId,
  type DueList,
  type EventOutbox,
  type FoundList,
  type ListEvent,
  type ListStore,
  newTaskId,
  type PhoneList,
  type StoredList,
  type TaskArchive,
  type TaskId,
  type TaskStore,
} from '@dialproof/core';
import { byManyCallers, sameJson } from '../runner/expectations.js';
import {
  type CreateOnClock,
  type DefineTimedCase,
  type KeepsTime,
  timedCasesWith,
} from '../runner/own-time.js';
import type { Reopens, TestRunner } from '../runner/test-runner.js';
import { finishedTask, OWNER } from '../tasks/subject/sample-task.js';

/** Lists, with the tasks and events beside them. */
export interface ListStoreParts {
  readonly lists: ListStore;
  readonly store: TaskStore;
  readonly archive: TaskArchive;
  readonly outbox: EventOutbox;
}

/** The subject of a case: empty stores of its own. */
export interface ListStoreSubject extends ListStoreParts, KeepsTime, Reopens<ListStoreParts> {}

type Define = DefineTimedCase<ListStoreSubject>;

const LEASE_MS = 60_000;
const DAY_MS = 86_400_000;
const STRANGER = accountId('another-account');
const MANY = 9;

function sampleList(taskId: TaskId, changes: Partial<PhoneList> = {}): PhoneList {
  return {
    listId: randomUUID(),
    accountId: OWNER,
    name: 'customers of \u0000 Köln "1"',
    createdAt: Date.UTC(2026, 0, 1),
    schedule: { every: 'month', day: 1, hour: 9, timeZone: 'Europe/Berlin' },
    nextRunAt: null,
    freshWithinMs: null,
    maxCredits: null,
    keyColumn: null,
    caps: null,
    taskId,
    pending: null,
    runs: [],
    ...changes,
  };
}

/** Adds a list with the rows of a new task, and expects the store to take it. */
async function createList(
  { lists, store }: ListStoreParts,
  { dueAt = null, keeps = [], ...changes }: Partial<PhoneList> & Partial<StoredList> = {},
): Promise<FoundList> {
  const taskId = changes.taskId ?? (await finishedTask(store)).taskId;
  const made = await lists.create({ list: sampleList(taskId, changes), dueAt, keeps }, MANY);
  assert.ok(made !== undefined, 'the list was refused');
  return made;
}

async function present({ lists }: ListStoreParts): Promise<number> {
  return (await lists.claimDue({ leaseMs: 0 })).now;
}

function claim({ lists }: ListStoreParts): Promise<DueList> {
  return lists.claimDue({ leaseMs: LEASE_MS });
}

async function claimed(subject: ListStoreParts): Promise<string | undefined> {
  return (await claim(subject)).found?.list.listId;
}

function keepingCases(it: Define): void {
  it('keeps lists as they are, and shows them to their account alone', async (subject) => {
    const { lists } = subject;
    const first = await createList(subject, { freshWithinMs: DAY_MS, keyColumn: 'id \u0000' });
    const second = await createList(subject, { name: 'another', createdAt: first.list.createdAt + 1 });
    const { accountId: owner, listId } = first.list;
    sameJson(await lists.find({ accountId: owner, listId }), first);
    sameJson(await lists.all(OWNER), [first, second]);
    assert.equal(await lists.find({ accountId: STRANGER, listId }), undefined);
    assert.deepEqual(await lists.all(STRANGER), []);
    assert.equal(await lists.remove({ accountId: STRANGER, listId }), false);
    assert.equal(
      await lists.replace({ ...first, list: { ...first.list, accountId: STRANGER }, events: [] }),
      false,
    );
    assert.equal(await lists.remove({ accountId: owner, listId }), true);
    assert.equal(await lists.remove({ accountId: owner, listId }), false);
    sameJson(await lists.all(OWNER), [second]);
  });

  it('makes a list with the same id once, and no more than an account may have', async (subject) => {
    const { lists, store } = subject;
    const { taskId } = await finishedTask(store);
    const stored = { list: sampleList(taskId), dueAt: null, keeps: [] };
    const made = await byManyCallers(() => lists.create(stored, 1));
    for (const list of made) sameJson(list, made[0]);
    assert.equal((await lists.all(OWNER)).length, 1);
    assert.equal(await lists.create({ ...stored, list: sampleList(taskId) }, 1), undefined);
    const others = await byManyCallers(() => lists.create({ ...stored, list: sampleList(taskId) }, 3));
    assert.equal(others.filter((list) => list !== undefined).length, 2);
  });

  it('is not changed through its arguments and return values', async (subject) => {
    const { lists } = subject;
    const made = await createList(subject);
    const unspoilt = structuredClone(made);
    Reflect.set(made.list, 'name', 'overwritten');
    Reflect.set((await lists.find(unspoilt.list)) ?? {}, 'list', null);
    sameJson(await lists.find(unspoilt.list), unspoilt);
  });

  it('remembers lists when it is opened again', async (subject) => {
    const now = await present(subject);
    const made = await createList(subject, { dueAt: now });
    const later = (await subject.reopen?.()) ?? subject;
    sameJson(await later.lists.find(made.list), made);
    assert.equal(await claimed(later), made.list.listId);
  });
}

function replacingCases(it: Define): void {
  it('replaces a list for one of several callers, with its events', async (subject) => {
    const { lists, outbox } = subject;
    const { list, revision } = await createList(subject);
    const answers = await byManyCallers((caller) => {
      const name = `by ${caller}`;
      return lists.replace({
        list: { ...list, name },
        dueAt: null,
        keeps: [],
        revision,
        events: [eventOf(list)],
      });
    });
    assert.equal(answers.filter(Boolean).length, 1);
    const winner = answers.indexOf(true);
    const found = await lists.find(list);
    assert.deepEqual([found?.list.name, (found?.revision ?? 0) > revision], [`by ${winner}`, true]);
    const events = (await outbox.claimEvents({ leaseMs: LEASE_MS, limit: 99 })).claims.map(
      ({ event }) => event,
    );
    const [event, ...more] = events.filter(({ kind }) => kind === 'list.changed');
    assert.equal(more.length, 0);
    const { eventId = '', ...facts } = event ?? {};
    assert.match(eventId, /^[a-zA-Z0-9_-]{1,64}$/);
    sameJson(facts, eventOf(list));
  });
}

function eventOf({ accountId: owner, listId, taskId }: PhoneList): ListEvent {
  const data = { list_id: listId, came: 1, went: 0 };
  return { kind: 'list.changed', accountId: owner, taskId, occurredAt: Date.UTC(2026, 0, 2), data };
}

function dueCases(it: Define): void {
  it('claims due lists, the one that waits longest first, and says when the next is due', async (subject) => {
    const now = await present(subject);
    const second = await createList(subject, { dueAt: now - 1_000 });
    const first = await createList(subject, { dueAt: now - 2_000 });
    await createList(subject, { dueAt: now + DAY_MS });
    await createList(subject);
    const { found, retryAfterMs } = await claim(subject);
    assert.deepEqual([found?.list.listId, retryAfterMs], [first.list.listId, 0]);
    sameJson(found?.list, first.list);
    assert.equal(found?.revision, first.revision);
    assert.equal(await claimed(subject), second.list.listId);
    const none = await claim(subject);
    assert.equal(none.found, undefined);
    const untilMs = none.retryAfterMs ?? 0;
    assert.ok(untilMs > 0 && untilMs <= LEASE_MS, `retryAfterMs is ${untilMs}`);
  });

  it('gives concurrent callers different lists', async (subject) => {
    const now = await present(subject);
    for (let made = 0; made < 3; made += 1) await createList(subject, { dueAt: now });
    const found = await byManyCallers(() => claimed(subject));
    const ids = found.filter((listId) => listId !== undefined);
    assert.equal(new Set(ids).size, ids.length);
    for (let more = await claimed(subject); more !== undefined; more = await claimed(subject)) ids.push(more);
    assert.equal(ids.length, 3);
  });

  it('claims a list again when its lease is over, unless it was made due at another time', async (subject, time) => {
    const { lists } = subject;
    const now = await present(subject);
    const made = await createList(subject, { dueAt: now });
    assert.equal(await claimed(subject), made.list.listId);
    assert.equal(await claimed(subject), undefined);
    await time.pass(LEASE_MS);
    const { found } = await claim(subject);
    assert.ok(found !== undefined, 'the list is not claimed again');
    await lists.replace({ ...found, dueAt: null, events: [] });
    await time.pass(DAY_MS);
    assert.deepEqual((await claim(subject)).retryAfterMs, null);
    const again = await lists.find(made.list);
    await lists.replace({ ...found, revision: again?.revision ?? 0, dueAt: now, events: [] });
    assert.equal(await claimed(subject), made.list.listId);
  });
}

function expiryCases(it: Define): void {
  it('keeps the tasks that a list needs from expiring, not from being removed', async (subject, time) => {
    const { archive, lists, store } = subject;
    const tasks = [await finishedTask(store), await finishedTask(store), await finishedTask(store)];
    const [one, two, three] = tasks.map(({ taskId }) => taskId) as [TaskId, TaskId, TaskId];
    const first = await createList(subject, { taskId: one, keeps: [one, two] });
    const second = await createList(subject, { taskId: one, keeps: [one] });
    await time.pass(DAY_MS);
    const expire = () => archive.expire({ endedBeforeMs: 0, limit: MANY });
    const left = async () =>
      (await Promise.all([one, two, three].map((taskId) => store.find(taskId)))).map(
        (task) => task !== undefined,
      );
    assert.equal(await expire(), 1);
    assert.deepEqual(await left(), [true, true, false]);
    await lists.replace({ ...first, keeps: [one], events: [] });
    assert.equal(await expire(), 1);
    await lists.remove(first.list);
    assert.equal(await expire(), 0);
    assert.equal(await archive.remove(one), true);
    await lists.remove(second.list);
    const kept = await createList(subject, {
      taskId: (await finishedTask(store)).taskId,
      keeps: [newTaskId()],
    });
    assert.equal(await lists.remove(kept.list), true);
    await time.pass(DAY_MS);
    assert.equal(await expire(), 1);
  });
}

/** Tests every sentence of {@link ListStore}. Each case calls `create` for empty stores that go by the clock. */
export function listStoreContract(runner: TestRunner, create: CreateOnClock<ListStoreSubject>): void {
  runner.describe('list store contract', () => {
    const it = timedCasesWith(runner, create);
    keepingCases(it);
    replacingCases(it);
    dueCases(it);
    expiryCases(it);
  });
}
