import { describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../memory/manual-clock.js';
import { MemorySingleAnswerStore } from '../../memory/memory-single-answer-store.js';
import { MemorySuppressionList } from '../../memory/memory-suppression-list.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import type { E164 } from '../../model/identifiers.js';
import type { NumberChecker } from '../../ports/number-checker.js';
import {
  ALICE,
  BOB,
  csvContent,
  digitChecker,
  type TrialOptions,
  trialService,
} from '../trial-service.fixture.js';
import type { VerifyRequest } from './single-checks.js';

const DAY_MS = 86_400_000;
/** A time with milliseconds, which a task does not store. */
const NOW = Date.parse('2026-01-02T10:00:00.123Z');
const FRESH = { freshWithinMs: 14 * DAY_MS };

/** Numbers that the checker answers by their last digit. */
const number = (end: number): E164 => `+1415555010${end}` as E164;
const file = (...ends: readonly number[]): string =>
  `phone\n${ends.map((end) => `${number(end)}\n`).join('')}`;

async function trial(options: TrialOptions = {}) {
  const asked: string[] = [];
  const clock = options.clock ?? new ManualClock(NOW);
  const store = options.store ?? new MemoryTaskStore({ clock });
  const singleAnswers = new MemorySingleAnswerStore({ clock });
  const checker: NumberChecker = {
    async check(phone, context) {
      asked.push(phone);
      const status = (await digitChecker.check(phone, context)) as 'dead';
      return { status, source: 'digits', reason: 'the last digit' };
    },
  };
  const ports = { checker, clock, store, archive: store, singleAnswers };
  const made = await trialService({ ...ports, ...options });
  await made.ledger.grant(BOB, 9);
  const verify = (end: number, over: Partial<VerifyRequest> = {}) =>
    made.service.verify({ accountId: ALICE, phone: number(end), ...over });
  /** The numbers that were checked since the last call of this function. */
  const askedSince = () => asked.splice(0).sort();
  const spent = async () => 1_000 - (await made.ledger.balance(ALICE)).available;
  return { ...made, askedSince, singleAnswers, spent, verify };
}

describe('a single check with freshWithinMs', () => {
  it('gets the answer of an earlier one with its time for free, and checks once that is too old', async () => {
    const { askedSince, clock, spent, verify } = await trial();
    const first = await verify(1);
    expect(first).toMatchObject({ source: 'digits', reason: 'the last digit', checkedAt: NOW });
    clock.advance(14 * DAY_MS);
    expect(await verify(1, FRESH)).toEqual(first);
    expect(await verify(1, { ...FRESH, requestId: 'keyed' })).toEqual(first);
    expect([askedSince(), await spent()]).toEqual([[number(1)], 1]);
    clock.advance(1);
    expect(await verify(1, FRESH)).toEqual({ ...first, checkedAt: clock.now() });
    expect(await verify(1, FRESH)).toEqual({ ...first, checkedAt: clock.now() });
    expect([askedSince(), await spent()]).toEqual([[number(1)], 2]);
  });

  it('gets no answer without freshWithinMs, of another account, or without the option', async () => {
    const { askedSince, verify } = await trial();
    for (const over of [{}, {}, { ...FRESH, accountId: BOB }]) await verify(0, over);
    expect(askedSince()).toEqual([0, 0, 0].map(number));
    const without = await trial({ singleAnswers: null });
    for (const over of [{}, FRESH, FRESH]) await without.verify(0, over);
    expect([without.askedSince(), await without.spent()]).toEqual([[0, 0, 0].map(number), 3]);
  });

  it('gets no failed check, and no unknown without information', async () => {
    const { askedSince, verify } = await trial();
    for (const end of [4, 4, 9, 9]) await verify(end, FRESH);
    expect(askedSince()).toEqual([4, 4, 9, 9].map(number));
    const check = vi.fn(async () => ({ status: 'unknown', reason: 'line_live: CONNECTED' }) as const);
    const lines = await trial({ checker: { check } });
    for (const _ of [1, 2]) await lines.verify(4, FRESH);
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('gets the answer for a number that cannot exist, for which no checker is asked', async () => {
    const { service, spent } = await trial({ freshAnswersNeedSource: true });
    for (const _ of [1, 2])
      expect(await service.verify({ accountId: ALICE, phone: '+9991234567', ...FRESH })).toMatchObject({
        status: 'dead',
      });
    expect(await spent()).toBe(1);
  });

  it('gets no answer without a source if it needs one', async () => {
    const check = vi.fn(async () => 'dead' as const);
    const { verify } = await trial({ checker: { check }, freshAnswersNeedSource: true });
    for (const _ of [1, 2]) await verify(0, FRESH);
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('gets the answer for the same date of consent, and without a date any answer', async () => {
    const asked: (string | undefined)[] = [];
    const { verify } = await trial({
      checker: {
        tellsReassigned: true,
        async check(phone, { consentDates }) {
          const since = consentDates?.get(phone);
          asked.push(since);
          return since === undefined ? 'dead' : { status: 'dead', reassigned: { since, is: 'yes' } };
        },
      },
    });
    const known = { phone: number(2), status: 'dead', checkedAt: NOW };
    const dated = (consentDate: string) => verify(2, { ...FRESH, consentDate });
    for (const _ of [1, 2]) expect(await dated('2024-05-01')).toEqual({ ...known, reassigned: 'yes' });
    expect(await verify(2, FRESH)).toEqual(known);
    await dated('2025-05-01');
    expect(asked).toEqual(['2024-05-01', '2025-05-01']);
  });

  it('gets the answer of a single check at once, otherwise that of a task', async () => {
    let status: 'dead' | 'inactive' = 'dead';
    const { clock, service, submitCsv, verify, workToEnd } = await trial({
      checker: { check: async () => status },
      maxUploads: 1,
    });
    await verify(0);
    clock.advance(DAY_MS);
    status = 'inactive';
    await workToEnd(await submitCsv(file(0)));
    const leave = await service.takeUploadSlot({ accountId: BOB });
    expect(await verify(0, FRESH)).toMatchObject({ status: 'dead', checkedAt: NOW });
    const stop = new AbortController();
    const waiting = verify(0, { freshWithinMs: DAY_MS / 2, signal: stop.signal });
    stop.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    leave();
    const ofTask = { status, checkedAt: Math.floor((NOW + DAY_MS) / 1_000) * 1_000 };
    expect(await verify(0, { freshWithinMs: DAY_MS / 2 })).toMatchObject(ofTask);
  });

  it('gets no answer about an erased or suppressed number', async () => {
    const suppressions = new MemorySuppressionList();
    const { askedSince, service, verify } = await trial({ suppressions });
    for (const accountId of [ALICE, BOB]) for (const end of [0, 1]) await verify(end, { accountId });
    const request = { accountId: ALICE, phone: number(0) };
    const nothing = { tasks: 0, rows: 0, unfinished: [], answers: 0 };
    expect(await service.eraseNumber(request)).toEqual({ ...nothing, answers: 1 });
    expect(await service.eraseNumber(request)).toEqual(nothing);
    await suppressions.add({ accountId: ALICE, phones: [number(1)], addedAt: NOW, maxPerAccount: 9 });
    askedSince();
    expect(await verify(1, FRESH)).toMatchObject({ status: 'unknown', reason: 'suppressed' });
    await verify(0, FRESH);
    await suppressions.remove(ALICE, number(1));
    expect(await verify(1, FRESH)).toMatchObject({ status: 'telegram_registered' });
    for (const end of [0, 1]) await verify(end, { ...FRESH, accountId: BOB });
    expect(askedSince()).toEqual([number(0)]);
  });
});

describe('a file with freshWithinMs', () => {
  it('takes the answers of single checks, as its preview shows', async () => {
    const { askedSince, clock, result, service, spent, submitCsv, verify, workToEnd } = await trial();
    for (const end of [0, 1]) await verify(end);
    clock.advance(10 * DAY_MS);
    askedSince();
    const text = file(1, 2, 1, 0);
    const preview = { accountId: ALICE, fileName: 'people.csv', content: csvContent(text), ...FRESH };
    expect((await service.preview(preview)).known).toEqual({ rows: 3, numbers: 2 });
    const submitted = await submitCsv(text, FRESH);
    expect(submitted.credits).toEqual({ held: 1, charged: 0 });
    const task = await workToEnd(submitted);
    expect(task).toMatchObject({ status: 'done', sources: { digits: 4 }, credits: { held: 0, charged: 1 } });
    expect([askedSince(), await spent()]).toEqual([[number(2)], 3]);
    const found = 'digits,the last digit,2026-01-02T10:00:00Z';
    expect(
      (await result(task, { columns: ['status', 'source', 'reason', 'checked_at'] })).split('\n'),
    ).toEqual([
      'phone,verification_status,verification_source,verification_reason,verification_checked_at',
      `${number(1)},telegram_registered,${found}`,
      `${number(2)},dead,digits,the last digit,2026-01-12T10:00:00Z`,
      `${number(1)},telegram_registered,${found}`,
      `${number(0)},wa_registered,${found}`,
      '',
    ]);
  });

  it("takes the younger of a single check's and a task's answer, and for each number that of its date", async () => {
    let is: 'yes' | 'no' = 'no';
    const { clock, result, submitCsv, verify, workToEnd } = await trial({
      checker: {
        tellsReassigned: true,
        async check(phone, { consentDates }) {
          const since = consentDates?.get(phone);
          return {
            status: 'dead',
            source: is,
            ...(since === undefined ? {} : { reassigned: { since, is } }),
          };
        },
      },
    });
    const rows = [0, 1, 2].map((end) => `${number(end)},2024-05-01\n`).join('');
    const text = `phone,consent_date\n${rows}${number(3)},\n`;
    await verify(0, { consentDate: '2024-05-01' });
    clock.advance(DAY_MS);
    await workToEnd(await submitCsv(text));
    clock.advance(DAY_MS);
    is = 'yes';
    await verify(1, { consentDate: '2024-05-01' });
    await verify(2, { consentDate: '2025-05-01' });
    await verify(3, { consentDate: '2025-05-01' });
    const task = await workToEnd(await submitCsv(text, FRESH));
    expect(task.credits.charged).toBe(0);
    expect(
      (await result(task, { columns: ['status', 'source', 'reassigned'] })).split('\n').slice(1),
    ).toEqual([
      `${number(0)},2024-05-01,dead,no,no`,
      `${number(1)},2024-05-01,dead,yes,yes`,
      `${number(2)},2024-05-01,dead,no,no`,
      `${number(3)},,dead,yes,unknown`,
      '',
    ]);
  });

  it('looks up any count of numbers, a thousand at once', async () => {
    const { singleAnswers, submitCsv, verify } = await trial();
    const find = vi.spyOn(singleAnswers, 'find');
    const many = Array.from({ length: 2_500 }, (_, index) => `+1415556${1_000 + index}\n`);
    await verify(0);
    const text = `phone\n${many.join('')}${number(0)}\n`;
    await expect(submitCsv(text, FRESH)).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(find.mock.calls.map(([, phones]) => phones.length)).toEqual([1_000, 1_000, 501]);
    expect((await submitCsv(file(0, 1), FRESH)).credits.held).toBe(1);
  });

  it('takes nothing without the option', async () => {
    const { submitCsv, verify } = await trial({ singleAnswers: null });
    await verify(0);
    expect((await submitCsv(file(0), FRESH)).credits.held).toBe(1);
  });
});

describe('the answer of a single check', () => {
  it('is stored once, while its charge is settled once', async () => {
    const { ledger, singleAnswers, verify } = await trial();
    const events: string[] = [];
    const settle = ledger.settle.bind(ledger);
    ledger.settle = async (request) => {
      events.push('settle');
      await new Promise(setImmediate);
      events.push('settled');
      return await settle(request);
    };
    const keep = singleAnswers.keep.bind(singleAnswers);
    singleAnswers.keep = async (...given) => {
      events.push('keep');
      await keep(...given);
    };
    await verify(0);
    expect(events).toEqual(['settle', 'keep', 'settled']);
  });

  it('of a failed settlement is charged with the repeat of its request', async () => {
    const { askedSince, ledger, spent, verify } = await trial();
    const settle = ledger.settle.bind(ledger);
    let failures = 2;
    ledger.settle = async (request) => {
      if (request.credits === 1 && failures > 0) {
        failures -= 1;
        throw new Error('the disk is full');
      }
      return await settle(request);
    };
    const keyed = { ...FRESH, requestId: 'keyed' };
    for (const _ of [1, 2]) await expect(verify(0, keyed)).rejects.toThrow('the disk is full');
    expect(await verify(0, keyed)).toMatchObject({ status: 'wa_registered' });
    expect(await verify(0, keyed)).toMatchObject({ status: 'wa_registered' });
    expect([askedSince(), await spent()]).toEqual([[number(0)], 1]);
  });

  it('that cannot be stored is still charged and returned, and the failure is reported', async () => {
    const { failures, singleAnswers, spent, verify } = await trial();
    singleAnswers.keep = () => {
      throw new Error('the disk is full');
    };
    expect(await verify(0, FRESH)).toMatchObject({ status: 'wa_registered' });
    expect([await spent(), failures.map(({ message }) => message)]).toEqual([
      1,
      ['answer_not_kept: Error: the disk is full'],
    ]);
    await verify(0, FRESH);
    expect(await spent()).toBe(2);
  });

  it('that takes long to be stored is returned a second after its charge, and the delay is reported', async () => {
    const { clock, failures, ledger, singleAnswers, spent, verify } = await trial();
    singleAnswers.keep = () => new Promise(() => undefined);
    const settled = vi.spyOn(ledger, 'settle');
    const verified = verify(0);
    await vi.waitFor(() => expect(settled).toHaveBeenCalled());
    await new Promise(setImmediate);
    clock.advance(1_000);
    expect(await verified).toMatchObject({ status: 'wa_registered' });
    const message = 'answer_not_kept: Error: it took more than 1000 ms after its charge';
    expect([await spent(), failures.map((failure) => failure.message)]).toEqual([1, [message]]);
  });

  it('is not kept if the number was suppressed while it was checked, which is charged', async () => {
    const suppressions = new MemorySuppressionList();
    const suppressed = { accountId: ALICE, phones: [number(0)], addedAt: NOW, maxPerAccount: 9 };
    const { singleAnswers, spent, verify } = await trial({
      suppressions,
      checker: {
        async check() {
          await suppressions.add(suppressed);
          return 'dead';
        },
      },
    });
    expect(await verify(0)).toMatchObject({ status: 'dead' });
    expect([await singleAnswers.find(ALICE, [number(0)], 0), await spent()]).toEqual([[], 1]);
  });

  it('never has a future time, and is not taken if the clock was far ahead', async () => {
    const check = vi.fn(async () => ({ status: 'dead', checkedAt: new Date('9999-01-01') }) as const);
    const clock = new ManualClock(NOW);
    const { verify } = await trial({ clock, checker: { check } });
    await verify(0);
    clock.advance(DAY_MS);
    expect(await verify(0, FRESH)).toMatchObject({ checkedAt: NOW });
    const now = vi.spyOn(clock, 'now').mockReturnValue(NOW + 3_650 * DAY_MS);
    await verify(1);
    now.mockRestore();
    check.mockClear();
    // The new answer replaces the one with the future time.
    for (const _ of [1, 2]) await verify(1, FRESH);
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('is kept as long as a task', async () => {
    const { askedSince, clock, singleAnswers, verify, workAll } = await trial({
      taskRetentionMs: 2 * DAY_MS,
    });
    await verify(0);
    clock.advance(2 * DAY_MS);
    await verify(1);
    await workAll();
    expect(await singleAnswers.find(ALICE, [number(0), number(1)], 0)).toHaveLength(2);
    clock.advance(60_000);
    await workAll();
    askedSince();
    for (const end of [0, 1]) await verify(end, FRESH);
    expect(askedSince()).toEqual([number(0)]);
  });

  it('is kept for ever without a retention, in steps of work with one', async () => {
    const without = await trial();
    await without.verify(0);
    without.clock.advance(400 * DAY_MS);
    await without.workAll();
    expect(await without.singleAnswers.find(ALICE, [number(0)], 0)).toHaveLength(1);
    const { clock, service, singleAnswers } = await trial({ taskRetentionMs: DAY_MS });
    const expire = vi.spyOn(singleAnswers, 'expire');
    for (let index = 0; index < 501; index += 1)
      await singleAnswers.keep(ALICE, {
        phone: `+1415556${1_000 + index}` as E164,
        status: 'dead',
        checkedAt: new Date(NOW),
      });
    clock.advance(2 * DAY_MS);
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: 0 });
    await service.work();
    expect(await Promise.all(expire.mock.results.map(({ value }) => value))).toEqual([500, 1]);
  });

  it('needs the archive', async () => {
    const refused = trialService({ singleAnswers: new MemorySingleAnswerStore() });
    await expect(refused).rejects.toThrow('option singleAnswers needs the option archive');
  });
});
