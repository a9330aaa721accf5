import { describe, expect, it } from 'vitest';
import { DialproofError } from '../../model/errors.js';
import { trialService } from '../../service/trial-service.fixture.js';

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

describe('a task that has waited for longer than its timeout', () => {
  it('fails with the next probe that finds the checker down', async () => {
    const { asked, clock, submitCsv, workToEnd } = await trialWithPause(40_000);
    const task = await submitCsv('phone\n+14155550100\n');
    expect(await workToEnd(task)).toMatchObject({
      status: 'failed',
      failureReason: 'checker_unavailable',
      credits: { held: 0, charged: 0 },
    });
    expect(asked).toEqual([0, 40_000]);
    expect(clock.elapsed()).toBe(40_000);
  });

  it('fails where the process that has found the outage is gone', async () => {
    const first = await trialWithPause(2_000);
    const { clock, ledger, store } = first;
    const task = await first.submitCsv('phone\n+14155550100\n');
    await first.workAll();
    const checker = { check: () => Promise.reject(new DialproofError('checker_unavailable')) };
    const second = await trialService({ checker, clock, ledger, store, outageTimeoutMs: TIMEOUT_MS });
    expect(await second.workToEnd(task)).toMatchObject({
      status: 'failed',
      failureReason: 'checker_unavailable',
    });
    expect(clock.elapsed()).toBeLessThan(2 * TIMEOUT_MS);
  });

  it('leaves no work', async () => {
    const { submitCsv, service, workToEnd } = await trialWithPause(40_000);
    await workToEnd(await submitCsv('phone\n+14155550100\n'));
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: null });
  });
});
