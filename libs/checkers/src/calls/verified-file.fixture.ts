import {
  accountId,
  type Clock,
  createVerificationService,
  hasEnded,
  InProcessTaskQueue,
  MemoryCreditLedger,
  MemoryTaskStore,
  type Task,
  type VerificationServiceOptions,
} from '@dialproof/core';
import type { AnyChecker } from './same-kind.js';
import { numbersOf, settle } from './spoken-checkers.fixture.js';

export interface VerifiedFileOptions
  extends Pick<
    VerificationServiceOptions,
    'checkConcurrency' | 'checkDeadlineMs' | 'maxCallsPerSecond' | 'outageTimeoutMs'
  > {
  readonly checker: AnyChecker;
  readonly count: number;
  readonly clock: Clock;
  /** Lets milliseconds of the clock pass. */
  readonly pass: (ms: number) => unknown;
}

export interface VerifiedFile {
  readonly task: Task;
  /** The failures that `onError` got. */
  readonly failures: readonly string[];
  /** Its time by the clock. */
  readonly tookMs: number;
}

const ALICE = accountId('alice');
/** Milliseconds of the clock between two polls of the task. */
const STEP_MS = 50;
const LONGEST_MS = 600_000;

/** Verifies a file of `numbersOf(count)` in a service over memory, like a host. Fails if it takes longer than ten minutes of the clock. */
export async function verifiedFile(options: VerifiedFileOptions): Promise<VerifiedFile> {
  const { checker, clock, count, pass, ...settings } = options;
  const ledger = new MemoryCreditLedger({ clock });
  await ledger.grant(ALICE, count);
  const failures: string[] = [];
  const service = createVerificationService({
    ...settings,
    checker,
    clock,
    ledger,
    store: new MemoryTaskStore({ clock }),
    queue: new InProcessTaskQueue({ clock }),
    onError: (failure) => failures.push(failure.message),
  });
  await service.start();
  const begunAt = clock.elapsed();
  const content = [Buffer.from(['phone', ...numbersOf(count)].join('\n'))];
  const { taskId } = await service.submit({
    accountId: ALICE,
    fileName: 'people.csv',
    content: from(content),
  });
  for (;;) {
    const task = await service.task({ accountId: ALICE, taskId });
    const tookMs = clock.elapsed() - begunAt;
    if (hasEnded(task.status)) {
      await service.close();
      return { task, failures, tookMs };
    }
    if (tookMs > LONGEST_MS) throw new Error(`${task.processed} of ${count} after ${tookMs} ms: ${failures}`);
    await settle(3);
    await pass(STEP_MS);
  }
}

async function* from(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
