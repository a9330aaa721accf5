import { describe, expect, it } from 'vitest';
import { MemoryCreditLedger } from '../../memory/credits/memory-credit-ledger.js';
import { ManualClock } from '../../memory/manual-clock.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import { taskHoldId } from '../../model/identifiers.js';
import { newTaskId } from '../../ports/entropy.js';
import { ALICE, type Trial, trialService } from '../trial-service.fixture.js';

const MINUTE_MS = 60_000;

async function withUpkeep(): Promise<Trial> {
  const clock = new ManualClock();
  const ledger = new MemoryCreditLedger({ clock });
  await ledger.grant(ALICE, 1_000);
  const store = new MemoryTaskStore({ clock });
  return await trialService({ clock, ledger, store, upkeep: ledger });
}

/** Makes a hold that nobody settles, as a process that dies too late leaves it. */
async function loseHold({ ledger }: Trial, run = 1): Promise<void> {
  const holdId = taskHoldId(newTaskId(), run);
  await ledger.hold({ holdId, accountId: ALICE, credits: 2, expiresAfterMs: null });
}

describe('the hold of an upload whose draft is gone', () => {
  it('is released by calls of work, and reported', async () => {
    const trial = await withUpkeep();
    await loseHold(trial);
    await loseHold(trial, 17);
    await trial.service.work();
    expect(await trial.ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    expect(trial.failures.map(({ kind }) => kind)).toEqual(['settlement_differs', 'settlement_differs']);
    expect(await trial.service.work()).toEqual({ did: 'nothing', retryAfterMs: null });
  });

  it('is found behind more holds than one step examines', async () => {
    const trial = await withUpkeep();
    await trial.service.work();
    for (let held = 0; held < 250; held += 1) await loseHold(trial);
    for (const left of [300, 100, 0]) {
      trial.clock.advance(MINUTE_MS);
      await trial.service.work();
      expect((await trial.ledger.balance(ALICE)).held).toBe(left);
    }
  });
});

describe('the holds of running uploads and tasks', () => {
  it('stay unchanged', async () => {
    const trial = await withUpkeep();
    const draft = { taskId: newTaskId(), accountId: ALICE, run: 1, leaseMs: 600_000 };
    await trial.store.begin(draft);
    const hold = { accountId: ALICE, credits: 2, expiresAfterMs: null };
    await trial.ledger.hold({ holdId: taskHoldId(draft.taskId, 1), ...hold });
    const { taskId } = await trial.submitCsv('phone\n+14155550100\n+14155550109\n');
    for (let calls = 0; calls < 5; calls += 1) {
      trial.clock.advance(MINUTE_MS);
      await trial.service.work();
    }
    const task = await trial.workToEnd({ taskId });
    expect(task).toMatchObject({ status: 'done', credits: { charged: 1 } });
    await trial.store.beginRetry(taskId, 600_000);
    await trial.ledger.hold({ holdId: taskHoldId(taskId, 2), ...hold });
    trial.clock.advance(MINUTE_MS);
    await trial.service.work();
    expect(await trial.ledger.balance(ALICE)).toEqual({ available: 995, held: 4 });
  });
});
