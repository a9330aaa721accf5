import {
  accountId,
  createVerificationService,
  ManualClock,
  MemoryCreditLedger,
  MemoryTaskStore,
  type Task,
  type VerificationService,
} from '@dialproof/core';

const PHONES = ['+14155550100', '+14155550101', '+14155550102'];

export interface TrialTask {
  readonly service: VerificationService;
  readonly store: MemoryTaskStore;
  /** Stands still until it is told to move. */
  readonly clock: ManualClock;
  readonly task: Task;
  /** Resolves when a watch of the task waits for a change. */
  watched(): Promise<void>;
  /** Takes the task a step on: its numbers make it `processing-1`, `processing-2` and `done-3`. */
  step(): Promise<void>;
  /** Takes it to its end, `done-3`. */
  finish(): Promise<void>;
}

/** A task of the account `acme` with three numbers, of which none is checked until the test says so. */
export async function trialTask(): Promise<TrialTask> {
  const account = accountId('acme');
  const [clock, store, ledger] = [new ManualClock(), new MemoryTaskStore(), new MemoryCreditLedger()];
  await ledger.grant(account, 3);
  const checker = { check: async () => 'inactive' as const };
  const service = createVerificationService({ store, ledger, clock, checker, queue: null, chunkSize: 1 });
  const task = await service.submit({ accountId: account, fileName: 'a.csv', content: csv(PHONES) });
  return {
    service,
    store,
    clock,
    task,
    async watched() {
      while (clock.pending === 0) await new Promise(setImmediate);
    },
    async step() {
      await service.work();
      // A check that was answered at once lets go of its deadline in the next turn.
      await new Promise(setImmediate);
    },
    async finish() {
      while ((await service.work()).did === 'work');
      await new Promise(setImmediate);
    },
  };
}

async function* csv(phones: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`phone\n${phones.join('\n')}\n`);
}
