import { describe, expect, it } from 'vitest';
import { DialproofError } from '../../model/errors.js';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';

const TIMEOUT_MS = 3_000;

/** A service whose checker names the same long pause whenever it is asked. */
async function trialWithPause(retryAfterMs: number) {
  const asked: number[] = [];
  const trial = await trialService({
    outageTimeoutMs: TIMEOUT_MS,
    checker: {
      check() {
        asked.push(trial.clock.elapsed());
        return Promise.reject(new DialproofError('checker_unavailable', { retryAfterMs }));
      },
    },
  });
  return { ...trial, asked };
}

describe('a task that waits while the upstream names a time after its timeout', () => {
  it('fails at its timeout, and the upstream is not asked for it', async () => {
    const { asked, clock, submitCsv, workToEnd } = await trialWithPause(40_000);
    const task = await submitCsv('phone\n+14155550100\n');
    expect(await workToEnd(task)).toMatchObject({
      status: 'failed',
      failureReason: 'checker_unavailable',
      credits: { held: 0, charged: 0 },
    });
    expect(clock.elapsed()).toBe(TIMEOUT_MS);
    expect(asked).toEqual([0]);
  });

  it('is looked at when its timeout comes, and not before', async () => {
    const { clock, service, submitCsv, workAll } = await trialWithPause(40_000);
    const { taskId } = await submitCsv('phone\n+14155550100\n');
    await workAll();
    clock.advance(1_000);
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: TIMEOUT_MS - 1_000 });
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({ failureReason: null });
  });

  it('fails soon after its timeout where it was queued during the outage', async () => {
    const { asked, clock, submitCsv, workAll, workToEnd } = await trialWithPause(40_000);
    await submitCsv('phone\n+14155550100\n');
    await workAll();
    clock.advance(2_000);
    const late = await submitCsv('phone\n+14155550101\n');
    expect(await workToEnd(late)).toMatchObject({ status: 'failed', failureReason: 'checker_unavailable' });
    expect(clock.elapsed()).toBeGreaterThanOrEqual(2_000 + TIMEOUT_MS);
    expect(clock.elapsed()).toBeLessThan((2_000 + TIMEOUT_MS) * 1.25);
    expect(asked).toEqual([0]);
  });

  it('is asked about at the time that is named where that comes first', async () => {
    const { asked, submitCsv, workToEnd } = await trialWithPause(2_000);
    const task = await submitCsv('phone\n+14155550100\n');
    expect(await workToEnd(task)).toMatchObject({ status: 'failed' });
    expect(asked).toEqual([0, 2_000]);
  });

  it('fails at its timeout where the process that has found the outage is gone', async () => {
    const first = await trialWithPause(40_000);
    const { clock, ledger, store } = first;
    const task = await first.submitCsv('phone\n+14155550100\n');
    await first.workAll();
    const second = await trialService({ clock, ledger, store, outageTimeoutMs: TIMEOUT_MS });
    expect(await second.workToEnd(task)).toMatchObject({
      status: 'failed',
      failureReason: 'checker_unavailable',
    });
    expect(clock.elapsed()).toBe(TIMEOUT_MS);
  });

  it('leaves nothing to look at once no task waits', async () => {
    const { submitCsv, service, workToEnd } = await trialWithPause(40_000);
    await workToEnd(await submitCsv('phone\n+14155550100\n'));
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: null });
  });
});
