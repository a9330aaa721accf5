import fc from 'fast-check';
import type { SubmitRequest } from '../batch/intake/submit.js';
import type { ResultsRequest } from '../batch/results/result-request.js';
import { MemoryCreditLedger } from '../memory/credits/memory-credit-ledger.js';
import { ManualClock } from '../memory/manual-clock.js';
import { MemoryTaskStore } from '../memory/tasks/memory-task-store.js';
import { type AccountId, accountId, type E164 } from '../model/identifiers.js';
import type { VerificationStatus } from '../model/statuses.js';
import { hasEnded, type Task } from '../model/task.js';
import type { Clock } from '../ports/clock.js';
import { systemEntropy } from '../ports/entropy.js';
import type { NumberChecker } from '../ports/number-checker.js';
import type { ReportedFailure } from '../reports/failure-reporter.js';
import { createVerificationService } from './create-verification-service.js';
import type { VerificationServiceOptions } from './service-options.js';
import type { VerificationService } from './verification-service.js';

export const ALICE = accountId('alice');
export const BOB = accountId('bob');

const FRACTIONS = 2 ** 31;
const WEEK_MS = 7 * 86_400_000;

/** Longer than any lease of these tests. */
const LONG_MS = 3_600_000;

/** Answers by the last digit of the number: 0 to 4 are the five statuses, and 9 is a failed check. */
export const digitChecker: NumberChecker = {
  async check(number: E164): Promise<VerificationStatus> {
    const statuses = ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'] as const;
    const status = statuses[Number(number.at(-1))];
    if (status === undefined) throw new Error('the upstream answered 502');
    return status;
  },
};

export interface Trial {
  readonly service: VerificationService;
  readonly store: MemoryTaskStore;
  readonly ledger: MemoryCreditLedger;
  readonly clock: ManualClock;
  /** The failures that `onError` got. */
  readonly failures: ReportedFailure[];
  /** Ends every lease of the store, as if this process had stood still for long. The clock of the service does not move. */
  endLeases(): void;
  /** Submits text as a .csv file of Alice. */
  submitCsv(text: string, over?: Partial<SubmitRequest>): Promise<Task>;
  /** Works until nothing is left to do now. */
  workAll(): Promise<void>;
  /** Works until the task has ended, and advances the clock while it waits; gives up after a week of the clock. */
  workToEnd(task: Pick<Task, 'taskId'>): Promise<Task>;
  result(task: Pick<Task, 'taskId'>, asked?: Partial<ResultsRequest>): Promise<string>;
}

export interface TrialOptions extends Partial<VerificationServiceOptions> {
  readonly clock?: ManualClock;
  readonly store?: MemoryTaskStore;
  readonly ledger?: MemoryCreditLedger;
}

/** A service over memory ports, driven by the test. By default Alice has 1,000 credits and Bob none. */
export async function trialService(options: TrialOptions = {}, account: AccountId = ALICE): Promise<Trial> {
  const clock = options.clock ?? new ManualClock();
  let passedMs = 0;
  const ahead: Clock = {
    now: () => clock.now(),
    elapsed: () => clock.elapsed() + passedMs,
    schedule: (ms, callback) => clock.schedule(ms, callback),
  };
  const store = options.store ?? new MemoryTaskStore({ clock: ahead });
  const ledger = options.ledger ?? new MemoryCreditLedger({ clock });
  const failures: ReportedFailure[] = [];
  // Pauses and probes are random. A fixed seed gives a test the same outcome in every run.
  const random = randomSource(fc.readConfigureGlobal()?.seed ?? Date.now());
  if (options.ledger === undefined) await ledger.grant(ALICE, 1_000);
  const service = createVerificationService({
    store,
    ledger,
    clock,
    entropy: { ...systemEntropy, fraction: () => random(FRACTIONS) / FRACTIONS },
    checker: digitChecker,
    queue: null,
    chunkSize: 3,
    onError: (failure) => failures.push(failure),
    ...options,
  });
  return {
    service,
    store,
    ledger,
    clock,
    failures,
    endLeases() {
      if (options.store !== undefined) throw new Error('only the trial that made the store can do that');
      passedMs += LONG_MS;
    },
    submitCsv: (text, over = {}) =>
      service.submit({ accountId: account, fileName: 'people.csv', content: csvContent(text), ...over }),
    async workAll() {
      while ((await service.work()).did === 'work');
    },
    async workToEnd({ taskId }) {
      const giveUpAt = clock.elapsed() + WEEK_MS;
      for (;;) {
        const outcome = await service.work();
        const task = await service.task({ accountId: account, taskId });
        if (hasEnded(task.status)) return task;
        if (outcome.did === 'work') continue;
        clock.advance(outcome.retryAfterMs ?? WEEK_MS);
        if (clock.elapsed() > giveUpAt) throw new Error(`the task is ${task.status} after a week`);
      }
    },
    async result({ taskId }, asked = {}) {
      const { content } = await service.results({ accountId: account, taskId, ...asked });
      const pieces: Uint8Array[] = [];
      for await (const piece of content) pieces.push(piece);
      return Buffer.concat(pieces).toString();
    },
  };
}

export async function* csvContent(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Pseudorandom whole numbers, the same in every run (mulberry32). */
export function randomSource(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
