import * as around from '@dialproof/checkers/around';
import { accountId, type NumberChecker } from '@dialproof/core';
import { spread } from '../statistics.js';
import { submit, withService } from './bench-service.js';

const ROWS = 20_000;
const CHECK_MS = 50;
const CONCURRENCY = 100;
const ROUNDS = 3;
const ACCOUNT = accountId('bench');

const slow: NumberChecker = {
  check: () => new Promise((resolve) => setTimeout(resolve, CHECK_MS, 'dead')),
};

/** How close a task comes to the maximum rate of its checker, alternately with every wrapper and with none. */
export async function benchCheckerBound(): Promise<void> {
  const shares = { bare: [] as number[], wrapped: [] as number[], timers: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    shares.bare.push(await shareOfIdeal(slow, round));
    shares.wrapped.push(await shareOfIdeal(wrapped(slow), round));
    shares.timers.push((100 * idealMs(ROWS)) / (await bareLanesMs(ROWS)));
  }
  console.log(
    `checker: ${ROWS} rows, ${CHECK_MS} ms a check, ${CONCURRENCY} at once, ${ROUNDS} rounds: percent of the ideal throughput`,
  );
  console.log(`  with every wrapper   ${spread(shares.wrapped, 1)}, aim 98`);
  console.log(`  with none            ${spread(shares.bare, 1)}, aim 98`);
  console.log(`  bare timers          ${spread(shares.timers, 1)}`);
}

const idealMs = (checks: number) => (checks / CONCURRENCY) * CHECK_MS;

/** In percent. */
async function shareOfIdeal(checker: NumberChecker, seed: number): Promise<number> {
  return await withService({ checker, checkConcurrency: CONCURRENCY }, [ACCOUNT], async (service) => {
    const taskId = await submit(service, ACCOUNT, ROWS, seed);
    for await (const _task of service.watch({ accountId: ACCOUNT, taskId }));
    const { credits, finishedAt, startedAt } = await service.task({ accountId: ACCOUNT, taskId });
    return (100 * idealMs(credits.charged)) / ((finishedAt ?? 0) - (startedAt ?? 0));
  });
}

/** The time for pure waiting in the same number of lanes. It exceeds the ideal, since a timer of 50 ms takes a little longer. */
async function bareLanesMs(checks: number): Promise<number> {
  let left = checks;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return performance.now() - start;
}

const DAY_MS = 86_400_000;
const PRICE = { perNumber: 0.001 };
/** Limits that are never reached: the benchmark measures their cost, not their effect. */
const UNREACHED = { perSecond: 100_000, perMinute: 6_000_000, perDay: 1_000_000_000, inFlight: 10_000 };

/** All wrappers for single checks around one checker, in the order of the package's README. */
function wrapped(checker: NumberChecker): NumberChecker {
  const recorded = around.withCostRecord(checker, PRICE);
  const bounded = around.withSpendingLimit(recorded, { perDay: 1_000_000, price: PRICE });
  return around.cached(around.withRateLimit(bounded, UNREACHED), {
    cache: new around.MemoryAnswerCache(),
    keepMs: { wa_registered: DAY_MS, telegram_registered: DAY_MS, dead: DAY_MS, inactive: DAY_MS },
  });
}
