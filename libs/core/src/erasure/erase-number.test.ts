import { describe, expect, it } from 'vitest';
import { ManualClock } from '../memory/manual-clock.js';
import { MemoryListStore } from '../memory/memory-list-store.js';
import { MemoryReplayStore } from '../memory/memory-replay-store.js';
import { MemorySuppressionList } from '../memory/memory-suppression-list.js';
import { MemoryTaskStore } from '../memory/tasks/memory-task-store.js';
import type { E164 } from '../model/identifiers.js';
import type { Task } from '../model/task.js';
import type { NumberChecker } from '../ports/number-checker.js';
import {
  ALICE,
  BOB,
  csvContent,
  digitChecker,
  type TrialOptions,
  trialService,
} from '../service/trial-service.fixture.js';

const DAY_MS = 86_400_000;

/** Numbers that the checker answers by their last digit. */
const number = (end: number): E164 => `+1415555010${end}` as E164;
const file = (...ends: readonly number[]): string =>
  `name,phone\n${ends.map((end) => `Person ${end},${number(end)}\n`).join('')}`;

async function trial(options: TrialOptions = {}) {
  const asked: string[] = [];
  const clock = new ManualClock(Date.parse('2026-01-02T10:00:00Z'));
  const lists = new MemoryListStore({ clock });
  const store = new MemoryTaskStore({ clock, lists });
  const parts = {
    lists,
    replays: new MemoryReplayStore({ clock }),
    suppressions: new MemorySuppressionList(),
  };
  const checker: NumberChecker = {
    async check(phone, context) {
      asked.push(phone);
      return { status: (await digitChecker.check(phone, context)) as 'dead', source: `s${phone.at(-1)}` };
    },
  };
  const made = await trialService({ checker, clock, store, archive: store, ...parts, ...options });
  const { service } = made;
  const erase = (end: number, over: object = {}) =>
    service.eraseNumber({ accountId: ALICE, phone: number(end), ...over });
  const done = async (text: string): Promise<Task> => made.workToEnd(await made.submitCsv(text));
  const askedSince = () => asked.splice(0).sort();
  /** Every byte that the store has of a task. */
  const stored = async ({ taskId }: Pick<Task, 'taskId'>): Promise<string> => {
    const task = await store.find(taskId);
    const blocks = Array.from({ length: (task?.file.rowBlocks ?? 0) + 1 }, (_, index) =>
      store.rowBlock(taskId, index),
    );
    const chunks = await Promise.all([0, 1, 2, 3].map((index) => store.numbers(taskId, index)));
    const bytes = [...(await Promise.all(blocks)), ...chunks, ...(await store.statuses(taskId))];
    return [JSON.stringify(task), ...bytes.map((part) => Buffer.from(part ?? []).toString('latin1'))].join(
      '\n',
    );
  };
  return { ...made, ...parts, askedSince, done, erase, store, stored };
}

describe('an erased number', () => {
  it('is in no note on the file, whether as a sentence or as its parameters', async () => {
    const { done, erase, stored } = await trial();
    const both = `${number(1)}; ${number(2)}`;
    const task = await done(`name,phone\n${`Ada,${both}\n`.repeat(3)}`);
    expect(task.file.notes).toMatchObject([{ code: 'several_numbers', values: [both] }]);
    await erase(1);
    expect(await stored(task)).not.toContain(number(1));
    expect(await stored(task)).toContain(number(2));
  });

  it('is nowhere in the tasks of its account; rows, statuses and counts stay', async () => {
    const { done, erase, ledger, result, service, stored } = await trial();
    const task = await done(file(0, 1, 2, 1, 3));
    const other = await done(file(0, 2));
    expect(await erase(1)).toEqual({ tasks: 1, rows: 2, unfinished: [], answers: 0 });
    const { taskId } = task;
    const now = await service.task({ accountId: ALICE, taskId });
    expect(now).toEqual({ ...task, file: { ...task.file, erasures: 1 } });
    expect(await result(now, { columns: ['status', 'source', 'checked_at'] })).toBe(
      [
        'name,phone,verification_status,verification_source,verification_checked_at',
        `Person 0,${number(0)},wa_registered,s0,2026-01-02T10:00:00Z`,
        ',,telegram_registered,,',
        `Person 2,${number(2)},dead,s2,2026-01-02T10:00:00Z`,
        ',,telegram_registered,,',
        `Person 3,${number(3)},inactive,s3,2026-01-02T10:00:00Z`,
        '',
      ].join('\n'),
    );
    const { rows } = await service.rows({ accountId: ALICE, taskId });
    const nothing = { cell: '', phone: null, source: null, reason: null, checkedAt: null };
    expect(rows[1]).toEqual({ row: 2, status: 'telegram_registered', reassigned: null, ...nothing });
    expect(rows.map(({ phone }) => phone)).toEqual([number(0), null, number(2), null, number(3)]);
    expect(await stored(task)).not.toMatch(/4155550101|Person 1/);
    expect(await stored(task)).toMatch(/14155550102/);
    expect(await ledger.balance(ALICE)).toEqual({ available: 994, held: 0 });
    expect(await erase(1)).toEqual({ tasks: 0, rows: 0, unfinished: [], answers: 0 });
    expect(await service.task({ accountId: ALICE, taskId: other.taskId })).toEqual(other);
  });

  it('leaves other cells, the header, the names and the notes too', async () => {
    const { erase, result, service, stored, submitCsv, workToEnd } = await trial();
    const text = [
      'Hotline +1 415 555 0101,x',
      'name,phone',
      `Ada,${number(0)}`,
      `"Bob, whose office is (415) 555-0101",${number(2)}`,
      `Cyd,${number(0)} / ${number(1)}`,
      '',
    ].join('\n');
    const task = await workToEnd(
      await submitCsv(text, { fileName: 'calls of 4155550101.csv', headerRow: 2 }),
    );
    const { taskId } = task;
    await service.lists?.create({ accountId: ALICE, name: 'calls of 4155550101', taskId });
    expect(await erase(1)).toMatchObject({ tasks: 1, rows: 2 });
    expect(await stored(task)).not.toMatch(/555.?0101/);
    expect(await service.lists?.all(ALICE)).toMatchObject([{ name: 'calls of …', taskId }]);
    const erased = await service.task({ accountId: ALICE, taskId: task.taskId });
    expect(erased.file.name).toBe('calls of ….csv');
    expect(await result(erased)).toBe(
      [
        `,x`,
        'name,phone,verification_status',
        `Ada,${number(0)},wa_registered`,
        `,${number(2)},dead`,
        'Cyd,,unknown',
        '',
      ].join('\n'),
    );
  });

  it('is ignored by a comparison, by fresh_within and by the download with a previous status', async () => {
    const { askedSince, clock, done, erase, result, service, submitCsv, workToEnd } = await trial();
    const before = await done(file(0, 1, 2));
    clock.advance(DAY_MS);
    const after = await done(file(0, 1, 3));
    await erase(1);
    const { changes, counts } = await service.changes({
      ...{ accountId: ALICE, taskId: after.taskId, against: before.taskId },
    });
    expect([...changes].map(({ change, phone }) => [change, phone])).toEqual([
      ['came', number(3)],
      ['went', number(2)],
    ]);
    expect(counts).toMatchObject({ unchanged: 1, rowsWithoutNumber: 1, rowsWithoutNumberBefore: 1 });
    expect(await result(after, { previous: before.taskId })).toContain('\n,,telegram_registered,\n');
    askedSince();
    await workToEnd(await submitCsv(file(0, 1), { freshWithinMs: 9 * DAY_MS }));
    expect(askedSince()).toEqual([number(1)]);
  });

  it('is not asked about by a retry, whether its check failed or was never made', async () => {
    const { askedSince, erase, ledger, service, submitCsv, workToEnd } = await trial({ checkAttempts: 1 });
    const failed = await workToEnd(await submitCsv(file(0, 8, 9)));
    const cancelled = await submitCsv(file(1, 2, 3, 8, 9));
    await service.cancel({ accountId: ALICE, taskId: cancelled.taskId });
    expect(await erase(9)).toMatchObject({ tasks: 2, rows: 2, unfinished: [] });
    askedSince();
    for (const [{ taskId }, phones] of [
      [failed, [number(8)]],
      [cancelled, [1, 2, 3, 8].map(number)],
    ] as const) {
      const retried = await workToEnd(await service.retry({ accountId: ALICE, taskId }));
      expect(askedSince()).toEqual(phones);
      expect(retried).toMatchObject({ status: 'done', processed: retried.total, checksFailed: 1 });
    }
    expect(await ledger.balance(ALICE)).toEqual({ available: 996, held: 0 });
  });

  it('clears the key column of a list whose name contains it', async () => {
    const { done, erase, service } = await trial();
    const { taskId } = await done(`(415) 555-0101,phone\n7,${number(2)}\n`);
    const settings = { accountId: ALICE, taskId };
    await service.lists?.create({ ...settings, name: 'named', keyColumn: '(415) 555-0101' });
    await service.lists?.create({ ...settings, name: 'other', keyColumn: 'phone' });
    await erase(1);
    expect(await service.lists?.all(ALICE)).toMatchObject([
      { name: 'named', keyColumn: null },
      { name: 'other', keyColumn: 'phone' },
    ]);
  });

  it('is erased although a list is deleted meanwhile', async () => {
    const { done, erase, lists, service } = await trial();
    const { taskId } = await done(file(1));
    await service.lists?.create({ accountId: ALICE, name: `calls of ${number(1)}`, taskId });
    const all = lists.all.bind(lists);
    lists.all = async (accountId) => {
      const found = await all(accountId);
      for (const { list } of found) await lists.remove(list);
      return found;
    };
    expect(await erase(1)).toMatchObject({ tasks: 1, rows: 1 });
  });

  it('is missing in the next run of a list', async () => {
    const { askedSince, done, erase, ledger, result, service, workToEnd } = await trial();
    const { taskId } = await done(file(0, 1, 2, 1));
    const { lists } = service;
    const list = await lists?.create({ accountId: ALICE, name: 'customers', taskId });
    await erase(1);
    askedSince();
    const before = await ledger.balance(ALICE);
    const run = await lists?.run({ accountId: ALICE, listId: list?.listId ?? '' });
    expect(run?.credits.held).toBe(2);
    const task = await workToEnd(run as Task);
    expect(askedSince()).toEqual([number(0), number(2)]);
    expect(task).toMatchObject({
      status: 'done',
      total: 4,
      processed: 4,
      summary: { unknown: 2 },
      credits: { charged: 2 },
    });
    expect((await result(task)).split('\n').slice(1)).toEqual([
      ...[`Person 0,${number(0)},wa_registered`, ',,unknown', `Person 2,${number(2)},dead`, ',,unknown', ''],
    ]);
    expect((await ledger.balance(ALICE)).available).toBe(before.available - 2);
  });

  it('stays in unfinished tasks, which are listed, until a repeat', async () => {
    const { done, erase, service, submitCsv, workToEnd } = await trial();
    await done(file(1));
    const running = await submitCsv(file(0, 1, 2, 3));
    await submitCsv(file(0));
    await service.work();
    expect(await erase(1)).toEqual({ tasks: 1, rows: 1, unfinished: [running.taskId], answers: 0 });
    await workToEnd(running);
    expect(await erase(1)).toEqual({ tasks: 1, rows: 1, unfinished: [], answers: 0 });
  });

  it('stays where it is another account’s, and in kept answers of others', async () => {
    const { erase, ledger, replays, service, workAll } = await trial();
    await ledger.grant(BOB, 9);
    const submitted = await service.submit({
      accountId: BOB,
      fileName: 'a.csv',
      content: csvContent(file(1)),
    });
    await workAll();
    const keep = async (accountId: typeof ALICE, key: string, reply: string) => {
      const begun = await replays.begin({ accountId, key, leaseMs: 1, maxPerAccount: 9 });
      const token = begun.outcome === 'new' ? begun.token : '';
      await replays.complete(
        { accountId, key, token },
        { fingerprint: 'f', reply: Buffer.from(reply), keepMs: 9 },
      );
    };
    await keep(ALICE, 'a', `{"phone":"${number(1)}"}`);
    await keep(ALICE, 'b', `{"phone":"${number(2)}"}`);
    await keep(BOB, 'c', `{"phone":"${number(1)}"}`);
    expect(await erase(1)).toEqual({ tasks: 0, rows: 0, unfinished: [], answers: 1 });
    const outcomes = [ALICE, ALICE, BOB].map(async (accountId, index) => {
      const key = ['a', 'b', 'c'][index] ?? '';
      return (await replays.begin({ accountId, key, leaseMs: 1, maxPerAccount: 9 })).outcome;
    });
    expect(await Promise.all(outcomes)).toEqual(['new', 'done', 'done']);
    const { rows } = await service.rows({ accountId: BOB, taskId: submitted.taskId });
    expect(rows[0]?.phone).toBe(number(1));
  });

  it('is suppressed, or removed from the suppression list, if requested', async () => {
    const { askedSince, erase, submitCsv, suppressions, workToEnd } = await trial();
    const isSuppressed = async () => (await suppressions.among(ALICE, [number(1)])).size === 1;
    const running = await submitCsv(file(0, 1));
    await erase(1, { suppress: true });
    expect(await isSuppressed()).toBe(true);
    await workToEnd(running);
    expect(askedSince()).toEqual([number(0)]);
    await erase(1);
    expect(await isSuppressed()).toBe(true);
    await erase(1, { suppress: false });
    expect(await isSuppressed()).toBe(false);
  });

  it('has another version of its results', async () => {
    const { done, erase, service } = await trial();
    const { taskId } = await done(file(0, 1));
    const version = async () => (await service.results({ accountId: ALICE, taskId })).version;
    const before = await version();
    await erase(2);
    expect(await version()).toBe(before);
    await erase(1);
    expect(await version()).not.toBe(before);
  });

  it('is gone after the repeat of a call that failed at any of its steps', async () => {
    for (let step = 1; ; step += 1) {
      const { done, erase, service, store, stored } = await trial();
      const tasks = [await done(file(0, 1, 2)), await done(file(1, 3))];
      const rewrite = store.rewrite.bind(store);
      let calls = 0;
      store.rewrite = async (...args) => {
        calls += 1;
        const changed = calls === step ? undefined : await rewrite(...args);
        if (calls >= step) throw new Error('killed');
        return changed ?? false;
      };
      const outcome = await erase(1).catch(() => 'killed');
      store.rewrite = rewrite;
      await erase(1);
      for (const task of tasks) {
        expect(await stored(task)).not.toMatch(/4155550101|Person 1/);
        expect((await service.task({ accountId: ALICE, taskId: task.taskId })).summary).toEqual(task.summary);
      }
      if (outcome !== 'killed') break;
      expect(step).toBeLessThan(20);
    }
  });

  it('is gone when other numbers of its file are erased at the same time', async () => {
    const { done, erase, stored } = await trial();
    const task = await done(file(0, 1, 2, 3, 4, 5, 6, 7));
    const erased = await Promise.all([1, 2, 3, 4, 5, 6].map((end) => erase(end)));
    expect(erased).toEqual(erased.map(() => ({ tasks: 1, rows: 1, unfinished: [], answers: 0 })));
    expect(await stored(task)).not.toMatch(/415555010[1-6]|Person [1-6]/);
    expect(await stored(task)).toMatch(/Person 7/);
    expect(await erase(1)).toMatchObject({ tasks: 0, rows: 0 });
  });

  it('is refused without the needed ports, and for a text that is not a number', async () => {
    const { service } = await trialService();
    const request = { accountId: ALICE, phone: number(1) };
    expect(service.supports.eraseNumber).toBe(false);
    await expect(service.eraseNumber(request)).rejects.toMatchObject({ code: 'not_supported' });
    const { erase, service: other } = await trial({ suppressions: null, maxSuppressionsPerAccount: 1 });
    await expect(erase(1, { suppress: true })).rejects.toMatchObject({ code: 'not_supported' });
    await expect(other.eraseNumber({ ...request, phone: '0100' })).rejects.toMatchObject({
      code: 'invalid_phone',
    });
    const full = await trial({ maxSuppressionsPerAccount: 1 });
    await full.erase(1, { suppress: true });
    await expect(full.erase(2, { suppress: true })).rejects.toMatchObject({ code: 'too_many_suppressions' });
    const signal = AbortSignal.abort(new Error('gone'));
    await full.done(file(0));
    await expect(full.erase(2, { signal })).rejects.toThrow('gone');
  });
});
