import { SqlTaskStore } from '@dialproof/sql';
import { openPostgresDatabase, type PostgresDatabase } from '@dialproof/sql/postgres';
import { claimTimes, WaitingTasks } from '../engine/waiting-tasks.js';
import { median, percentile } from '../statistics.js';
import { BenchSchema } from './bench-schema.js';

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

interface CopiesOptions {
  readonly copies: number;
  /** The number of accounts for the tasks, including that of the first task. */
  readonly accounts: number;
}

/**
 * Copies the only task of a schema, with its chunks and its account's place in the line. The rows are those that the store would write,
 * in seconds instead of hours. Each copy stands behind the one before.
 */
async function copyTasks(schema: BenchSchema, { copies, accounts }: CopiesOptions): Promise<void> {
  const account = `case copy.place % ${accounts} when 0 then task.account_id else 'account-' || (copy.place % ${accounts}) end`;
  await schema.rows(
    'create table "schema".copy as select gen_random_uuid()::text as task_id, place from generate_series(1, $1::int) as place',
    [copies],
  );
  await copyRows(schema, 'tasks', {
    task_id: 'copy.task_id',
    account_id: account,
    turn: 'task.turn + copy.place',
  });
  await copyRows(schema, 'task_chunks', { task_id: 'copy.task_id' });
  await schema.rows(
    `insert into "schema".task_accounts (account_id, turn, last_task_turn, ready)
      select distinct on (tasks.account_id) tasks.account_id, copy.place + 1, 0, line.ready
      from "schema".copy join "schema".tasks using (task_id), "schema".task_accounts as line
      where not exists (select from "schema".task_accounts as known where known.account_id = tasks.account_id)
      order by tasks.account_id, copy.place`,
  );
  await schema.rows(
    `update "schema".task_accounts as line set last_task_turn =
      (select max(turn) from "schema".tasks where tasks.account_id = line.account_id)`,
  );
  await schema.rows('drop table "schema".copy');
  for (const table of ['tasks', 'task_chunks', 'task_accounts'])
    await schema.rows(`vacuum analyze "schema".${table}`);
}

/** Adds rows of the first task once for each copy, with these columns changed. */
async function copyRows(
  schema: BenchSchema,
  table: 'tasks' | 'task_chunks',
  changed: Readonly<Record<string, string>>,
): Promise<void> {
  const columns = await schema.rows<{ name: string }>(
    'select column_name as name from information_schema.columns where table_schema = $1 and table_name = $2',
    [schema.name, table],
  );
  const values = columns.map(({ name }) => changed[name] ?? `task.${name}`);
  await schema.rows(
    `insert into "schema".${table} (${columns.map(({ name }) => name).join()})
      select ${values.join()} from "schema".${table} as task, "schema".copy`,
  );
}
