import { describe, expect, it, vi } from 'vitest';
import { settle } from '../async/turns.fixture.js';
import { MOST_ROWS, MOST_TASKS } from '../batch/account-tasks.js';
import type { SubmitRequest } from '../batch/intake/submit.js';
import { ManualClock } from '../memory/manual-clock.js';
import { MemoryTaskStore } from '../memory/tasks/memory-task-store.js';
import type { HoldId } from '../model/identifiers.js';
import type { NumberChecker } from '../ports/number-checker.js';
import {
  ALICE,
  BOB,
  csvContent,
  digitChecker,
  type TrialOptions,
  trialService,
} from './trial-service.fixture.js';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-01-02T10:00:00Z');

/** Numbers that the checker answers by their last digit. */
const number = (end: number): string => `+1415555010${end}`;
const file = (...ends: readonly number[]): string =>
  `phone\n${ends.map((end) => `${number(end)}\n`).join('')}`;

async function trial(options: TrialOptions = {}) {
  const asked: string[] = [];
  const clock = options.clock ?? new ManualClock(NOW);
  const store = options.store ?? new MemoryTaskStore({ clock });
  const checker: NumberChecker = {
    async check(phone, context) {
      asked.push(phone);
      const status = (await digitChecker.check(phone, context)) as 'dead';
      return { status, source: 'digits', reason: 'the last digit' };
    },
  };
  const made = await trialService({ checker, clock, store, archive: store, ...options });
  const freshCsv = (text: string, over: Partial<SubmitRequest> = {}) =>
    made.submitCsv(text, { freshWithinMs: 14 * DAY_MS, ...over });
  /** The numbers that were checked since the last call of this function. */
  const askedSince = () => asked.splice(0).sort();
  return { ...made, askedSince, freshCsv };
}

describe('a file with freshWithinMs', () => {
  it("takes the account's earlier answers for free, and checks the other numbers", async () => {
    const { askedSince, clock, freshCsv, ledger, result, submitCsv, workToEnd } = await trial();
    await workToEnd(await submitCsv(file(0, 1, 2)));
    askedSince();
    clock.advance(10 * DAY_MS);
    const submitted = await freshCsv(file(2, 3, 1, 2, 0));
    expect(submitted.credits).toEqual({ held: 1, charged: 0 });
    const task = await workToEnd(submitted);
    expect(askedSince()).toEqual([number(3)]);
    expect(task).toMatchObject({
      status: 'done',
      processed: 5,
      summary: { dead: 2, inactive: 1, telegram_registered: 1, wa_registered: 1 },
      sources: { digits: 5 },
      credits: { held: 0, charged: 1 },
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 996, held: 0 });
    const found = 'digits,the last digit,2026-01-02T10:00:00Z';
    expect(await result(task, { columns: ['status', 'source', 'reason', 'checked_at'] })).toBe(
      [
        'phone,verification_status,verification_source,verification_reason,verification_checked_at',
        `${number(2)},dead,${found}`,
        `${number(3)},inactive,digits,the last digit,2026-01-12T10:00:00Z`,
        `${number(1)},telegram_registered,${found}`,
        `${number(2)},dead,${found}`,
        `${number(0)},wa_registered,${found}`,
        '',
      ].join('\n'),
    );
  });

  it('checks numbers again whose answers are too old', async () => {
    const { askedSince, clock, freshCsv, submitCsv, workToEnd } = await trial();
    await workToEnd(await submitCsv(file(0, 1)));
    clock.advance(14 * DAY_MS);
    await workToEnd(await freshCsv(file(0)));
    clock.advance(1_000);
    askedSince();
    await workToEnd(await freshCsv(file(0, 1)));
    expect(askedSince()).toEqual([number(0), number(1)]);
    clock.advance(DAY_MS);
    await workToEnd(await freshCsv(file(0, 1)));
    expect(askedSince()).toEqual([]);
  });

  it('takes no answer of another account, and none without information', async () => {
    const { askedSince, freshCsv, ledger, submitCsv, workAll, workToEnd } = await trial();
    await ledger.grant(BOB, 9);
    await workToEnd(await submitCsv(file(0, 4, 9)));
    askedSince();
    await freshCsv(file(0), { accountId: BOB });
    await workAll();
    expect(askedSince()).toEqual([number(0)]);
    // The answer of one number was unknown, and the check of the other failed.
    await workToEnd(await freshCsv(file(0, 4, 9)));
    expect([...new Set(askedSince())]).toEqual([number(4), number(9)]);
  });

  it.each([
    ['line_live', []],
    ['line_live: CONNECTED', []],
    ['line_unclear: FAILED', [number(4)]],
    ['line_lively', [number(4)]],
    [undefined, [number(4)]],
  ])('takes an unknown with the reason %s if it says that the line is in service', async (reason, asked) => {
    const questions: string[] = [];
    const checker: NumberChecker = {
      async check(phone) {
        questions.push(phone);
        return { status: 'unknown', source: 'lines', ...(reason === undefined ? {} : { reason }) };
      },
    };
    const { freshCsv, ledger, result, submitCsv, workToEnd } = await trial({ checker });
    await workToEnd(await submitCsv(file(4)));
    questions.length = 0;
    const task = await workToEnd(await freshCsv(file(4)));
    expect(questions).toEqual(asked);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999 - asked.length, held: 0 });
    const columns = ['status', 'source', 'reason'] as const;
    expect(await result(task, { columns })).toContain(`${number(4)},unknown,lines,${reason ?? ''}`);
  });

  it('needs credits and max_credits only for unknown numbers', async () => {
    const { freshCsv, ledger, submitCsv, workToEnd } = await trial();
    await workToEnd(await submitCsv(file(0, 1)));
    const taken = { holdId: 'taken' as HoldId, accountId: ALICE, expiresAfterMs: null };
    await ledger.hold({ ...taken, credits: 997 });
    await expect(freshCsv(file(0, 1, 2, 3))).rejects.toMatchObject({
      code: 'insufficient_credits',
      hint: 'the file needs at least 2 credits, 1 is available',
    });
    await expect(freshCsv(file(0, 1, 2), { maxCredits: 0 })).rejects.toMatchObject({
      code: 'max_credits_exceeded',
    });
    const task = await workToEnd(await freshCsv(file(0, 1, 2), { maxCredits: 1 }));
    expect(task.credits).toEqual({ held: 0, charged: 1 });
    expect(await ledger.balance(ALICE)).toEqual({ available: 0, held: 997 });
  });

  it('finds its task by its id; with another age it is another request', async () => {
    const { clock, freshCsv, submitCsv, workToEnd } = await trial();
    await workToEnd(await submitCsv(file(0)));
    const keyed = { taskId: 'the-task' as SubmitRequest['taskId'] & string };
    const first = await freshCsv(file(0, 1), keyed);
    clock.advance(20 * DAY_MS);
    expect(await freshCsv(file(0, 1), keyed)).toEqual(first);
    for (const freshWithinMs of [DAY_MS, undefined]) {
      const again = { accountId: ALICE, fileName: 'people.csv', content: csvContent(file(0, 1)), ...keyed };
      const request = freshWithinMs === undefined ? again : { ...again, freshWithinMs };
      await expect(submitCsv(file(0, 1), request)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    }
    expect((await workToEnd(first)).credits).toEqual({ held: 0, charged: 1 });
  });

  it('is retried after a cancel for numbers that are neither recorded nor known', async () => {
    const { askedSince, freshCsv, ledger, result, service, submitCsv, workToEnd } = await trial();
    await workToEnd(await submitCsv(file(0, 1)));
    askedSince();
    const { taskId } = await freshCsv(file(0, 0, 2, 1, 3));
    const cancelled = await service.cancel({ accountId: ALICE, taskId });
    expect(cancelled.credits).toEqual({ held: 0, charged: 0 });
    expect(await result(cancelled, { partial: true })).toContain(`${number(0)},unknown`);
    const retried = await service.retry({ accountId: ALICE, taskId });
    expect(retried.credits.held).toBe(2);
    const task = await workToEnd(retried);
    expect(task).toMatchObject({ processed: 5, credits: { held: 0, charged: 2 } });
    expect(askedSince()).toEqual([number(2), number(3)]);
    expect(await ledger.balance(ALICE)).toEqual({ available: 996, held: 0 });
  });

  it('is retried only for failed checks', async () => {
    const { askedSince, freshCsv, service, submitCsv, workToEnd } = await trial();
    await workToEnd(await submitCsv(file(0, 1, 2)));
    const task = await workToEnd(await freshCsv(file(0, 9, 1)));
    expect(task).toMatchObject({ checksFailed: 1, credits: { charged: 0 } });
    askedSince();
    const retried = await service.retry({ accountId: ALICE, taskId: task.taskId });
    expect(retried).toMatchObject({ processed: 2, credits: { held: 1, charged: 0 } });
    expect((await workToEnd(retried)).credits).toEqual({ held: 0, charged: 0 });
    expect(new Set(askedSince())).toEqual(new Set([number(9)]));
  });

  it('makes no call if all answers are known', async () => {
    const { askedSince, freshCsv, submitCsv, workToEnd } = await trial();
    await workToEnd(await submitCsv(file(0, 1, 2, 3)));
    askedSince();
    const task = await workToEnd(await freshCsv(file(0, 1, 2, 3)));
    expect(task).toMatchObject({ status: 'done', processed: 4, credits: { held: 0, charged: 0 } });
    expect(askedSince()).toEqual([]);
  });

  it('takes the answers of a cancelled and of a running task', async () => {
    const { freshCsv, service, submitCsv } = await trial({ checkConcurrency: 1 });
    const { taskId } = await submitCsv(file(0, 9, 1, 2, 3));
    await service.work();
    expect((await freshCsv(file(0, 3))).credits.held).toBe(1);
    await service.cancel({ accountId: ALICE, taskId });
    expect((await freshCsv(file(0, 3))).credits.held).toBe(1);
  });

  it('is previewed with its cost', async () => {
    const { service, submitCsv, workToEnd } = await trial();
    await workToEnd(await submitCsv(file(0, 1)));
    const previewed = async (freshWithinMs?: number) => {
      const content = csvContent(file(0, 0, 1, 2));
      const request = { accountId: ALICE, fileName: 'people.csv', content };
      const { credits, known } = await service.preview(
        freshWithinMs === undefined ? request : { ...request, freshWithinMs },
      );
      return { credits, known };
    };
    const none = { known: { rows: 0, numbers: 0 }, credits: { held: 4, charged: 3 } };
    expect(await previewed()).toEqual(none);
    expect(await previewed(DAY_MS)).toEqual({
      known: { rows: 3, numbers: 2 },
      credits: { held: 1, charged: 1 },
    });
  });
});

describe('the answers of earlier tasks', () => {
  it('are the youngest of each number, and a copy is as old as its answer', async () => {
    let status: 'dead' | 'inactive' = 'dead';
    const { clock, freshCsv, result, submitCsv, workToEnd } = await trial({
      checker: { check: async () => status },
    });
    await workToEnd(await submitCsv(file(0, 1)));
    clock.advance(DAY_MS);
    await workToEnd(await freshCsv(file(1, 2)));
    clock.advance(DAY_MS);
    status = 'inactive';
    await workToEnd(await submitCsv(file(0)));
    clock.advance(DAY_MS);
    await workToEnd(await freshCsv(file(0, 1), { freshWithinMs: 3 * DAY_MS }));
    clock.advance(1_000);
    const task = await freshCsv(file(0, 1, 2), { freshWithinMs: 3 * DAY_MS });
    expect(task.credits.held).toBe(1);
    const lines = await result(await workToEnd(task), { columns: ['status', 'checked_at'] });
    expect(lines.split('\n').slice(1, 4)).toEqual([
      `${number(0)},inactive,2026-01-04T10:00:00Z`,
      `${number(1)},inactive,2026-01-05T10:00:01Z`,
      `${number(2)},dead,2026-01-03T10:00:00Z`,
    ]);
  });

  it('may be those of a task that was submitted before others and retried since', async () => {
    let isUp = false;
    const { clock, freshCsv, result, service, submitCsv, workToEnd } = await trial({
      checkAttempts: 1,
      checker: {
        check() {
          if (isUp) return Promise.resolve('dead');
          throw new Error('the upstream answered 502');
        },
      },
    });
    const first = await workToEnd(await submitCsv(file(0)));
    isUp = true;
    await workToEnd(await submitCsv(file(0)));
    clock.advance(DAY_MS);
    const foundAt = new Date(clock.now()).toISOString().slice(0, 10);
    await workToEnd(await service.retry({ accountId: ALICE, taskId: first.taskId }));
    const task = await workToEnd(await freshCsv(file(0)));
    expect(await result(task, { columns: ['checked_at'] })).toContain(`${number(0)},${foundAt}`);
  });

  it('count only for the same date of consent', async () => {
    const checker: NumberChecker = {
      tellsReassigned: true,
      async check(phone, { consentDates }) {
        const since = consentDates?.get(phone);
        return since === undefined ? 'dead' : { status: 'dead', reassigned: { since, is: 'yes' } };
      },
    };
    const { freshCsv, result, submitCsv, workToEnd } = await trial({ checker });
    const dated = (...dates: readonly string[]) =>
      `phone,consent_date\n${dates.map((date, end) => `${number(end)},${date}\n`).join('')}`;
    await workToEnd(await submitCsv(dated('2024-05-01', '2024-05-01', '')));
    const task = await workToEnd(await freshCsv(dated('2024-05-01', '2025-05-01', '')));
    expect(task.credits.charged).toBe(1);
    expect(await result(task, { columns: ['status', 'reassigned'] })).toBe(
      [
        'phone,consent_date,verification_status,verification_reassigned',
        `${number(0)},2024-05-01,dead,yes`,
        `${number(1)},2025-05-01,dead,yes`,
        `${number(2)},,dead,unknown`,
        '',
      ].join('\n'),
    );
    const undated = await workToEnd(await freshCsv(file(0, 1)));
    expect(undated.credits.charged).toBe(0);
    expect(await result(undated, { columns: ['status', 'reassigned'] })).not.toContain('yes');
  });

  it('are gone with their task', async () => {
    const { clock, freshCsv, service, submitCsv, workAll, workToEnd } = await trial({
      taskRetentionMs: 2 * DAY_MS,
    });
    const task = await workToEnd(await submitCsv(file(0)));
    expect((await freshCsv(file(0))).credits.held).toBe(0);
    for (const { taskId } of (await service.list({ accountId: ALICE })).tasks)
      if (taskId !== task.taskId) await service.cancel({ accountId: ALICE, taskId });
    await service.remove(task);
    expect((await freshCsv(file(0))).credits.held).toBe(1);
    await workAll();
    expect((await freshCsv(file(0))).credits.held).toBe(0);
    await workAll();
    clock.advance(2 * DAY_MS + 60_000);
    await workAll();
    expect((await freshCsv(file(0))).credits.held).toBe(1);
  });

  it('never have a future time, whatever a checker returns', async () => {
    const { clock, freshCsv, result, submitCsv, workToEnd } = await trial({
      checker: { check: async () => ({ status: 'dead', checkedAt: new Date('9999-01-01') }) },
    });
    await workToEnd(await submitCsv(file(0)));
    clock.advance(1_000);
    const task = await workToEnd(await freshCsv(file(0)));
    expect(await result(task, { columns: ['checked_at'] })).toContain('2026-01-02T10:00:00Z');
    clock.advance(14 * DAY_MS);
    expect((await freshCsv(file(0))).credits.held).toBe(1);
  });

  it('are not taken if the clock was far ahead when they were found', async () => {
    const clock = new ManualClock(NOW);
    const { freshCsv, submitCsv, workToEnd } = await trial({ clock });
    const now = vi.spyOn(clock, 'now');
    const heldWhenFound = async (aheadMs: number) => {
      now.mockReturnValue(NOW + aheadMs);
      await workToEnd(await submitCsv(file(0)));
      now.mockReturnValue(NOW);
      return (await freshCsv(file(0))).credits.held;
    };
    expect(await heldWhenFound(3_650 * DAY_MS)).toBe(1);
    // Another machine's clock may be ahead by as much.
    expect(await heldWhenFound(60_000)).toBe(0);
  });

  it('without a source are not taken where they need one, unless the number cannot exist', async () => {
    const clock = new ManualClock(NOW);
    const store = new MemoryTaskStore({ clock });
    const impossible = '+9991234567';
    const madeUp = await trial({ clock, store, checker: { check: async () => 'dead' } });
    await madeUp.workToEnd(await madeUp.submitCsv(`${file(0, 1)}${impossible}\n`));
    const real = await trial({ clock, store, freshAnswersNeedSource: true });
    const task = await real.workToEnd(await real.freshCsv(`${file(0)}${impossible}\n`));
    expect(task).toMatchObject({ credits: { charged: 1 }, summary: { dead: 1, wa_registered: 1 } });
    expect((await real.freshCsv(file(0, 1))).credits.held).toBe(1);
  });

  it('are left out where a chunk is damaged, which is reported', async () => {
    const clock = new ManualClock(NOW);
    const store = new MemoryTaskStore({ clock });
    const { failures, freshCsv, submitCsv, workToEnd } = await trial({ clock, store });
    const { taskId } = await workToEnd(await submitCsv(file(0, 1, 2, 3)));
    const numbers = store.numbers.bind(store);
    const damaged = [Uint8Array.of(1), Buffer.from('14155550100'), undefined];
    for (const bytes of damaged) {
      store.numbers = async (id, index) => (index === 0 && id === taskId ? bytes : await numbers(id, index));
      expect((await freshCsv(file(0, 1, 2, 3))).credits.held).toBe(3);
    }
    expect(failures.map(({ kind }) => kind)).toEqual(['answers_not_read', 'answers_not_read']);
    expect(failures[0]?.message).toContain(`chunk 0 of task ${taskId}`);
    store.numbers = numbers;
    const statuses = store.statuses.bind(store);
    store.statuses = async (id) =>
      id === taskId ? [Uint8Array.of(2, 2, 2, 127, 9), undefined] : await statuses(id);
    expect((await freshCsv(file(0, 1, 2, 3))).credits.held).toBe(4);
    expect(failures).toHaveLength(3);
  });

  it('are searched only in the newest tasks, and no longer than the caller waits', async () => {
    const clock = new ManualClock(NOW);
    const store = new MemoryTaskStore({ clock });
    const { freshCsv, submitCsv, workToEnd } = await trial({ clock, store });
    const task = await workToEnd(await submitCsv(file(0)));
    const read = vi.spyOn(store, 'statuses');
    const listed = (tasks: readonly (typeof task)[]) =>
      vi.spyOn(store, 'list').mockResolvedValue({ tasks, nextCursor: 'more' });
    /** How many tasks were read. */
    const reads = async (tasks: readonly (typeof task)[], over: Partial<SubmitRequest> = {}) => {
      const list = listed(tasks);
      read.mockClear();
      await freshCsv(file(0, 1), over);
      list.mockRestore();
      return read.mock.calls.length;
    };
    const page = Array.from({ length: 100 }, () => task);
    expect(await reads(page)).toBe(MOST_TASKS);
    const large = page.map((one) => ({ ...one, total: MOST_ROWS / 3 }));
    expect(await reads(large)).toBe(3);
    clock.advance(3 * DAY_MS);
    const old = { ...task, createdAt: clock.now() - 8 * DAY_MS - 2 };
    expect(await reads([old, task], { freshWithinMs: DAY_MS })).toBe(0);
    const ended = { ...task, finishedAt: clock.now() - DAY_MS - 1 };
    expect(await reads([ended, { ...task, finishedAt: clock.now() }, old], { freshWithinMs: DAY_MS })).toBe(
      1,
    );
    const caller = new AbortController();
    listed(page);
    read.mockImplementation(async () => {
      caller.abort(new Error('gone'));
      return [Uint8Array.of(0)];
    });
    await expect(freshCsv(file(0, 1), { signal: caller.signal })).rejects.toMatchObject({
      code: 'upload_interrupted',
    });
  });

  it('are not read where every number has an answer that is as young', async () => {
    const { clock, freshCsv, store, submitCsv, workToEnd } = await trial();
    for (let day = 0; day < 3; day += 1) {
      await workToEnd(await submitCsv(file(0, 1)));
      clock.advance(DAY_MS);
    }
    const read = vi.spyOn(store, 'numbers');
    expect((await freshCsv(file(0, 1))).credits.held).toBe(0);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('are refused where the tasks of an account cannot be listed, and an age has to be one', async () => {
    const { service, submitCsv } = await trialService();
    const preview = {
      accountId: ALICE,
      fileName: 'people.csv',
      content: csvContent(file(0)),
      freshWithinMs: 1,
    };
    for (const refused of [submitCsv(file(0), { freshWithinMs: 1 }), service.preview(preview)])
      await expect(refused).rejects.toMatchObject({ code: 'not_supported' });
    const { submitCsv: submit } = await trial();
    for (const freshWithinMs of [0, -1, 1.5, Number.NaN])
      await expect(submit(file(0), { freshWithinMs })).rejects.toThrow(RangeError);
  });
});

describe('a single check with freshWithinMs', () => {
  const freshWithinMs = 14 * DAY_MS;

  it("gets a file's answer with its time for free, and checks once that is too old", async () => {
    const { askedSince, clock, ledger, service, submitCsv, workToEnd } = await trial();
    await workToEnd(await submitCsv(file(0, 1)));
    askedSince();
    const { available } = await ledger.balance(ALICE);
    const asked = { accountId: ALICE, phone: number(1), freshWithinMs };
    const found = {
      phone: number(1),
      status: 'telegram_registered',
      source: 'digits',
      reason: 'the last digit',
    };
    clock.advance(freshWithinMs);
    expect(await service.verify(asked)).toEqual({ ...found, checkedAt: NOW });
    expect(await service.verify({ ...asked, requestId: 'keyed' })).toEqual({ ...found, checkedAt: NOW });
    expect([askedSince(), await ledger.balance(ALICE)]).toEqual([[], { available, held: 0 }]);
    clock.advance(1_000);
    expect(await service.verify(asked)).toEqual({ ...found, checkedAt: clock.now() });
    expect([askedSince(), await ledger.balance(ALICE)]).toEqual([
      [number(1)],
      { available: available - 1, held: 0 },
    ]);
  });

  it('takes no answer without the option, of another account, without information, or without the date of consent', async () => {
    const { askedSince, ledger, service, submitCsv, workToEnd } = await trial();
    await ledger.grant(BOB, 1);
    await workToEnd(await submitCsv(file(0, 4, 9)));
    askedSince();
    await service.verify({ accountId: ALICE, phone: number(0) });
    await service.verify({ accountId: BOB, phone: number(0), freshWithinMs });
    await service.verify({ accountId: ALICE, phone: number(0), freshWithinMs, consentDate: '2024-05-01' });
    await service.verify({ accountId: ALICE, phone: number(4), freshWithinMs });
    await service.verify({ accountId: ALICE, phone: number(9), freshWithinMs });
    await service.verify({ accountId: ALICE, phone: number(5), freshWithinMs });
    expect(askedSince()).toEqual([0, 0, 0, 4, 5, 9].map(number));
  });

  it('takes the answer that was found for the same date of consent', async () => {
    const asked: string[] = [];
    const checker: NumberChecker = {
      tellsReassigned: true,
      async check(phone, { consentDates }) {
        asked.push(phone);
        const since = consentDates?.get(phone);
        return since === undefined ? 'dead' : { status: 'dead', reassigned: { since, is: 'yes' } };
      },
    };
    const { service, submitCsv, workToEnd } = await trial({ checker });
    await workToEnd(await submitCsv(`phone,consent_date\n${number(2)},2024-05-01\n`));
    const request = { accountId: ALICE, phone: number(2), freshWithinMs };
    const known = { phone: number(2), status: 'dead', checkedAt: NOW };
    expect(await service.verify({ ...request, consentDate: '2024-05-01' })).toEqual({
      ...known,
      reassigned: 'yes',
    });
    expect(await service.verify(request)).toEqual(known);
    expect(asked).toEqual([number(2)]);
  });

  it('waits in the line of files, so that one account cannot read many tasks at once', async () => {
    const { service, submitCsv, workToEnd } = await trial({ maxUploads: 1 });
    await workToEnd(await submitCsv(file(0)));
    const leave = await service.takeUploadSlot({ accountId: BOB });
    const stop = new AbortController();
    const asked = { accountId: ALICE, phone: number(0), freshWithinMs, signal: stop.signal };
    const waiting = service.verify(asked);
    stop.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    leave();
    expect(await service.verify({ ...asked, signal: new AbortController().signal })).toMatchObject({
      status: 'wa_registered',
    });
  });

  it('waits there as long as a check for its turn, and no longer', async () => {
    const limits = { maxUploadsPerAccount: 1, checkWaitMs: 3_000 };
    const { clock, ledger, service } = await trial(limits);
    const leave = await service.takeUploadSlot({ accountId: ALICE });
    const { available } = await ledger.balance(ALICE);
    const waiting = service.verify({ accountId: ALICE, phone: number(0), freshWithinMs });
    await settle();
    clock.advance(3_000);
    await expect(waiting).rejects.toMatchObject({
      code: 'too_many_requests',
      hint: '1 upload or look-up of this account is under way',
      retryAfterMs: 3_000,
    });
    expect(await ledger.balance(ALICE)).toEqual({ available, held: 0 });
    leave();
  });

  it('is refused without an archive, and for an age that is none', async () => {
    const { service } = await trialService();
    const asked = { accountId: ALICE, phone: number(0) };
    await expect(service.verify({ ...asked, freshWithinMs })).rejects.toMatchObject({
      code: 'not_supported',
    });
    await expect(service.verify({ ...asked, freshWithinMs: 0 })).rejects.toThrow(RangeError);
  });
});
