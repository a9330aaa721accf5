import { describe, expect, it } from 'vitest';
import { settle, until } from '../async/turns.fixture.js';
import { DialproofError } from '../model/errors.js';
import { keyedTaskId } from '../model/identifiers.js';
import type { BulkNumberChecker, NumberChecker } from '../ports/number-checker.js';
import type { ServiceObserver } from '../ports/optional/service-observer.js';
import { RecordingObserver } from './observer.fixture.js';
import { ALICE, BOB, digitChecker, type TrialOptions, trialService } from './trial-service.fixture.js';

/** Two rows carry one number, two none; the checks of the last two numbers fail. */
const FILE = `phone
+14155550100
+14155550102
+14155550102
+14155550103
+14155550104
+14155550109
+14155550119
none

`;

async function observed(options: TrialOptions = {}) {
  const observer = new RecordingObserver();
  return { observer, ...(await trialService({ observer, ...options })) };
}

describe('an observer is told', () => {
  it('of every check of a file by its outcome, repeats of failed ones included', async () => {
    const { observer, submitCsv, workToEnd } = await observed();
    const task = await workToEnd(await submitCsv(FILE));
    expect(task).toMatchObject({ status: 'done', checksFailed: 2 });
    // Two numbers fail in three attempts each.
    expect(observer.checks).toEqual({ wa_registered: 1, dead: 1, inactive: 1, unknown: 1, failed: 6 });
    expect(observer.calls).toHaveLength(10);
    expect(observer.calls.every(({ purpose }) => purpose === 'batch')).toBe(true);
    expect(observer.calls.filter(({ ending }) => ending === 'failed')).toHaveLength(6);
  });

  it('of rows, credits and the end of a task as the task shows them', async () => {
    const { clock, observer, submitCsv, workToEnd } = await observed();
    const queued = await submitCsv(FILE);
    clock.advance(4_000);
    const task = await workToEnd(queued);
    const sum = (of: (rows: RecordingObserver['rows'][number]) => number): number =>
      observer.rows.reduce((total, rows) => total + of(rows), 0);
    expect(sum(({ verified }) => verified)).toBe(4);
    expect(sum(({ checksFailed }) => checksFailed)).toBe(task.checksFailed);
    expect(sum(({ statuses }) => statuses.dead)).toBe(task.summary.dead);
    const rowsWithoutNumber = task.total - queued.credits.held;
    expect(sum(({ statuses }) => statuses.unknown)).toBe(task.summary.unknown - rowsWithoutNumber);
    expect(observer.sum('batch', 'held')).toBe(queued.credits.held);
    expect(observer.sum('batch', 'charged')).toBe(task.credits.charged);
    const durationMs = (task.finishedAt ?? 0) - task.createdAt;
    expect(durationMs).toBeGreaterThan(4_000);
    expect(observer.ends).toEqual([{ status: 'done', failureReason: null, durationMs, rows: task.total }]);
  });

  it('of a retry: its checks, its hold and charge, and its end', async () => {
    let isDown = true;
    const checker: NumberChecker = {
      check: async (number, context) =>
        isDown || !number.endsWith('9') ? await digitChecker.check(number, context) : 'dead',
    };
    const { observer, service, submitCsv, workToEnd } = await observed({ checker });
    const { taskId } = await workToEnd(await submitCsv(FILE));
    isDown = false;
    await service.retry({ accountId: ALICE, taskId });
    const task = await workToEnd({ taskId });
    expect(task).toMatchObject({ checksFailed: 0, credits: { charged: 6 } });
    expect(observer.checks).toMatchObject({ dead: 3, failed: 6 });
    expect(observer.sum('batch', 'held')).toBe(7 + 2);
    expect(observer.sum('batch', 'charged')).toBe(6);
    expect(observer.ends.map(({ status }) => status)).toEqual(['done', 'done']);
  });

  it('of a task that was cancelled', async () => {
    const { observer, service, submitCsv } = await observed();
    const { taskId } = await submitCsv(FILE);
    await service.cancel({ accountId: ALICE, taskId });
    expect(observer.ends).toMatchObject([{ status: 'failed', failureReason: 'cancelled' }]);
    expect(observer.sum('batch', 'charged')).toBe(0);
  });

  it('of single checks, and of the credit, which is charged only for an answer', async () => {
    const { observer, service } = await observed();
    const verify = (phone: string) => service.verify({ accountId: ALICE, phone });
    await verify('+14155550101');
    await verify('+14155550109');
    // No number of that country is so long: it is dead without a call.
    await verify('+4179123456789');
    expect(observer.calls).toEqual([
      { purpose: 'single', ending: 'answered', durationMs: 0, checks: { telegram_registered: 1 } },
      { purpose: 'single', ending: 'failed', durationMs: 0, checks: { failed: 1 } },
    ]);
    expect([observer.sum('single', 'held'), observer.sum('single', 'charged')]).toEqual([3, 2]);
  });

  it('of a request id once, however often it is repeated', async () => {
    const { observer, service } = await observed();
    const request = { accountId: ALICE, phone: '+14155550101', requestId: 'a' };
    await service.verify(request);
    await service.verify(request);
    expect([observer.sum('single', 'held'), observer.sum('single', 'charged')]).toEqual([1, 1]);
  });

  it('how long a call took, and that its deadline ended it', async () => {
    const checker: NumberChecker = { check: () => new Promise(() => undefined) };
    const { clock, observer, service } = await observed({ checker, checkDeadlineMs: 2_500 });
    const verified = service.verify({ accountId: ALICE, phone: '+14155550101' });
    await until(() => clock.pending > 0);
    await settle();
    clock.advance(2_500);
    await verified;
    expect(observer.calls).toEqual([
      { purpose: 'single', ending: 'timed_out', durationMs: 2_500, checks: { timed_out: 1 } },
    ]);
  });

  it('of a checker that cannot check', async () => {
    const check = () => Promise.reject(new DialproofError('checker_out_of_funds'));
    const { observer, service } = await observed({ checker: { check } });
    await service.verify({ accountId: ALICE, phone: '+14155550101' });
    expect(observer.calls).toMatchObject([{ ending: 'unavailable', checks: { unavailable: 1 } }]);
  });

  it('of a bulk call once, with the outcome of each of its numbers', async () => {
    const checker: BulkNumberChecker = {
      maxNumbers: 10,
      checkMany: async (numbers) =>
        numbers.map((number) => (number.endsWith('9') ? 'check_failed' : 'inactive')),
    };
    const { observer, service, submitCsv } = await observed({ checker, chunkSize: 10 });
    await submitCsv(FILE);
    await service.work();
    expect(observer.calls).toMatchObject([{ ending: 'answered', checks: { inactive: 4, failed: 2 } }]);
  });

  it('of every upload: queued, repeated or refused', async () => {
    const { observer, submitCsv } = await observed();
    const taskId = keyedTaskId(ALICE, 'key');
    await submitCsv(FILE, { taskId });
    await submitCsv(FILE, { taskId });
    await expect(submitCsv(FILE, { accountId: BOB })).rejects.toThrow('insufficient_credits');
    await expect(submitCsv(FILE, { fileName: 'people.pdf' })).rejects.toThrow('unsupported_file_type');
    expect(observer.uploads).toEqual([
      { outcome: 'queued', rows: 8, durationMs: 0 },
      { outcome: 'repeated', rows: 0, durationMs: 0 },
      { outcome: 'insufficient_credits', rows: 0, durationMs: 0 },
      { outcome: 'unsupported_file_type', rows: 0, durationMs: 0 },
    ]);
    expect(observer.sum('batch', 'held')).toBe(7);
  });
});

describe('an observer that fails', () => {
  const fail = (): never => {
    throw new Error('the metrics are full');
  };
  const throwing = { onCall: fail, onUpload: fail, onRows: fail, onTaskEnd: fail, onCredits: fail };
  const rejecting: ServiceObserver = {
    // The type allows a promise, like that of any function without a result.
    onCall: async () => fail(),
    onUpload: async () => fail(),
    onRows: async () => fail(),
    onTaskEnd: async () => fail(),
    onCredits: async () => fail(),
  };

  it.each([
    ['throws', throwing],
    ['rejects', rejecting],
  ])('changes nothing when it %s, and is reported', async (_, observer) => {
    const { failures, ledger, service, submitCsv, workToEnd } = await trialService({ observer });
    const task = await workToEnd(await submitCsv(FILE));
    expect(task).toMatchObject({ status: 'done', checksFailed: 2, credits: { held: 0, charged: 4 } });
    const verified = await service.verify({ accountId: ALICE, phone: '+14155550101' });
    expect(verified.status).toBe('telegram_registered');
    expect(await ledger.balance(ALICE)).toEqual({ available: 995, held: 0 });
    await service.close();
    const told = failures.filter(({ kind }) => kind === 'observer_failed');
    // A cause is reported once, and again when it has occurred ten times as often.
    expect(told.map(({ count }) => count).slice(0, 2)).toEqual([1, 10]);
    expect(told[0]?.message).toContain('the metrics are full');
  });

  it('is reported when it blocks the process', async () => {
    const observer: ServiceObserver = { onCall: () => clock.advance(101) };
    const { clock, failures, service } = await trialService({ observer });
    await service.verify({ accountId: ALICE, phone: '+14155550101' });
    expect(failures).toMatchObject([{ kind: 'observer_failed' }]);
    expect(failures[0]?.message).toContain('onCall of the observer took 101 ms');
  });

  it('because the store no longer answers does not keep the task from ending', async () => {
    const { failures, observer, service, store, submitCsv } = await observed();
    const { taskId } = await submitCsv('phone\n+14155550100\n');
    const find = store.find.bind(store);
    store.find = () => Promise.reject(new Error('the store is down'));
    await service.work();
    store.find = find;
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({ status: 'done' });
    expect(observer.ends).toEqual([]);
    expect(failures).toMatchObject([{ kind: 'observer_failed' }]);
  });

  it.each([
    [{}, 'has none of the methods'],
    [{ oncall: fail }, 'has none of the methods'],
    [{ onCall: 1 }, 'has a member onCall that is no function'],
    ['metrics', 'must be an object'],
  ])('because it is none is refused when the service is made: %o', async (observer, sentence) => {
    // Only a program without types can pass this.
    await expect(trialService({ observer: observer as ServiceObserver })).rejects.toThrow(sentence);
  });
});

describe('an observer with some of the methods', () => {
  it('gets only those facts, as calls on itself', async () => {
    class Checks implements ServiceObserver {
      count = 0;
      onCall(): void {
        this.count += 1;
      }
    }
    const observer = new Checks();
    const { service, store, submitCsv } = await trialService({ observer });
    await submitCsv('phone\n+14155550100\n');
    store.find = () => Promise.reject(new Error('nobody asked for a task'));
    await service.work();
    expect(observer.count).toBe(1);
  });
});
