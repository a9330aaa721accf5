import { describe, expect, it } from 'vitest';
import { until } from '../async/turns.fixture.js';
import { MemoryCreditLedger } from '../memory/credits/memory-credit-ledger.js';
import { ManualClock } from '../memory/manual-clock.js';
import { MemoryListStore } from '../memory/memory-list-store.js';
import { MemoryTaskStore } from '../memory/tasks/memory-task-store.js';
import { DialproofError, type ErrorCode } from '../model/errors.js';
import { type E164, type TaskId, taskHoldId } from '../model/identifiers.js';
import type { PhoneList } from '../model/phone-list.js';
import { ALICE, trialService } from '../service/trial-service.fixture.js';
import type { CreateListRequest, PhoneLists } from './phone-lists.js';

const DAY_MS = 86_400_000;
const EVERY_DAY = { every: 'day', hour: 9, timeZone: 'UTC' } as const;

const ADA = '+14155552671';
const JANUARY = `id,phone\n1,${ADA}\n2,+14155552672\n3,n/a\n`;
const FEBRUARY = `id,phone\n1,${ADA}\n4,+14155552673\n`;

/** A file, and whether it was read and closed. With `waits`, its second piece comes after `go`. */
function fileOf(text: string, { waits = false } = {}) {
  let go = (): void => undefined;
  const isToGoOn = new Promise<void>((resolve) => {
    go = resolve;
  });
  if (!waits) go();
  const seen = { isRead: false, isClosed: false };
  const content: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]() {
      let pieces = 0;
      return {
        async next() {
          seen.isRead = true;
          pieces += 1;
          if (pieces === 2) await isToGoOn;
          if (pieces > 2) return { done: true, value: undefined };
          return { done: false, value: Buffer.from(pieces === 1 ? text.slice(0, 20) : text.slice(20)) };
        },
        async return() {
          seen.isClosed = true;
          return { done: true, value: undefined };
        },
      };
    },
  };
  return { file: { fileName: 'people.csv', content }, go, seen };
}

/** Makes a store fail where a run has its task and begins, as after a kill. Returns the function that mends it. */
function failAtBegin(store: MemoryListStore, code: ErrorCode = 'storage_unavailable'): () => void {
  const replace = store.replace.bind(store);
  store.replace = async (replacement) => {
    if ((replacement.list.pending?.beganAt ?? null) === null) return await replace(replacement);
    throw new DialproofError(code);
  };
  return () => {
    store.replace = replace;
  };
}

async function trial(options: { readonly maxListsPerAccount?: number } = {}) {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const store = new MemoryListStore({ clock });
  const tasks = new MemoryTaskStore({ clock, lists: store });
  const ledger = new MemoryCreditLedger({ clock });
  await ledger.grant(ALICE, 1_000);
  const asked: E164[] = [];
  const checker = {
    async check(number: E164) {
      asked.push(number);
      return 'dead' as const;
    },
  };
  const parts = { clock, store: tasks, ledger, archive: tasks, lists: store, checker, ...options };
  const { service } = await trialService(parts);
  // The service was made with the option.
  const lists = service.lists as PhoneLists;
  const settle = async (): Promise<void> => {
    for (let calls = 0; calls < 50; calls += 1) {
      await service.work();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const keyOf = ({ listId }: PhoneList) => ({ accountId: ALICE, listId });
  return {
    ...{ asked, clock, keyOf, ledger, lists, service, settle, store, tasks },
    find: (list: PhoneList) => lists.find(keyOf(list)),
    create: (text: string, more: Partial<Omit<CreateListRequest, 'file' | 'taskId'>> = {}) =>
      lists.create({ accountId: ALICE, name: 'people', file: fileOf(text).file, ...more }),
    taskIds: async () => (await service.list({ accountId: ALICE })).tasks.map(({ taskId }) => taskId),
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= 60_000) {
        clock.advance(Math.min(60_000, left));
        await settle();
      }
    },
  };
}

describe('a list of a file', () => {
  it('submits the file as its first run', async () => {
    const { create, find, ledger, settle } = await trial();
    const list = await create(JANUARY, { schedule: EVERY_DAY, keyColumn: 'id' });
    expect(list).toMatchObject({
      ...{ name: 'people', keyColumn: 'id', nextRunAt: Date.UTC(2026, 0, 1, 9), runs: [] },
      pending: { taskId: list.taskId },
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 2 });
    await settle();
    expect(await find(list)).toMatchObject({
      pending: null,
      runs: [{ status: 'done', taskId: list.taskId, total: 3, charged: 2, changes: null }],
    });
  });

  it('has one limit and one age of answers for its file and for each later run', async () => {
    const { asked, create, find, settle, taskIds } = await trial();
    await expect(create(JANUARY, { maxCredits: 1 })).rejects.toMatchObject({ code: 'max_credits_exceeded' });
    expect(await taskIds()).toEqual([]);
    await create(JANUARY);
    await settle();
    const list = await create(FEBRUARY, { freshWithinMs: DAY_MS, maxCredits: 1 });
    await settle();
    expect((await find(list)).runs).toMatchObject([{ status: 'done', charged: 1 }]);
    expect(asked).toEqual([ADA, '+14155552672', '+14155552673']);
  });

  it('is refused before its file is read, and without a trace', async () => {
    const { create, ledger, lists, taskIds } = await trial({ maxListsPerAccount: 1 });
    const wrong = fileOf(JANUARY);
    const request = { accountId: ALICE, file: wrong.file };
    await expect(lists.create({ ...request, name: '' })).rejects.toThrow(TypeError);
    await expect(lists.create({ ...request, name: 'a', taskId: 'a' as never } as never)).rejects.toThrow(
      'either a taskId or a file',
    );
    expect(wrong.seen.isRead).toBe(false);
    // The first rows show the columns.
    await expect(create(JANUARY, { keyColumn: 'customer' })).rejects.toMatchObject({
      code: 'column_not_found',
      hint: expect.stringContaining('"id", "phone"'),
    });
    expect([await taskIds(), await lists.all(ALICE)]).toEqual([[], []]);
    await create(JANUARY);
    const more = fileOf(FEBRUARY);
    await expect(lists.create({ accountId: ALICE, name: 'more', file: more.file })).rejects.toMatchObject({
      code: 'too_many_lists',
    });
    expect(more.seen).toEqual({ isRead: false, isClosed: true });
    expect([(await taskIds()).length, await ledger.balance(ALICE)]).toEqual([1, { available: 998, held: 2 }]);
  });

  it.each([false, true])(
    'is one, with one task and one charge, by a repeat after its file alone was taken (task over: %s)',
    async (isOver) => {
      const { create, ledger, lists, settle, store, taskIds } = await trial({ maxListsPerAccount: 1 });
      const make = store.create.bind(store);
      store.create = async () => {
        throw new DialproofError('storage_unavailable');
      };
      const request = { requestId: 'r', keyColumn: 'id' };
      await expect(create(JANUARY, request)).rejects.toMatchObject({ code: 'storage_unavailable' });
      store.create = make;
      if (isOver) await settle();
      const list = await create(JANUARY, request);
      const again = await create(JANUARY, request);
      await settle();
      expect([again.listId, await taskIds()]).toEqual([list.listId, [list.taskId]]);
      expect((await lists.all(ALICE)).map(({ listId }) => listId)).toEqual([list.listId]);
      expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 0 });
      await expect(create(FEBRUARY, request)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    },
  );
});

describe('a newer file of a list', () => {
  async function ofJanuary(settings: Parameters<Awaited<ReturnType<typeof trial>>['create']>[1] = {}) {
    const made = await trial();
    const list = await made.create(JANUARY, settings);
    await made.settle();
    return {
      ...{ ...made, list },
      run: (text: string, more = {}) =>
        made.lists.run({ ...made.keyOf(list), file: fileOf(text).file, ...more }),
    };
  }

  it('is a run: the list gets its rows, and its changes become an event', async () => {
    const { find, keyOf, list, lists, run, settle } = await ofJanuary();
    const task = await run(FEBRUARY);
    expect(await find(list)).toMatchObject({ taskId: task.taskId, pending: { taskId: task.taskId } });
    await settle();
    const { runs } = await find(list);
    expect(runs[0]).toMatchObject({
      ...{ status: 'done', taskId: task.taskId, against: list.taskId, dueAt: null },
      changes: { came: 1, changed: 0, went: 1, unchanged: 1, notCompared: 0 },
    });
    expect((await lists.changes(keyOf(list))).counts).toMatchObject({ came: 1, went: 1 });
    const next = await lists.run(keyOf(list));
    await settle();
    expect((await find(list)).runs[0]).toMatchObject({
      ...{ taskId: next.taskId, against: task.taskId, total: 2 },
      changes: { came: 0, went: 0, unchanged: 2 },
    });
  });

  it('is read like the file before, unless its settings differ', async () => {
    const home = 'name,phone,mobile\nAda,030 1234567,0171 2345601\n';
    const { find, keyOf, lists, settle } = await trial();
    const file = { ...fileOf(home).file, phoneColumn: 'mobile', defaultCountry: 'DE' };
    const list = await lists.create({ accountId: ALICE, name: 'people', file });
    await settle();
    await lists.run({ ...keyOf(list), file: fileOf(home).file });
    await settle();
    expect((await find(list)).runs[0]).toMatchObject({ changes: { came: 0, went: 0, unchanged: 1 } });
    await lists.run({ ...keyOf(list), file: { ...fileOf(home).file, phoneColumn: 'phone' } });
    await settle();
    expect((await find(list)).runs[0]).toMatchObject({ changes: { came: 1, went: 1, unchanged: 0 } });
  });

  it('may cost what the list allows, unless its own limit differs', async () => {
    const { asked, find, list, run, settle, taskIds } = await ofJanuary({ maxCredits: 2 });
    const three = `${FEBRUARY}5,+14155552674\n`;
    await expect(run(three)).rejects.toMatchObject({ code: 'max_credits_exceeded' });
    expect([await taskIds(), (await find(list)).pending]).toEqual([[list.taskId], null]);
    await run(FEBRUARY, { file: { ...fileOf(three).file, maxCredits: 3, freshWithinMs: DAY_MS } });
    await settle();
    expect((await find(list)).maxCredits).toBe(2);
    expect(asked.slice(2)).toEqual(['+14155552673', '+14155552674']);
  });

  it('is refused unread while a run is under way, and where there is no such list', async () => {
    const { find, keyOf, list, lists, run } = await ofJanuary();
    const { taskId } = await run(FEBRUARY);
    for (const [key, code] of [
      [keyOf(list), 'request_in_progress'],
      [{ accountId: ALICE, listId: 'none' }, 'list_not_found'],
    ] as const) {
      const { file, seen } = fileOf(JANUARY);
      await expect(lists.run({ ...key, file })).rejects.toMatchObject({ code });
      expect(seen).toEqual({ isRead: false, isClosed: true });
    }
    expect(await find(list)).toMatchObject({ taskId, pending: { taskId } });
  });

  it('that is refused leaves the list as it was', async () => {
    const { find, ledger, list, run, taskIds } = await ofJanuary({ keyColumn: 'id' });
    await expect(run(`phone\n${ADA}\n`)).rejects.toMatchObject({ code: 'column_not_found' });
    await expect(run('id,phone\n')).rejects.toMatchObject({ code: 'empty_file' });
    const stop = new AbortController();
    const { file, seen } = fileOf(FEBRUARY, { waits: true });
    const upload = run('', { file: { ...file, signal: stop.signal } });
    const broken = expect(upload).rejects.toMatchObject({ code: 'upload_interrupted' });
    await until(() => seen.isRead);
    stop.abort();
    await broken;
    expect(await find(list)).toMatchObject({ taskId: list.taskId, pending: null, runs: [{}] });
    expect([await taskIds(), await ledger.balance(ALICE)]).toEqual([
      [list.taskId],
      { available: 998, held: 0 },
    ]);
    await run(FEBRUARY);
  });

  it('that comes slowly blocks other runs, and a due run follows it', async () => {
    const { clock, find, keyOf, list, lists, pass, run, settle } = await ofJanuary({ schedule: EVERY_DAY });
    clock.advance(9 * 3_600_000 - 60_000);
    const { file, go, seen } = fileOf(FEBRUARY, { waits: true });
    const upload = run('', { file });
    await until(() => seen.isRead);
    await pass(5 * 60_000);
    const refused = { code: 'request_in_progress' };
    await expect(lists.run(keyOf(list))).rejects.toMatchObject(refused);
    expect((await find(list)).pending).toMatchObject({ beganAt: null });
    go();
    const { taskId } = await upload;
    await settle();
    await pass(60_000);
    expect((await find(list)).runs).toMatchObject([
      { dueAt: Date.UTC(2026, 0, 1, 9), against: taskId },
      { dueAt: null, taskId },
      {},
    ]);
  });

  it('that has not come after a quarter of an hour leaves the list free, and is its when it comes', async () => {
    const { find, list, pass, run, settle } = await ofJanuary();
    const { file, go, seen } = fileOf(FEBRUARY, { waits: true });
    const upload = run('', { file });
    await until(() => seen.isRead);
    await pass(16 * 60_000);
    expect(await find(list)).toMatchObject({ taskId: list.taskId, pending: null, runs: [{}] });
    go();
    const { taskId } = await upload;
    await settle();
    expect((await find(list)).runs).toMatchObject([{ status: 'done', taskId }, {}]);
  });

  it.each([
    ['a repeat', 'storage_unavailable'],
    ['the work on due lists', 'storage_unavailable'],
    ['the work on due lists', 'overloaded'],
  ] as const)(
    'that became a task without beginning its run is given to the list by %s (%s)',
    async (by, code) => {
      const { find, ledger, list, pass, run, settle, store, taskIds } = await ofJanuary();
      const restore = failAtBegin(store, code);
      const request = { requestId: 'r' };
      await expect(run(FEBRUARY, request)).rejects.toMatchObject({ code });
      restore();
      expect(await taskIds()).toHaveLength(2);
      if (by !== 'a repeat') await pass(16 * 60_000);
      const { taskId } = await run(FEBRUARY, request);
      await settle();
      await run(FEBRUARY, request);
      expect(await find(list)).toMatchObject({
        ...{ taskId, pending: null },
        runs: [{ status: 'done', taskId, changes: { came: 1, went: 1 } }, {}],
      });
      expect([(await taskIds()).length, await ledger.balance(ALICE)]).toEqual([
        2,
        { available: 996, held: 0 },
      ]);
    },
  );

  it.each([
    ['breaks off', false, 'upload_interrupted'],
    ['breaks off', true, 'upload_interrupted'],
    ['has another file', false, 'idempotency_key_reused'],
    ['has another file', true, 'idempotency_key_reused'],
  ])('stays a run of its list when a repeat %s (run begun: %s)', async (_, isBegun, code) => {
    const { find, list, pass, run, store } = await ofJanuary();
    const restore = isBegun ? () => undefined : failAtBegin(store);
    await run(FEBRUARY, { requestId: 'r' }).catch(() => undefined);
    restore();
    const stop = new AbortController();
    if (code === 'upload_interrupted') stop.abort();
    const file = { ...fileOf(JANUARY).file, signal: stop.signal };
    await expect(run('', { requestId: 'r', file })).rejects.toMatchObject({ code });
    await pass(16 * 60_000);
    expect(await find(list)).toMatchObject({ pending: null, runs: [{ status: 'done', total: 2 }, {}] });
  });

  it.each([
    ['in its file', 'id,phone\n', 'request_in_progress'],
    ['for want of credits', FEBRUARY, 'insufficient_credits'],
  ])('keeps the list to itself while a twin of its request is refused %s', async (_, text, code) => {
    const { find, keyOf, ledger, list, lists, run, settle } = await ofJanuary();
    const { file, go, seen } = fileOf(FEBRUARY, { waits: true });
    const upload = run('', { requestId: 'r', file });
    await until(() => seen.isRead);
    const spent = taskHoldId('spent' as TaskId, 1);
    const credits = code === 'insufficient_credits' ? 998 : 1;
    await ledger.hold({ holdId: spent, accountId: ALICE, credits, expiresAfterMs: null });
    await expect(run(text, { requestId: 'r' })).rejects.toMatchObject({ code });
    await ledger.settle({ holdId: spent, accountId: ALICE, credits: 0 });
    await expect(lists.run(keyOf(list))).rejects.toMatchObject({ code: 'request_in_progress' });
    go();
    const { taskId } = await upload;
    await settle();
    expect(await find(list)).toMatchObject({ taskId, pending: null, runs: [{ status: 'done', taskId }, {}] });
  });

  it('keeps the key column of its list while it comes', async () => {
    const { keyOf, list, lists, run, settle } = await ofJanuary();
    const { file, go, seen } = fileOf(`phone,n\n${ADA},1\n`, { waits: true });
    const upload = run('', { file });
    await until(() => seen.isRead);
    const change = (keyColumn: string | null) => lists.change({ ...keyOf(list), keyColumn });
    await expect(change('id')).rejects.toMatchObject({ code: 'request_in_progress' });
    await change(null);
    go();
    await upload;
    await settle();
    await expect(change('id')).rejects.toMatchObject({ code: 'column_not_found' });
    expect(await change('n')).toMatchObject({ keyColumn: 'n' });
  });

  it('stays a task if the list is deleted while it comes', async () => {
    const { keyOf, list, lists, run, taskIds } = await ofJanuary();
    const { file, go, seen } = fileOf(FEBRUARY, { waits: true });
    const upload = run('', { file });
    await until(() => seen.isRead);
    await lists.remove(keyOf(list));
    go();
    const { taskId } = await upload;
    expect(await taskIds()).toContain(taskId);
  });
});
