import { Readable } from 'node:stream';
import * as around from '@dialproof/checkers/around';
import { MemoryAnswerCache } from '@dialproof/checkers/around';
import {
  accountId,
  createVerificationService,
  hasEnded,
  InProcessTaskQueue,
  type NumberChecker,
} from '@dialproof/core';
import { csvChunks } from '@dialproof/generate';
import { spread } from '../statistics.js';
import { makeBenchStore } from './bench-store.js';

const ROWS = 20_000;
const CHECK_MS = 50;
const CONCURRENCY = 100;
const ROUNDS = 3;
const POLL_MS = 50;

const slow: NumberChecker = {
  check: () => new Promise((resolve) => setTimeout(resolve, CHECK_MS, 'dead')),
};

/** How close a task comes to the maximum rate of its checker, alternately with every wrapper and with none. */
export async function benchAroundBound(): Promise<void> {
  const shares = { bare: [] as number[], wrapped: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    shares.bare.push(await shareOfIdeal(slow, round));
    shares.wrapped.push(await shareOfIdeal(allWrappers(slow), round));
  }
  console.log(
    `around, checker-bound: ${ROWS} rows, ${CHECK_MS} ms a check, ${CONCURRENCY} at once, ${ROUNDS} rounds`,
  );
  console.log(`  with every wrapper   ${spread(shares.wrapped, 1)} percent of the ideal throughput, aim 98`);
  console.log(`  with none            ${spread(shares.bare, 1)} percent`);
}

/** In percent. */
async function shareOfIdeal(checker: NumberChecker, seed: number): Promise<number> {
  const { ledger, remove, store } = await makeBenchStore();
  const account = accountId('bench');
  await ledger.grant(account, ROWS * 2);
  const service = createVerificationService({
    store,
    ledger,
    checker,
    checkConcurrency: CONCURRENCY,
    queue: new InProcessTaskQueue(),
  });
  try {
    await service.start();
    const content = Readable.from(csvChunks({ rows: ROWS, seed }));
    const { taskId } = await service.submit({ accountId: account, fileName: 'rows.csv', content });
    for (;;) {
      const { credits, finishedAt, startedAt, status } = await service.task({ accountId: account, taskId });
      if (hasEnded(status)) {
        const idealMs = (credits.charged / CONCURRENCY) * CHECK_MS;
        return (100 * idealMs) / ((finishedAt ?? 0) - (startedAt ?? 0));
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } finally {
    await service.close();
    await remove();
  }
}

const DAY_MS = 86_400_000;
const PRICE = { perNumber: 0.001 };
/** Limits that are never reached: the benchmark measures their cost, not their effect. */
const UNREACHED = { perSecond: 100_000, perMinute: 6_000_000, perDay: 1_000_000_000, inFlight: 10_000 };

type Wrap = (checker: NumberChecker) => NumberChecker;

/** Each wrapper for single checks, the one next to the upstream first. */
const WRAPPERS: Readonly<Record<string, Wrap>> = {
  withCostRecord: (checker) => around.withCostRecord(checker, PRICE),
  withSpendingLimit: (checker) => around.withSpendingLimit(checker, { perDay: 1_000_000, price: PRICE }),
  withRateLimit: (checker) => around.withRateLimit(checker, UNREACHED),
  cached: (checker) =>
    around.cached(checker, {
      cache: new MemoryAnswerCache(),
      keepMs: { wa_registered: DAY_MS, telegram_registered: DAY_MS, dead: DAY_MS, inactive: DAY_MS },
    }),
};

/** All wrappers around one checker, in the order of the package's README. */
function allWrappers(checker: NumberChecker): NumberChecker {
  return Object.values(WRAPPERS).reduce((wrapped, wrap) => wrap(wrapped), checker);
}
