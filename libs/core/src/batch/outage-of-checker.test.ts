import { describe, expect, it } from 'vitest';
import { DialproofError } from '../errors.js';
import type { NumberChecker } from '../ports/number-checker.js';
import { ALICE, digitChecker, trialService } from '../trial-service.fixture.js';

const FILE = 'phone\n+14155550100\n+14155550101\n+14155550102\n+14155550103\n+14155550104\n+14155550110\n';

/** A checker that can be switched off, in the two ways in which checkers fail. */
function switchedChecker(down: () => Promise<never>) {
  const state = { up: true };
  const checker: NumberChecker = {
    check: (number, context) => (state.up ? digitChecker.check(number, context) : down()),
  };
  return { state, checker };
}

describe.each([
  ['says so', () => Promise.reject(new DialproofError('checker_unavailable'))],
  ['fails every check', () => Promise.reject(new Error('connection refused'))],
])('a checker that is down and %s', (_, down) => {
  const options = { outageAfterFailures: 2, outageTimeoutMs: 60_000 };

  it('makes the task wait, and go on where it was when the checker is back', async () => {
    const { checker, state } = switchedChecker(down);
    const { clock, service, submitCsv, workAll } = await trialService({ ...options, checker });
    const { taskId } = await submitCsv(FILE);
    await service.work();
    state.up = false;
    await workAll();
    const waiting = await service.task({ accountId: ALICE, taskId });
    expect(waiting).toMatchObject({ status: 'processing', processed: 3 });
    expect(await service.work()).toEqual({ did: 'nothing', retryAt: clock.now() + 1_000 });
    clock.advance(30_000);
    state.up = true;
    await workAll();
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      processed: 6,
      credits: { charged: 6 },
    });
  });

  it('fails the task after the configured time, charging what was verified alone', async () => {
    const { checker, state } = switchedChecker(down);
    const { clock, ledger, service, submitCsv, workAll } = await trialService({ ...options, checker });
    const { taskId } = await submitCsv(FILE);
    await service.work();
    state.up = false;
    for (let second = 0; second <= 61; second += 1) {
      await workAll();
      clock.advance(1_000);
    }
    await workAll();
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'failed',
      failureReason: 'checker_unavailable',
      processed: 3,
      credits: { held: 0, charged: 3 },
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 0 });
    await expect(service.results({ accountId: ALICE, taskId })).rejects.toMatchObject({
      code: 'task_not_done',
    });
  });

  it('begins a new outage after an answer, whose time counts anew', async () => {
    const { checker, state } = switchedChecker(down);
    const { clock, service, submitCsv, workAll } = await trialService({ ...options, checker });
    const { taskId } = await submitCsv(FILE);
    state.up = false;
    await workAll();
    clock.advance(50_000);
    state.up = true;
    await service.work();
    state.up = false;
    clock.advance(50_000);
    await workAll();
    clock.advance(50_000);
    await workAll();
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'processing',
      processed: 3,
    });
  });
});
