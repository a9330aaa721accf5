import { describe, expect, it } from 'vitest';
import { settle } from '../async/turns.fixture.js';
import { ManualClock } from '../memory/manual-clock.js';
import { MemorySuppressionList } from '../memory/memory-suppression-list.js';
import { MemoryTaskStore } from '../memory/tasks/memory-task-store.js';
import { DialproofError } from '../model/errors.js';
import type { E164, HoldId } from '../model/identifiers.js';
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
const number = (end: number): E164 => `+1415555010${end}` as E164;
const file = (...ends: readonly number[]): string =>
  `phone\n${ends.map((end) => `${number(end)}\n`).join('')}`;

async function trial(options: TrialOptions = {}) {
  const asked: string[] = [];
  const clock = new ManualClock(NOW);
  const store = new MemoryTaskStore({ clock });
  const suppressions = new MemorySuppressionList();
  const checker: NumberChecker = {
    async check(phone, context) {
      asked.push(phone);
      return await digitChecker.check(phone, context);
    },
  };
  const made = await trialService({ checker, clock, store, archive: store, suppressions, ...options });
  const suppress = (...ends: readonly number[]) =>
    suppressions.add({ accountId: ALICE, phones: ends.map(number), addedAt: NOW, maxPerAccount: 99 });
  /** The numbers that were checked since the last call of this function. */
  const askedSince = () => asked.splice(0).sort();
  return { ...made, askedSince, suppress, suppressions };
}

describe('a file with numbers that its account has suppressed', () => {
  it('has them as unknown, for free, without a check', async () => {
    const { askedSince, ledger, result, submitCsv, suppress, workToEnd } = await trial();
    await suppress(1, 3);
    const submitted = await submitCsv(file(0, 1, 2, 1, 3));
    expect(submitted.credits).toEqual({ held: 2, charged: 0 });
    const task = await workToEnd(submitted);
    expect(askedSince()).toEqual([number(0), number(2)]);
    expect(task).toMatchObject({
      ...{ status: 'done', processed: 5, checksFailed: 0, credits: { held: 0, charged: 2 } },
      summary: { wa_registered: 1, dead: 1, unknown: 3 },
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 0 });
    const rows = (await result(task, { columns: ['status', 'reason', 'checked_at'] })).split('\n');
    expect(rows.filter((row) => row.includes('suppressed'))).toEqual(
      [1, 1, 3].map((end) => `${number(end)},unknown,suppressed,2026-01-02T10:00:00Z`),
    );
  });

  it('does not take earlier answers about them', async () => {
    const { askedSince, clock, result, submitCsv, suppress, workToEnd } = await trial();
    await workToEnd(await submitCsv(file(0, 1)));
    askedSince();
    await suppress(1);
    clock.advance(DAY_MS);
    const task = await workToEnd(await submitCsv(file(0, 1, 2), { freshWithinMs: 9 * DAY_MS }));
    expect(askedSince()).toEqual([number(2)]);
    expect(await result(task, { columns: ['status', 'reason'] })).toContain(
      `${number(1)},unknown,suppressed`,
    );
  });

  it('has them checked for other accounts, and again once they are removed', async () => {
    const { askedSince, ledger, service, submitCsv, suppress, suppressions, workAll, workToEnd } =
      await trial();
    await ledger.grant(BOB, 9);
    await suppress(1);
    await service.submit({ accountId: BOB, fileName: 'a.csv', content: csvContent(file(1)) });
    await workAll();
    expect(askedSince()).toEqual([number(1)]);
    await suppressions.remove(ALICE, number(1));
    await workToEnd(await submitCsv(file(1), { freshWithinMs: DAY_MS }));
    expect(askedSince()).toEqual([number(1)]);
  });

  it('is not checked if it is suppressed while the look-up of a single check waits', async () => {
    const { askedSince, service, submitCsv, suppress, workToEnd } = await trial({ maxUploads: 1 });
    await workToEnd(await submitCsv(file(0)));
    askedSince();
    for (const end of [0, 1]) {
      const leave = await service.takeUploadSlot({ accountId: ALICE });
      const asked = { accountId: ALICE, phone: number(end), freshWithinMs: DAY_MS };
      const waiting = service.verify(asked);
      await settle();
      await suppress(end);
      leave();
      expect(await waiting).toMatchObject({ status: 'unknown', reason: 'suppressed' });
    }
    expect(askedSince()).toEqual([]);
  });

  it('is not checked if it is suppressed while a single check waits for its turn, which is free', async () => {
    const asked: string[] = [];
    let end = (): void => undefined;
    const checker: NumberChecker = {
      async check(phone) {
        asked.push(phone);
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        return 'dead';
      },
    };
    const { ledger, service, suppress } = await trial({ checker, checkConcurrency: 1 });
    const verify = (last: number) => service.verify({ accountId: ALICE, phone: number(last) });
    const first = verify(0);
    await settle();
    const waiting = verify(1);
    await settle();
    await suppress(1);
    end();
    expect(await waiting).toMatchObject({ status: 'unknown', reason: 'suppressed' });
    expect(await first).toMatchObject({ status: 'dead' });
    expect([asked, await ledger.balance(ALICE)]).toEqual([[number(0)], { available: 999, held: 0 }]);
  });

  it('needs credits and max_credits only for the other numbers', async () => {
    const { ledger, submitCsv, suppress, workToEnd } = await trial();
    await suppress(0, 1);
    await ledger.hold({ holdId: 'taken' as HoldId, accountId: ALICE, credits: 999, expiresAfterMs: null });
    await expect(submitCsv(file(0, 1, 2, 3))).rejects.toMatchObject({ code: 'insufficient_credits' });
    const task = await workToEnd(await submitCsv(file(0, 1, 2), { maxCredits: 1 }));
    expect(task.credits).toEqual({ held: 0, charged: 1 });
  });

  it('shows their count in its preview', async () => {
    const { clock, service, submitCsv, suppress, workToEnd } = await trial();
    const asked = { accountId: ALICE, fileName: 'a.csv' };
    expect(await service.preview({ ...asked, content: csvContent(file(0, 1)) })).toMatchObject({
      suppressed: { rows: 0, numbers: 0 },
    });
    await workToEnd(await submitCsv(file(0, 1)));
    await suppress(1);
    clock.advance(1_000);
    const content = csvContent(file(0, 1, 1, 2));
    expect(await service.preview({ ...asked, content, freshWithinMs: DAY_MS })).toMatchObject({
      known: { rows: 1, numbers: 1 },
      suppressed: { rows: 2, numbers: 1 },
      credits: { held: 1, charged: 1 },
    });
  });

  it('has reassigned unknown for them in a file with dates of consent', async () => {
    const { service, submitCsv, suppress, workToEnd, result } = await trial();
    await suppress(0);
    const task = await workToEnd(
      await submitCsv(`phone,consent\n${number(0)},2024-05-01\n`, { consentDateColumn: 'consent' }),
    );
    expect(await result(task, { columns: ['status', 'reason', 'reassigned'] })).toContain(
      `${number(0)},2024-05-01,unknown,suppressed,unknown`,
    );
    expect(
      await service.verify({ accountId: ALICE, phone: number(0), consentDate: '2024-05-01' }),
    ).toMatchObject({ status: 'unknown', reason: 'suppressed', reassigned: 'unknown' });
  });
});

describe('numbers that are suppressed after the submit', () => {
  it('are not checked in chunks that are claimed later, and their credit returns', async () => {
    const { askedSince, ledger, result, service, submitCsv, suppress, workToEnd } = await trial();
    const submitted = await submitCsv(file(0, 1, 2, 3, 4));
    await service.work();
    await suppress(0, 3);
    const task = await workToEnd(submitted);
    expect(askedSince()).toEqual([0, 1, 2, 4].map(number));
    expect(task.credits).toEqual({ held: 0, charged: 4 });
    expect(await ledger.balance(ALICE)).toEqual({ available: 996, held: 0 });
    const rows = await result(task, { columns: ['status', 'reason'] });
    expect(rows).toContain(`${number(0)},wa_registered,\n`);
    expect(rows).toContain(`${number(3)},unknown,suppressed\n`);
  });

  it('are not checked by a retry, whether they were known before or not', async () => {
    const { askedSince, service, submitCsv, suppress, workToEnd } = await trial({ checkAttempts: 1 });
    await suppress(0);
    const { taskId } = await workToEnd(await submitCsv(file(0, 8, 9)));
    askedSince();
    await suppress(8);
    const retried = await workToEnd(await service.retry({ accountId: ALICE, taskId }));
    expect(askedSince()).toEqual([number(9)]);
    expect(retried).toMatchObject({ processed: 3, checksFailed: 1, credits: { held: 0, charged: 0 } });
  });

  it('are not checked by the retry of a task that was cancelled at once', async () => {
    const { askedSince, ledger, service, submitCsv, suppress, workToEnd } = await trial();
    await suppress(0);
    const { taskId } = await submitCsv(file(0, 1, 2, 0));
    await service.cancel({ accountId: ALICE, taskId });
    const retried = await service.retry({ accountId: ALICE, taskId });
    expect(retried.credits.held).toBe(2);
    const task = await workToEnd(retried);
    expect(askedSince()).toEqual([number(1), number(2)]);
    expect(task).toMatchObject({ status: 'done', processed: 4, credits: { held: 0, charged: 2 } });
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 0 });
  });

  it('wait while the list cannot be read', async () => {
    const { askedSince, failures, submitCsv, suppress, suppressions, workToEnd, service } = await trial();
    await suppress(0);
    const submitted = await submitCsv(file(1, 2));
    await suppress(2);
    const page = suppressions.page.bind(suppressions);
    suppressions.page = () => Promise.reject(new DialproofError('storage_unavailable'));
    await expect(service.work()).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(askedSince()).toEqual([]);
    suppressions.page = page;
    expect(await workToEnd(submitted)).toMatchObject({ status: 'done', credits: { charged: 1 } });
    expect(askedSince()).toEqual([number(1)]);
    expect(failures).toEqual([]);
  });
});

describe('a single check of a suppressed number', () => {
  const request = { accountId: ALICE, phone: '+1 415 555 0100' };

  it('is unknown with the reason, for free, also for an account without credits', async () => {
    const { askedSince, ledger, service, suppress, suppressions } = await trial();
    await suppress(0);
    const answer = { phone: number(0), status: 'unknown', checkedAt: NOW, reason: 'suppressed' };
    expect(await service.verify(request)).toEqual(answer);
    await ledger.hold({ holdId: 'all' as HoldId, accountId: ALICE, credits: 1_000, expiresAfterMs: null });
    expect(await service.verify({ ...request, requestId: 'key' })).toEqual(answer);
    expect([askedSince(), await ledger.balance(ALICE)]).toEqual([[], { available: 0, held: 1_000 }]);
    await suppressions.remove(ALICE, number(0));
    await expect(service.verify(request)).rejects.toMatchObject({ code: 'insufficient_credits' });
  });

  it('still gets the charged answer if it is repeated', async () => {
    const { askedSince, service, suppress } = await trial();
    const keyed = { ...request, requestId: 'key' };
    const first = await service.verify(keyed);
    await suppress(0);
    expect(await service.verify(keyed)).toEqual(first);
    expect(askedSince()).toEqual([number(0)]);
  });
});
