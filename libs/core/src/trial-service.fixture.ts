import { createVerificationService } from './create-verification-service.js';
import { type AccountId, accountId } from './identifiers.js';
import { ManualClock } from './memory/manual-clock.js';
import { MemoryCreditLedger } from './memory/memory-credit-ledger.js';
import { MemoryTaskStore } from './memory/memory-task-store.js';
import type { E164 } from './phone/e164.js';
import type { NumberChecker } from './ports/number-checker.js';
import type { VerificationServiceOptions } from './service-options.js';
import type { VerificationStatus } from './statuses.js';
import type { Task } from './task.js';
import type { SubmitRequest, VerificationService } from './verification-service.js';

export const ALICE = accountId('alice');
export const BOB = accountId('bob');

/** Answers by the last digit, so that a test's numbers say what is expected: 0 to 4 are the five statuses, 9 is a check that fails. */
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
  readonly errors: unknown[];
  /** Submits text as a .csv file of Alice. */
  submitCsv(text: string, over?: Partial<SubmitRequest>): Promise<Task>;
  /** Does work until nothing is left to do now. */
  workAll(): Promise<void>;
  result(task: Task): Promise<string>;
}

/** A service over memory ports, driven by the test; Alice has 1,000 credits, Bob none. */
export async function trialService(
  options: Partial<VerificationServiceOptions> = {},
  account: AccountId = ALICE,
): Promise<Trial> {
  const store = new MemoryTaskStore();
  const ledger = new MemoryCreditLedger();
  const clock = new ManualClock();
  const errors: unknown[] = [];
  await ledger.grant(ALICE, 1_000);
  const service = createVerificationService({
    store,
    ledger,
    clock,
    checker: digitChecker,
    queue: null,
    chunkSize: 3,
    onError: (error) => errors.push(error),
    ...options,
  });
  return {
    service,
    store,
    ledger,
    clock,
    errors,
    submitCsv: (text, over = {}) =>
      service.submit({ accountId: account, fileName: 'people.csv', content: csvContent(text), ...over }),
    async workAll() {
      while ((await service.work()).did === 'work');
    },
    async result(task) {
      const { content } = await service.results({ accountId: account, taskId: task.taskId });
      const pieces: Uint8Array[] = [];
      for await (const piece of content) pieces.push(piece);
      return Buffer.concat(pieces).toString();
    },
  };
}

export async function* csvContent(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
