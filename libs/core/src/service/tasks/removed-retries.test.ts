import { describe, expect, it } from 'vitest';
import { MemoryCreditLedger } from '../../memory/credits/memory-credit-ledger.js';
import { ManualClock } from '../../memory/manual-clock.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import type { TaskId } from '../../model/identifiers.js';
import type { CreditLedger } from '../../ports/credit-ledger.js';
import type { TaskStore } from '../../ports/task-store.js';
import { ALICE, type Trial, trialService } from '../trial-service.fixture.js';
import { FILE, mendable } from './mendable-checker.fixture.js';

const LEASE_MS = 10_000;
const HOUR_MS = 3_600_000;

/** The actions of others while a process stands still, once its lease has ended. */
const MEANWHILE = {
  nothing: async () => {},
  'its retry is discarded': discarded,
  'its retry is discarded and the task removed': async (trial, taskId) => {
    await discarded(trial, taskId);
    await trial.service.remove({ accountId: ALICE, taskId }).catch(() => undefined);
  },
  'its retry is discarded and another one resumed': async (trial, taskId) => {
    await discarded(trial, taskId);
    await trial.service.retry({ accountId: ALICE, taskId }).catch(() => undefined);
  },
} as const satisfies Record<string, (trial: Trial, taskId: TaskId) => Promise<void>>;

async function discarded({ clock, service }: Trial, taskId: TaskId): Promise<void> {
  clock.advance(LEASE_MS);
  await service.work();
  await service.task({ accountId: ALICE, taskId });
}

const STEPS = ['beginRetry', 'hold', 'statuses', 'resume', 'find', 'settle', 'discard'] as const;

/** Whether the process continues after its standstill before a call, or dies before or after the effect of that call. */
const ENDS = ['goes on', 'dies', 'dies behind it'] as const;

/** The ports of a process that stands still before its first call of a method. */
function haltedPorts(
  { ledger, store }: Pick<Trial, 'ledger' | 'store'>,
  halt: { step: string; end: (typeof ENDS)[number]; meanwhile: () => Promise<void> },
) {
  const state = { isDead: false, isHalted: false };
  const die = () => {
    state.isDead = true;
    throw new Error('the process is dead');
  };
  const halting = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name, target);
        if (typeof method !== 'function') return method;
        return async (...values: unknown[]) => {
          if (state.isDead) die();
          const halts = name === halt.step && !state.isHalted;
          if (!halts) return await method.apply(target, values);
          state.isHalted = true;
          await halt.meanwhile();
          if (halt.end === 'dies') die();
          const answer: unknown = await method.apply(target, values);
          if (halt.end === 'dies behind it') die();
          return answer;
        };
      },
    });
  return { ledger: halting<CreditLedger>(ledger), store: halting<TaskStore>(store) };
}

describe('a retry that stands still while its task continues or is removed', () => {
  const scenes = STEPS.flatMap((step) =>
    ENDS.flatMap((end) =>
      (Object.keys(MEANWHILE) as (keyof typeof MEANWHILE)[]).map((meanwhile) => ({ step, end, meanwhile })),
    ),
  );

  it.each(scenes)('holds no credits for ever: at $step; $meanwhile; it $end', async (scene) => {
    const { end, meanwhile, step } = scene;
    const clock = new ManualClock();
    const store = new MemoryTaskStore({ clock });
    const ledger = new MemoryCreditLedger({ clock });
    await ledger.grant(ALICE, 1_000);
    const { checker, state } = mendable();
    const options = { clock, store, ledger, checker, leaseMs: LEASE_MS };
    const trial = await trialService({ ...options, archive: store, upkeep: ledger });
    const { taskId } = await trial.workToEnd(await trial.submitCsv(FILE));
    state.isMended = true;
    const ports = haltedPorts(trial, {
      ...{ step, end },
      meanwhile: () => MEANWHILE[meanwhile](trial, taskId),
    });
    // The fixture's types require memory ports, but the service takes any. The clock stands still, otherwise the process would extend its
    // lease.
    const halted = { ...(ports as unknown as Pick<Trial, 'ledger' | 'store'>), clock: new ManualClock() };
    const other = await trialService({ ...options, ...halted });
    await other.service.retry({ accountId: ALICE, taskId }).catch(() => undefined);
    // Long enough for every lease to end and for each hold to be examined.
    for (let hours = 0; hours < 3; hours += 1) {
      await trial.workAll();
      clock.advance(HOUR_MS);
    }
    await trial.workAll();
    const task = await trial.service.task({ accountId: ALICE, taskId }).catch(() => undefined);
    const { available, held } = await ledger.balance(ALICE);
    expect(held).toBe(0);
    expect(available).toBe(1_000 - (task?.credits.charged ?? 3));
  });
});
