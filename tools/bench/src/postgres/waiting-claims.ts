import { SqlTaskStore } from '@dialproof/sql';
import { openPostgresDatabase, type PostgresDatabase } from '@dialproof/sql/postgres';
import { claimTimes, WaitingTasks } from '../engine/waiting-tasks.js';
import { median, percentile } from '../statistics.js';
import { BenchSchema } from './bench-schema.js';
import { copyTasks } from './copied-tasks.js';

const COUNTS = [1, 100, 10_000, 100_000];
const ACCOUNTS = [1, 1_000];
const STATES = ['ready', 'leased', 'paused'] as const;
type State = (typeof STATES)[number];
const ROUNDS = 20;
const CLAIMS_PER_ROUND = 10;
const AIM = 1.5;

interface Filled {
  readonly schema: BenchSchema;
  readonly database: PostgresDatabase;
  readonly store: SqlTaskStore;
}

/** The cost of a claim in PostgreSQL with one and with many waiting tasks in the same states, measured alternately. */
export async function benchWaitingClaims(): Promise<void> {
  console.log(
    `claims in PostgreSQL: one chunk of a task that is ready, given back, beside ${COUNTS.join(', ')} tasks that wait; ${ROUNDS} rounds of ${CLAIMS_PER_ROUND} in turn`,
  );
  console.log(
    `  accounts, the others are | µs: ${COUNTS.map((count) => `beside ${count}`).join(' | ')} | worst p99 | times`,
  );
  for (const accounts of ACCOUNTS) {
    for (const state of STATES) await benchState(accounts, state);
  }
  console.log(`  aim: within ${AIM} times`);
}

async function benchState(accounts: number, state: State): Promise<void> {
  const filled: Filled[] = [];
  try {
    for (const count of COUNTS) filled.push(await fill(count, accounts, state));
    const times = filled.map(() => [] as number[]);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [place, { store }] of filled.entries()) {
        const claims = await claimTimes(store, CLAIMS_PER_ROUND);
        // The first round warms up.
        if (round > 0) times[place]?.push(...claims);
      }
    }
    const medians = times.map(median);
    const worst = Math.max(...times.map((all) => percentile(all, 0.99)));
    const inUs = (ms: number) => (ms * 1_000).toFixed(0);
    const ratio = Math.max(...medians) / (medians[0] ?? Number.NaN);
    console.log(
      `  ${accounts}, ${state} | ${medians.map(inUs).join(' | ')} | ${inUs(worst)} | ${ratio.toFixed(2)}`,
    );
  } finally {
    for (const { database, schema } of filled) {
      await database.close();
      await schema.remove();
    }
  }
}

async function fill(count: number, accounts: number, state: State): Promise<Filled> {
  const schema = new BenchSchema();
  const database = await openPostgresDatabase({ url: schema.url, schema: schema.name, maxConnections: 2 });
  const store = new SqlTaskStore({ database });
  const one = await WaitingTasks.fill(store, { tasks: 1, accounts: 1, largeTasks: 0 });
  if (state !== 'ready') await one.leaseAll();
  if (state === 'paused') await one.pauseLeased();
  await copyTasks(schema, { copies: count - 1, accounts });
  if (state !== 'ready') await one.add(0);
  return { schema, database, store };
}
