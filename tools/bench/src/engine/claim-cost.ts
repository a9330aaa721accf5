import { median } from '../statistics.js';
import { type BenchStore, makeBenchStore } from './bench-store.js';
import { claimTimes, WaitingTasks } from './waiting-tasks.js';

const COUNTS = [10, 1_000, 100_000];
const AIM = 1.5;
const ROUNDS = 20;
const CLAIMS_PER_ROUND = 20;
/** If there are large tasks, one in this many has 100,000 rows. */
const LARGE_EVERY = 1_000;
/** The index of the ready task among the tasks. */
const READY = 0;

interface Filled {
  readonly count: number;
  readonly bench: BenchStore;
  readonly tasks: WaitingTasks;
}

/** The cost of a claim with few and with many waiting tasks in the same states, measured alternately. */
export async function benchClaimCost(): Promise<void> {
  console.log(
    `claims: one claim of one chunk, given back, with ${COUNTS.join(', ')} tasks waiting; ${ROUNDS} rounds of ${CLAIMS_PER_ROUND} in turn`,
  );
  await benchFill({ accounts: 1, hasLarge: false });
  await benchFill({ accounts: 1_000, hasLarge: true });
  console.log(`  aim: within ${AIM} times`);
}

interface Fill {
  readonly accounts: number;
  readonly hasLarge: boolean;
}

async function benchFill({ accounts, hasLarge }: Fill): Promise<void> {
  const filled: Filled[] = [];
  const forEach = async (change: (tasks: WaitingTasks) => Promise<void>): Promise<void> => {
    for (const { tasks } of filled) await change(tasks);
  };
  try {
    for (const count of COUNTS) {
      const bench = await makeBenchStore();
      const largeTasks = hasLarge ? Math.ceil(count / LARGE_EVERY) : 0;
      const tasks = await WaitingTasks.fill(bench.store, { tasks: count, accounts, largeTasks });
      filled.push({ count, bench, tasks });
    }
    console.log(
      `  ${accounts === 1 ? 'one account' : `${accounts} accounts`}${hasLarge ? `, every ${LARGE_EVERY}th task has 100,000 rows` : ''}`,
    );
    await measure('ready', filled);
    await forEach((tasks) => tasks.leaseAll());
    await measure('leased, nothing is ready', filled);
    await forEach((tasks) => tasks.add(READY));
    await measure('leased, one is ready', filled);
    await forEach((tasks) => tasks.pauseLeased());
    await measure('paused, one is ready', filled);
    await forEach((tasks) => tasks.leaseAll());
    await measure('paused, nothing is ready', filled);
  } finally {
    for (const { bench } of filled) await bench.remove();
  }
}

async function measure(what: string, filled: readonly Filled[]): Promise<void> {
  const times = filled.map(() => [] as number[]);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [place, { bench }] of filled.entries()) {
      const claims = await claimTimes(bench.store, CLAIMS_PER_ROUND);
      // The first round warms up.
      if (round > 0) times[place]?.push(...claims);
    }
  }
  const medians = times.map(median);
  const ratios = medians.map((ms) => (ms / (medians[0] ?? Number.NaN)).toFixed(2));
  console.log(
    `    ${what.padEnd(26)} ${medians.map((ms) => `${(ms * 1_000).toFixed(0)} µs`).join(', ')}: ${ratios.slice(1).join(' and ')} times`,
  );
}
