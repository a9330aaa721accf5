import { setMaxListeners } from 'node:events';
import { batched, withRateLimit } from '@dialproof/checkers/around';
import { type BulkNumberChecker, type E164, type NumberChecker, normalizePhone } from '@dialproof/core';
import { spread } from '../statistics.js';

const CALL_MS = 50;
const CALLS_AT_ONCE = 4;
const NUMBERS_PER_CALL = 100;
const COLLECT_MS = 10;
const CHECKS = 4_000;
/** Concurrent callers, each with a single check. */
const AT_ONCE = 200;
const ROUNDS = 3;

const upstream: BulkNumberChecker = {
  maxNumbers: NUMBERS_PER_CALL,
  checkMany: (numbers) =>
    new Promise((resolve) => setTimeout(() => resolve(numbers.map(() => 'dead' as const)), CALL_MS)),
};

/** Single checks a second, one by one and batched, with an upstream that takes many numbers a call and few concurrent calls. */
export async function benchBatching(): Promise<void> {
  const rates = { single: [] as number[], batched: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const limited = () => withRateLimit(upstream, { inFlight: CALLS_AT_ONCE });
    rates.single.push(await checksPerSecond(oneByOne(limited()), CHECKS / 20));
    rates.batched.push(await checksPerSecond(batched(limited(), { collectMs: COLLECT_MS }), CHECKS));
  }
  const gains = rates.batched.map((rate, round) => rate / (rates.single[round] ?? 1));
  console.log(
    `batching: ${CALL_MS} ms a call of up to ${NUMBERS_PER_CALL} numbers, ${CALLS_AT_ONCE} calls and ${AT_ONCE} single checks at once, ${ROUNDS} rounds`,
  );
  console.log(`  one number a call   ${spread(rates.single)} checks a second`);
  console.log(
    `  batched             ${spread(rates.batched)} checks a second, ${spread(gains, 1)} times as many`,
  );
}

function oneByOne(checker: BulkNumberChecker): NumberChecker {
  return {
    async check(number, context) {
      const [answer] = await checker.checkMany([number], context);
      if (answer === undefined || answer === 'check_failed') throw new Error('the check has failed');
      return answer;
    },
  };
}

async function checksPerSecond(checker: NumberChecker, checks: number): Promise<number> {
  const { signal } = new AbortController();
  // All checks listen to it. Node would report more than ten listeners as a leak.
  setMaxListeners(0, signal);
  const context = { signal };
  let next = 0;
  const person = async (): Promise<void> => {
    for (; next < checks; ) {
      next += 1;
      await checker.check(numberAt(next), context);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, person));
  return checks / ((performance.now() - start) / 1_000);
}

function numberAt(index: number): E164 {
  return normalizePhone(`+4479460${10_000 + index}`);
}
