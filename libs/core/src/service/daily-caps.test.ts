import { describe, expect, it } from 'vitest';
import { settle } from '../async/turns.fixture.js';
import { ManualClock } from '../memory/manual-clock.js';
import { MemorySpendingCounts } from '../memory/memory-spending-counts.js';
import { MemoryTaskStore } from '../memory/tasks/memory-task-store.js';
import type { CreditCaps } from '../model/accounts.js';
import { DialproofError } from '../model/errors.js';
import { ALICE, BOB, type TrialOptions, trialService } from './trial-service.fixture.js';

const CAP: CreditCaps = { day: { maxCredits: 5, countedAs: 'crm' } };
const THREE = 'phone\n+14155550100\n+14155550110\n+14155550120\n';

/** Counts in memory, by name. */
function memoryCounts() {
  const counts = new Map<string, MemorySpendingCounts>();
  return (name: string) => {
    const known = counts.get(name) ?? new MemorySpendingCounts();
    counts.set(name, known);
    return known;
  };
}

/** Options with a store that is also the archive, with the service's clock. */
function archived(): TrialOptions {
  const clock = new ManualClock();
  const store = new MemoryTaskStore({ clock });
  return { clock, store, archive: store };
}

async function capped(options: TrialOptions = {}) {
  const counts = memoryCounts();
  const trial = await trialService({ creditCounts: counts, ...options });
  const verify = (phone: string, caps: CreditCaps = CAP) =>
    trial.service.verify({ accountId: ALICE, phone, caps });
  const counted = () => counts('crm').spent(new Date(trial.clock.now()).toISOString().slice(0, 10));
  return { ...trial, verify, counted };
}

describe('a daily cap', () => {
  it('counts single checks and files together, and tells how much is left until when', async () => {
    const { clock, counted, submitCsv, verify } = await capped();
    clock.advance(Date.parse('2026-11-28T20:00:00Z') - clock.now());
    await verify('+14155550100');
    await submitCsv(THREE, { caps: CAP });
    await expect(submitCsv(THREE, { caps: CAP })).rejects.toMatchObject({
      code: 'daily_limit_reached',
      hint: '"max_credits_per_day" of this token is 5: 1 is left until 2026-11-29T00:00:00Z, and 3 credits are needed',
      retryAfterMs: 4 * 3_600_000,
    });
    await verify('+14155550110');
    await expect(verify('+14155550120')).rejects.toMatchObject({
      code: 'daily_limit_reached',
      hint: expect.stringContaining('0 are left'),
    });
    expect(await counted()).toBe(5);
    clock.advance(4 * 3_600_000);
    await verify('+14155550120');
  });

  it('refuses a file before it is read once nothing is left', async () => {
    const { service, verify } = await capped();
    for (let last = 0; last < 5; last += 1) await verify(`+1415555010${last}`);
    let isRead = false;
    async function* content(): AsyncGenerator<Uint8Array> {
      isRead = true;
      yield Buffer.from(THREE);
    }
    const request = { accountId: ALICE, fileName: 'a.csv', content: content(), caps: CAP };
    await expect(service.submit(request)).rejects.toMatchObject({ code: 'daily_limit_reached' });
    expect(isRead).toBe(false);
  });

  it('is shared by credentials with the same name, each with its own limit', async () => {
    const { verify } = await capped();
    await verify('+14155550100');
    const lower: CreditCaps = { day: { maxCredits: 1, countedAs: 'crm' } };
    await expect(verify('+14155550110', lower)).rejects.toMatchObject({ code: 'daily_limit_reached' });
    await verify('+14155550110', { day: { maxCredits: 1, countedAs: 'other' } });
    await verify('+14155550110');
  });

  it('is not exceeded by simultaneous requests', async () => {
    const { counted, submitCsv } = await capped();
    const all = await Promise.allSettled([1, 2, 3].map(() => submitCsv(THREE, { caps: CAP })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await counted()).toBe(3);
  });

  it('gets the credits of a refused request back', async () => {
    const { counted, ledger, service, store, submitCsv } = await capped();
    const check = { accountId: BOB, phone: '+14155550100', caps: CAP };
    await expect(service.verify(check)).rejects.toMatchObject({ code: 'insufficient_credits' });
    const hold = ledger.hold.bind(ledger);
    ledger.hold = () => Promise.reject(new DialproofError('insufficient_credits'));
    await expect(submitCsv(THREE, { caps: CAP })).rejects.toMatchObject({ code: 'insufficient_credits' });
    ledger.hold = hold;
    store.enqueue = () => Promise.reject(new Error('the store fails'));
    await expect(submitCsv(THREE, { caps: CAP })).rejects.toThrow('the store fails');
    expect(await counted()).toBe(0);
  });

  it('gets the credit of a check back that failed or did not get its turn', async () => {
    const { clock, counted, verify } = await capped({
      checker: { check: () => new Promise<never>(() => undefined) },
      checkConcurrency: 1,
      checkDeadlineMs: 30_000,
    });
    const [slow, waiting] = [verify('+14155550100'), verify('+14155550110')];
    const overloaded = expect(waiting).rejects.toMatchObject({ code: 'overloaded' });
    await settle(20);
    expect(await counted()).toBe(2);
    clock.advance(10_000);
    await overloaded;
    expect(await counted()).toBe(1);
    clock.advance(20_000);
    expect(await slow).toMatchObject({ status: 'unknown' });
    expect(await counted()).toBe(0);
  });

  it('still counts credits that a task returns at its end, and counts a retry', async () => {
    const { counted, service, submitCsv, workToEnd } = await capped({ checkAttempts: 1 });
    const text = 'phone\n+14155550109\n+14155550119\n+14155550129\n';
    const { taskId } = await workToEnd(await submitCsv(text, { caps: CAP }));
    expect(await counted()).toBe(3);
    const retry = service.retry({ accountId: ALICE, taskId, caps: CAP });
    await expect(retry).rejects.toMatchObject({ code: 'daily_limit_reached' });
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({ status: 'done' });
    const caps = { day: { maxCredits: 6, countedAs: 'crm' } };
    expect(await service.retry({ accountId: ALICE, taskId, caps })).toMatchObject({ status: 'queued' });
    expect(await counted()).toBe(6);
  });

  it('gets the credits of an unsuccessful retry back', async () => {
    const { counted, ledger, service, submitCsv, workToEnd } = await capped({ checkAttempts: 1 });
    const { taskId } = await workToEnd(await submitCsv('phone\n+14155550109\n'));
    ledger.hold = () => Promise.reject(new DialproofError('insufficient_credits'));
    const retry = service.retry({ accountId: ALICE, taskId, caps: CAP });
    await expect(retry).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(await counted()).toBe(0);
  });

  it('counts nothing for answers that the account has', async () => {
    const { counted, submitCsv, verify, workToEnd } = await capped(archived());
    await workToEnd(await submitCsv(THREE));
    const fresh = { freshWithinMs: 86_400_000, caps: CAP };
    await submitCsv(THREE, fresh);
    expect(await counted()).toBe(0);
    const caps: CreditCaps = { maxCreditsPerTask: 1, day: { maxCredits: 5, countedAs: 'crm' } };
    const partly = await submitCsv(`${THREE}+14155550110\n+14155550130\n`, { ...fresh, caps });
    expect([partly.credits.held, await counted()]).toEqual([1, 1]);
    const refused = submitCsv(`${THREE}+14155550140\n+14155550150\n`, { ...fresh, caps });
    await expect(refused).rejects.toMatchObject({ code: 'max_credits_exceeded' });
    for (let last = 1; last < 5; last += 1) await verify(`+1415555017${last}`);
    await expect(verify('+14155550160')).rejects.toMatchObject({ code: 'daily_limit_reached' });
    expect(await counted()).toBe(5);
  });

  it('does not refuse a free request, although others have exceeded the cap', async () => {
    const { counted, service, submitCsv, verify, workToEnd } = await capped(archived());
    await workToEnd(await submitCsv(THREE));
    const { taskId } = await submitCsv(THREE, { freshWithinMs: 86_400_000, caps: CAP });
    await service.cancel({ accountId: ALICE, taskId });
    for (let last = 0; last < 5; last += 1) await verify(`+1415555017${last}`);
    const caps: CreditCaps = { day: { maxCredits: 3, countedAs: 'crm' } };
    const retried = await service.retry({ accountId: ALICE, taskId, caps });
    expect([retried.credits.held, await counted()]).toEqual([0, 5]);
    expect(await workToEnd(retried)).toMatchObject({ status: 'done', credits: { charged: 0 } });
  });

  it('counts a repeat once', async () => {
    const { counted, service, submitCsv } = await capped();
    const check = { accountId: ALICE, phone: '+14155550100', requestId: 'one', caps: CAP };
    expect(await service.verify(check)).toEqual(await service.verify(check));
    const upload = { taskId: 'crm-1' as never, caps: CAP };
    expect((await submitCsv(THREE, upload)).taskId).toBe((await submitCsv(THREE, upload)).taskId);
    expect(await counted()).toBe(4);
  });

  it('needs the option creditCounts, and a limit that is a number', async () => {
    const { verify } = await capped({ creditCounts: null });
    await expect(verify('+14155550100')).rejects.toThrow(TypeError);
    const other = await capped();
    const caps = { day: { maxCredits: Number.NaN, countedAs: 'crm' } };
    await expect(other.verify('+14155550100', caps)).rejects.toThrow(RangeError);
  });
});

describe('a cap for each task', () => {
  it('refuses a file and a retry with more numbers; of the cap and max_credits the smaller counts', async () => {
    const { service, submitCsv, workToEnd } = await capped({ checkAttempts: 1 });
    const caps = { maxCreditsPerTask: 2 };
    await expect(submitCsv(THREE, { caps, maxCredits: 3 })).rejects.toMatchObject({
      code: 'max_credits_exceeded',
      hint: 'the file needs at least 3 credits, and "max_credits_per_task" of this token allows 2',
    });
    await expect(submitCsv(THREE, { caps, maxCredits: 1 })).rejects.toMatchObject({
      hint: expect.stringContaining('and max_credits=1 allows no more'),
    });
    const failed = 'phone\n+14155550109\n+14155550119\n+14155550129\n';
    const { taskId } = await workToEnd(await submitCsv(failed, { caps: { maxCreditsPerTask: 3 } }));
    const retry = service.retry({ accountId: ALICE, taskId, caps });
    await expect(retry).rejects.toMatchObject({ code: 'max_credits_exceeded' });
    expect(await service.retry({ accountId: ALICE, taskId })).toMatchObject({ status: 'queued' });
  });

  it("refuses a file that exceeds a whole day's cap, without a retryAfterMs", async () => {
    const { submitCsv } = await capped();
    const caps = { day: { maxCredits: 2, countedAs: 'crm' } };
    await expect(submitCsv(THREE, { caps })).rejects.toMatchObject({
      code: 'max_credits_exceeded',
      hint: expect.stringContaining('"max_credits_per_day" of this token allows 2'),
      retryAfterMs: undefined,
    });
  });
});
