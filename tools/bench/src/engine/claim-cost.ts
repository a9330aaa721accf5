import type { TaskStore } from '@dialproof/core';
import { median } from '../statistics.js';
import { type BenchStore, postgresStore, sqliteStore } from './bench-service.js';
import { WaitingTasks } from './waiting-tasks.js';

const COUNTS = [10, 100_000];
const AIM = 1.5;
const ROUNDS = 20;
const CLAIMS_PER_ROUND = 20;
const LEASE_MS = 60_000;
/** If there are large tasks, one in this many has 100,000 rows. */
const LARGE_EVERY = 1_000;
/** The index of the ready task among the tasks. */
const READY = 0;

interface Filled {
  readonly store: TaskStore;
  readonly tasks: WaitingTasks;
}

/** The cost of a claim with few and with many waiting tasks in the same states, measured alternately. */
export async function benchClaimCost(): Promise<void> {
  console.log(
    `claims: one claim of one chunk, given back, with ${COUNTS.join(' and ')} tasks waiting; ${ROUNDS} rounds of ${CLAIMS_PER_ROUND} in turn`,
  );
  for (const [database, makeStore] of Object.entries({ SQLite: sqliteStore, PostgreSQL: postgresStore })) {
    await benchFill(`${database}, one account`, makeStore, { accounts: 1, hasLarge: false });
    await benchFill(`${database}, 1,000 accounts, some large`, makeStore, {
      accounts: 1_000,
      hasLarge: true,
    });
  }
  console.log(`  aim: within ${AIM} times`);
}

async function benchFill(
  title: string,
  makeStore: () => Promise<BenchStore | undefined>,
  { accounts, hasLarge }: { readonly accounts: number; readonly hasLarge: boolean },
): Promise<void> {
  const made: BenchStore[] = [];
  const filled: Filled[] = [];
  const forEach = async (change: (tasks: WaitingTasks) => Promise<void>): Promise<void> => {
    for (const { tasks } of filled) await change(tasks);
  };
  try {
    for (const count of COUNTS) {
      const bench = await makeStore();
      if (bench === undefined) return;
      made.push(bench);
      const largeTasks = hasLarge ? Math.ceil(count / LARGE_EVERY) : 0;
      const tasks = await WaitingTasks.fill(bench.store, { tasks: count, accounts, largeTasks });
      filled.push({ store: bench.store, tasks });
    }
    console.log(`  ${title}`);
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
    for (const bench of made) await bench.remove();
  }
}

async function measure(what: string, filled: readonly Filled[]): Promise<void> {
  const times = filled.map(() => [] as number[]);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [place, { store }] of filled.entries()) {
      const claims = await claimTimes(store);
      // The first round warms up.
      if (round > 0) times[place]?.push(...claims);
    }
  }
  const [few = Number.NaN, many = Number.NaN] = times.map(median);
  const inUs = (ms: number) => `${(ms * 1_000).toFixed(0)} µs`;
  console.log(`    ${what.padEnd(26)} ${inUs(few)}, ${inUs(many)}: ${(many / few).toFixed(2)} times`);
}

/** Claims one chunk and gives it back, several times. Resolves to the duration of each claim, in milliseconds. */
async function claimTimes(store: TaskStore): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < CLAIMS_PER_ROUND; count += 1) {
    const start = performance.now();
    const { claims } = await store.claim({ leaseMs: LEASE_MS, limit: 1, taskId: null });
    times.push(performance.now() - start);
    for (const { lease } of claims) await store.giveBack(lease, 0);
  }
  return times;
}
