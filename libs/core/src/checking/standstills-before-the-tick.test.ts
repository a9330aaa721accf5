import { describe, expect, it } from 'vitest';
import { settle, until } from '../async/turns.fixture.js';
import { fileOf, trialOf } from '../batch/work/flaky-upstream.fixture.js';
import { StandstillClock } from '../memory/standstill-clock.fixture.js';
import { hasEnded } from '../model/task.js';
import type { NumberChecker } from '../ports/number-checker.js';
import { ALICE } from '../service/trial-service.fixture.js';
import { heldChecker } from './held-checker.fixture.js';
import { A, trial } from './running-calls.fixture.js';

/** Such calls end in the blocked phase of the event loop: the tick of their turn is cancelled before it runs. */
describe('a standstill that ends together with calls, before the timers run', () => {
  it('counts among the ten of a minute that excuse', async () => {
    const { calls, checker } = heldChecker();
    const clock = new StandstillClock();
    const { ask, outcomes } = trial(checker, clock);
    for (let time = 1; time <= 12; time += 1) {
      ask(A);
      await settle();
      clock.block(800);
      calls.at(-1)?.fail(new Error('the connection has been closed'));
      await settle();
    }
    expect(outcomes.slice(9).map(({ kind }) => kind)).toEqual(['failed', 'failed', 'failed']);
  });

  it('ends the task of a number for which the checker blocks the process and fails', async () => {
    const clock = new StandstillClock();
    let asked = 0;
    const checker: NumberChecker = {
      async check() {
        asked += 1;
        clock.block(800);
        throw new Error('no such line');
      },
    };
    const { service, submitCsv } = await trialOf({ checker, clock });
    const { taskId } = await submitCsv(fileOf(1));
    let task = await service.task({ accountId: ALICE, taskId });
    for (let look = 0; look < 1_000 && !hasEnded(task.status); look += 1) {
      const outcome = await service.work();
      if (outcome.did === 'nothing') clock.advance(outcome.retryAfterMs ?? 60_000);
      task = await service.task({ accountId: ALICE, taskId });
    }
    expect({ asked, status: task.status }).toEqual({ asked: expect.any(Number), status: 'done' });
    expect(task.checksFailed).toBe(1);
    expect(asked).toBeLessThanOrEqual(20);
  });

  it('is no silence of the upstream', async () => {
    const { calls, checker } = heldChecker();
    const clock = new StandstillClock();
    const { failures, service, submitCsv } = await trialOf({ checker, clock, checkConcurrency: 100 });
    const { taskId } = await submitCsv(fileOf(100));
    const work = service.work();
    await until(() => calls.length === 100);
    for (const call of calls.slice(0, 50)) call.fail(new Error('502'));
    await settle();
    clock.block(60_000);
    for (const call of calls.slice(50)) call.fail(new Error('the connection has been closed'));
    await work;
    clock.advance(60_000 + 4_000);
    const again = service.work();
    await until(() => calls.length > 100);
    calls.at(-1)?.fail(new Error('502'));
    await again;
    expect(failures.map(({ kind }) => kind)).not.toContain('outage_began');
    expect(await service.task({ accountId: ALICE, taskId })).toMatchObject({ waiting: null });
  });
});
