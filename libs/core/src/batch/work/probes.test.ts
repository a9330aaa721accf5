import { describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { DialproofError } from '../../model/errors.js';
import type { NumberChecker } from '../../ports/number-checker.js';
import { ALICE, type Trial, trialService } from '../../service/trial-service.fixture.js';

const FILE = 'phone\n+14155550100\n+14155550101\n+14155550102\n';

/** A checker that is unavailable until `isDown` is cleared. `asked` has the last two digits of each number. */
function unavailableChecker() {
  const state = { isDown: true, asked: [] as string[] };
  const checker: NumberChecker = {
    async check(number) {
      state.asked.push(number.slice(-2));
      if (state.isDown) throw new DialproofError('checker_unavailable');
      return 'dead';
    },
  };
  return { checker, state };
}

async function step({ clock, service }: Trial): Promise<void> {
  const outcome = await service.work();
  if (outcome.did === 'nothing') clock.advance(outcome.retryAfterMs ?? 0);
}

describe('the probes of an outage', () => {
  it('ask about the numbers of a chunk by chance', async () => {
    const { checker, state } = unavailableChecker();
    const trial = await trialService({ checker, checkConcurrency: 1, chunkSize: 3 });
    await trial.submitCsv(FILE);
    while (state.asked.length < 30) await step(trial);
    expect(new Set(state.asked)).toEqual(new Set(['00', '01', '02']));
  });

  it('ask about other chunks too in an outage of a minute', async () => {
    const { checker, state } = unavailableChecker();
    const trial = await trialService({ checker, checkConcurrency: 1, chunkSize: 1 });
    await trial.submitCsv(FILE);
    while (trial.clock.elapsed() < 60_000) await step(trial);
    expect(new Set(state.asked)).toEqual(new Set(['00']));
    while (state.asked.length < 60) await step(trial);
    expect(new Set(state.asked)).toEqual(new Set(['00', '01', '02']));
  });

  it('make no call for a chunk of impossible numbers, which are dead without one', async () => {
    const { checker, state } = unavailableChecker();
    const trial = await trialService({ checker, checkConcurrency: 1, chunkSize: 1 });
    await trial.submitCsv('phone\n+14155550100\n');
    await trial.workAll();
    const { taskId } = await trial.submitCsv('phone\n+9991234567\n');
    for (let steps = 0; steps < 10; steps += 1) await step(trial);
    expect(await trial.service.task({ accountId: ALICE, taskId })).toMatchObject({
      status: 'done',
      summary: { dead: 1 },
    });
    expect(new Set(state.asked)).toEqual(new Set(['00']));
  });

  it('begin no call when the process stops before they had a slot', async () => {
    const { calls, checker } = heldChecker();
    const trial = await trialService({ checker, checkConcurrency: 1 });
    const { clock, service } = trial;
    await trial.submitCsv(FILE);
    const first = service.work();
    await until(() => calls.length === 1);
    calls[0]?.fail(new DialproofError('checker_unavailable'));
    await first;
    const verified = service.verify({ accountId: ALICE, phone: '+14155550199' });
    await until(() => calls.length === 2);
    clock.advance(1_000);
    const stop = new AbortController();
    const probe = service.work(stop.signal);
    await settle();
    stop.abort();
    await probe;
    calls[1]?.answer('dead');
    await verified;
    await settle();
    expect(calls).toHaveLength(2);
  });

  it('do not ask at once again about the number whose failed check has ended the outage', async () => {
    let asked = 0;
    const askedAt = new Map<string, number[]>();
    const checker: NumberChecker = {
      async check(number) {
        asked += 1;
        askedAt.set(number, [...(askedAt.get(number) ?? []), trial.clock.elapsed()]);
        if (asked <= 2) throw new DialproofError('checker_unavailable');
        throw new Error('the upstream rejects this number');
      },
    };
    const trial = await trialService({ checker, checkConcurrency: 1, chunkSize: 10 });
    const rows = Array.from({ length: 10 }, (_, n) => `+1415555010${n}\n`).join('');
    await trial.workToEnd(await trial.submitCsv(`phone\n${rows}`));
    for (const times of askedAt.values()) expect(new Set(times).size).toBe(times.length);
  });
});
