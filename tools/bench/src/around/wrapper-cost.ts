import { setMaxListeners } from 'node:events';
import { type NumberChecker, normalizePhone } from '@dialproof/core';
import { generateRows } from '@dialproof/generate';
import { median, spread } from '../statistics.js';
import { allWrappers, WRAPPERS } from './wrappers.js';

const CHECKS = 50_000;
const AT_ONCE = 100;
const ROUNDS = 7;

const instant: NumberChecker = { check: async () => 'dead' };

/** The processor time that each wrapper adds to an instant check, side by side with the bare checker. */
export async function benchWrapperCost(): Promise<void> {
  const numbers = distinctNumbers(CHECKS);
  const subjects = {
    'the checker alone': (checker: NumberChecker) => checker,
    ...WRAPPERS,
    'all of them': allWrappers,
  };
  const times = new Map(Object.keys(subjects).map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, wrap] of Object.entries(subjects)) {
      times.get(name)?.push(await microsecondsPerCheck(wrap(instant), numbers));
    }
  }
  console.log(
    `around: ${CHECKS} instant checks, ${AT_ONCE} at once, ${ROUNDS} rounds; processor time, us a check`,
  );
  const alone = median(times.get('the checker alone') ?? []);
  for (const [name, values] of times) {
    const added = name === 'the checker alone' ? '' : `, adds ${(median(values) - alone).toFixed(2)}`;
    console.log(`  ${name.padEnd(20)} ${spread(values, 2)}${added}`);
  }
}

async function microsecondsPerCheck(
  checker: NumberChecker,
  numbers: readonly ReturnType<typeof normalizePhone>[],
): Promise<number> {
  const { signal } = new AbortController();
  // All checks listen to it. Node would report more than ten listeners as a leak.
  setMaxListeners(0, signal);
  const context = { signal };
  const before = process.cpuUsage();
  for (let start = 0; start < numbers.length; start += AT_ONCE) {
    const some = numbers.slice(start, start + AT_ONCE);
    await Promise.all(some.map((number) => checker.check(number, context)));
  }
  const { system, user } = process.cpuUsage(before);
  return (system + user) / numbers.length;
}

function distinctNumbers(count: number) {
  const rows = generateRows({ rows: count * 2, seed: 1 });
  const numbers = new Set<ReturnType<typeof normalizePhone>>();
  for (const { number } of rows) {
    if (number !== undefined && numbers.size < count) numbers.add(normalizePhone(number));
  }
  return [...numbers];
}
