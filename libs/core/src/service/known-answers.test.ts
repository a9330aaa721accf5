import { describe, expect, it } from 'vitest';
import type { SubmitRequest } from '../batch/intake/submit.js';
import { ManualClock } from '../memory/manual-clock.js';
import { MemoryKnownAnswers } from '../memory/memory-known-answers.js';
import { MemoryTaskStore } from '../memory/tasks/memory-task-store.js';
import type { E164 } from '../model/e164.js';
import { DialproofError } from '../model/errors.js';
import type { HoldId } from '../model/identifiers.js';
import { numberHash } from '../model/number-hash.js';
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
const KEY = 'the key of known answers';

/** Numbers that the checker answers by their last digit. */
const number = (end: number): string => `+1415555010${end}`;
const file = (...ends: readonly number[]): string =>
  `phone\n${ends.map((end) => `${number(end)}\n`).join('')}`;

async function trial(options: TrialOptions = {}) {
  const asked: string[] = [];
  const clock = new ManualClock(NOW);
  const store = options.store ?? new MemoryTaskStore({ clock });
  const checker: NumberChecker = {
    async check(phone, context) {
      asked.push(phone);
      const status = (await digitChecker.check(phone, context)) as 'dead';
      return { status, source: 'digits', reason: 'the last digit' };
    },
  };
  const knownAnswers = options.knownAnswers ?? new MemoryKnownAnswers();
  const settings = { knownAnswers, knownAnswersKey: KEY, checker, clock, store, archive: store, ...options };
  const made = await trialService(settings);
  const freshCsv = (text: string, over: Partial<SubmitRequest> = {}) =>
    made.submitCsv(text, { freshWithinMs: 14 * DAY_MS, ...over });
  const knows = async (end: number, account = ALICE) => {
    const hash = numberHash(KEY, number(end) as E164);
    return (await knownAnswers.find(account, [hash], 0))[0];
  };
  /** What was asked about since the last call. */
  const askedSince = () => asked.splice(0).sort();
  return { ...made, askedSince, freshCsv, knows };
}

describe('a file with freshWithinMs', () => {
  it('takes what the account knows, for nothing, and asks about the others', async () => {
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
    expect(await result(task, { columns: ['status', 'source', 'reason', 'checked_at'] })).toBe(
      [
        'phone,verification_status,verification_source,verification_reason,verification_checked_at',
        `${number(2)},dead,digits,,2026-01-02T10:00:00Z`,
        `${number(3)},inactive,digits,the last digit,2026-01-12T10:00:00Z`,
        `${number(1)},telegram_registered,digits,,2026-01-02T10:00:00Z`,
        `${number(2)},dead,digits,,2026-01-02T10:00:00Z`,
        `${number(0)},wa_registered,digits,,2026-01-02T10:00:00Z`,
        '',
      ].join('\n'),
    );
  });

  it('asks about answers that are too old, and has them anew', async () => {
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

  it('takes no answer of another account, and none that says nothing', async () => {
    const { askedSince, freshCsv, ledger, submitCsv, workAll, workToEnd } = await trial();
    await ledger.grant(BOB, 9);
    await workToEnd(await submitCsv(file(0, 4, 9)));
    askedSince();
    await freshCsv(file(0), { accountId: BOB });
    await workAll();
    expect(askedSince()).toEqual([number(0)]);
    // Its answer was unknown, and the check of the other one failed.
    await workToEnd(await freshCsv(file(0, 4, 9)));
    expect([...new Set(askedSince())]).toEqual([number(4), number(9)]);
  });

  it('is paid by what is left after what is known: credits, max_credits', async () => {
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

  it('finds its task again by its id, and another age is another request', async () => {
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

  it('is retried after a cancel for what is neither recorded nor known', async () => {
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

  it('is retried for the checks that failed alone', async () => {
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

  it('needs nobody where everything is known', async () => {
    const { askedSince, freshCsv, submitCsv, workToEnd } = await trial();
    await workToEnd(await submitCsv(file(0, 1, 2, 3)));
    askedSince();
    const task = await workToEnd(await freshCsv(file(0, 1, 2, 3)));
    expect(task).toMatchObject({ status: 'done', processed: 4, credits: { held: 0, charged: 0 } });
    expect(askedSince()).toEqual([]);
  });

  it('knows what a cancelled task has found', async () => {
    const { freshCsv, knows, service, submitCsv } = await trial({ checkConcurrency: 1 });
    const { taskId } = await submitCsv(file(0, 9, 1));
    await service.work();
    await service.cancel({ accountId: ALICE, taskId });
    expect(await knows(0)).toMatchObject({ status: 'wa_registered' });
    expect((await freshCsv(file(0))).credits.held).toBe(0);
  });

  it('is previewed at what it would cost', async () => {
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

describe('known answers', () => {
  it('are for the date of consent that was asked about', async () => {
    const checker: NumberChecker = {
      tellsReassigned: true,
      async check(phone, { consentDates }) {
        const since = consentDates?.get(phone);
        return since === undefined ? 'dead' : { status: 'dead', reassigned: { since, is: 'yes' } };
      },
    };
    const { freshCsv, result, service, submitCsv, workToEnd } = await trial({ checker });
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
    const verify = (consentDate?: string) =>
      service.verify({
        ...{ accountId: ALICE, phone: number(1), freshWithinMs: DAY_MS },
        ...(consentDate === undefined ? {} : { consentDate }),
      });
    const { available } = await service.balance(ALICE);
    expect(await verify('2025-05-01')).toMatchObject({ status: 'dead', reassigned: 'yes' });
    expect(await verify()).not.toHaveProperty('reassigned');
    expect(await service.balance(ALICE)).toEqual({ available, held: 0 });
    await verify('2025-05-02');
    expect(await service.balance(ALICE)).toEqual({ available: available - 1, held: 0 });
  });

  it('are found and taken by single checks, also without a credit', async () => {
    const { askedSince, clock, freshCsv, ledger, service } = await trial();
    const request = { accountId: ALICE, phone: number(0), freshWithinMs: DAY_MS };
    const first = await service.verify(request);
    clock.advance(1_000);
    const taken = { holdId: 'taken' as HoldId, accountId: ALICE, expiresAfterMs: null };
    await ledger.hold({ ...taken, credits: 999 });
    const { reason: _, ...known } = first;
    expect(await service.verify(request)).toEqual(known);
    expect(askedSince()).toEqual([number(0)]);
    await ledger.grant(ALICE, 1);
    expect((await freshCsv(file(0, 0))).credits.held).toBe(0);
    await expect(service.verify({ ...request, phone: number(1) })).resolves.toMatchObject({
      checkedAt: NOW + 1_000,
    });
  });

  it('of a keyed check are not taken in place of its own answer', async () => {
    const { clock, ledger, service } = await trial();
    const request = { accountId: ALICE, phone: number(0), requestId: 'r' };
    const first = await service.verify(request);
    clock.advance(1_000);
    await service.verify({ ...request, requestId: 'another' });
    expect(await service.verify({ ...request, freshWithinMs: DAY_MS })).toEqual(first);
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 0 });
  });

  it('are forgotten by number, by account, with a task and by age', async () => {
    const { clock, knows, service, submitCsv, workAll, workToEnd } = await trial({
      knownAnswersKeepMs: 2 * DAY_MS,
    });
    const first = await workToEnd(await submitCsv(file(0, 1, 2, 3)));
    await service.forgetAnswers({ accountId: ALICE, phone: '+1 (415) 555-0100' });
    expect([await knows(0), (await knows(1))?.status]).toEqual([undefined, 'telegram_registered']);
    const second = await workToEnd(await submitCsv(file(1)));
    await service.remove(second);
    expect([await knows(1), (await knows(2))?.status]).toEqual([undefined, 'dead']);
    await service.forgetAnswers({ accountId: BOB });
    expect(await knows(2)).toBeDefined();
    await service.forgetAnswers({ accountId: ALICE });
    expect(await knows(2)).toBeUndefined();
    await workToEnd(await submitCsv(file(1)));
    clock.advance(2 * DAY_MS + 60_000);
    await workAll();
    expect(await knows(1)).toBeUndefined();
    await service.remove(first);
  });

  it('are forgotten as far as a damaged task says which they are, and it is removed', async () => {
    const clock = new ManualClock(NOW);
    const store = new MemoryTaskStore({ clock });
    const { knows, service, submitCsv, workToEnd } = await trial({ clock, store });
    const task = await workToEnd(await submitCsv(file(0, 1, 2, 3)));
    const numbers = store.numbers.bind(store);
    store.numbers = async (id, index) => (index === 0 ? Uint8Array.of(1) : await numbers(id, index));
    await service.remove(task);
    expect([await knows(0), await knows(3)]).toEqual([expect.anything(), undefined]);
    await expect(service.task(task)).rejects.toMatchObject({ code: 'task_not_found' });
  });

  it('are never too new, whatever a checker says', async () => {
    const { knows, service } = await trial({
      checker: { check: async () => ({ status: 'dead', checkedAt: new Date('9999-01-01') }) },
    });
    await service.verify({ accountId: ALICE, phone: number(0) });
    expect((await knows(0))?.checkedAt).toBe(NOW);
  });

  it('are kept though their store is unavailable for a moment', async () => {
    const knownAnswers = new MemoryKnownAnswers();
    const remember = knownAnswers.remember.bind(knownAnswers);
    let calls = 0;
    knownAnswers.remember = async (...args) => {
      calls += 1;
      if (calls % 2 === 1) throw new DialproofError('storage_unavailable');
      await remember(...args);
    };
    const { failures, knows, submitCsv, workToEnd } = await trial({ knownAnswers });
    await workToEnd(await submitCsv(file(0, 1)));
    expect([await knows(0), failures]).toEqual([expect.objectContaining({ status: 'wa_registered' }), []]);
  });

  it('that cannot be kept are reported, and cost nobody an answer', async () => {
    const knownAnswers = new MemoryKnownAnswers();
    knownAnswers.remember = () => Promise.reject(new Error('the disk is full'));
    const { failures, service, submitCsv, workToEnd } = await trial({ knownAnswers });
    expect(await workToEnd(await submitCsv(file(0, 1)))).toMatchObject({
      status: 'done',
      credits: { charged: 2 },
    });
    expect(await service.verify({ accountId: ALICE, phone: number(0) })).toMatchObject({
      status: 'wa_registered',
    });
    expect(failures.map(({ kind }) => kind)).toEqual(['answers_not_kept']);
  });

  it('are refused where none are kept, and an age has to be one', async () => {
    const { service, submitCsv } = await trialService();
    const verify = { accountId: ALICE, phone: number(0), freshWithinMs: 1 };
    for (const refused of [
      submitCsv(file(0), { freshWithinMs: 1 }),
      service.verify(verify),
      service.forgetAnswers(verify),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'not_supported' });
    const { submitCsv: submit } = await trial();
    for (const freshWithinMs of [0, -1, 1.5, Number.NaN])
      await expect(submit(file(0), { freshWithinMs })).rejects.toThrow(RangeError);
  });
});

describe('the options', () => {
  it.each([
    [{ knownAnswersKey: null }, 'option knownAnswers needs the option knownAnswersKey'],
    [{ knownAnswersKey: 'short' }, 'option knownAnswersKey must have 16 bytes at least'],
    [{ knownAnswers: null }, 'option knownAnswersKey needs the option knownAnswers'],
    [{ knownAnswersKeepMs: 0 }, 'option knownAnswersKeepMs must be a whole number above 0, not 0'],
    [
      { knownAnswers: {} as never },
      'option knownAnswers has no method remember, find, forget, forgetAccount, expire',
    ],
  ])('%o are refused', async (options, message) => {
    await expect(trial(options)).rejects.toThrow(message);
  });
});
