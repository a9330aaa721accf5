import type { SampleFiles } from '../files/sample-files.js';
import type { ApiClient } from '../server/api-client.js';
import { startServer } from '../server/bench-server.js';
import { median, percentile } from '../statistics.js';
import { BenchSchema } from './bench-schema.js';

const ROWS = 100_000;
const DEFAULT_NUMBERS = 1_000_000;
const REQUESTS = 200;
const DOWNLOADS = 5;
const DELETES = 5;

/** The durations of requests, in milliseconds. */
type Times = Readonly<Record<'poll' | 'list' | 'listed deep' | 'first byte' | 'download', readonly number[]>>;

/** Requests with many stored numbers in PostgreSQL, compared with few, and the sizes of the tables. `numbers`: default one million. */
export async function benchStoredNumbers(files: SampleFiles, numbers = DEFAULT_NUMBERS): Promise<void> {
  const tasks = Math.max(2 * DELETES, Math.ceil(numbers / ROWS));
  console.log(
    `stored: ${tasks} tasks of ${ROWS} numbers in PostgreSQL, against the first ${DELETES} of them`,
  );
  const schema = new BenchSchema();
  const server = await startServer({
    ...schema.environment,
    DIALPROOF_FIRST_ACCOUNT_CREDITS: String(2 * tasks * ROWS),
    DIALPROOF_MAX_STORED_BYTES: String(2 ** 40),
  });
  const { api } = server;
  try {
    const file = await files.get(ROWS, 'csv');
    const stored: string[] = [];
    const store = async (count: number) => {
      while (stored.length < count) {
        const taskId = await api.upload(file, 'rows.csv');
        await api.done(taskId);
        stored.push(taskId);
      }
    };
    await store(DELETES);
    await measure(api, stored);
    const few = await measure(api, stored);
    const log = await logPosition(schema);
    const began = performance.now();
    await store(tasks);
    const added = (tasks - DELETES) * ROWS;
    const logged = ((await logPosition(schema)) - log) / added;
    const seconds = (performance.now() - began) / 1_000;
    console.log(
      `  stored at ${(added / seconds).toFixed(0)} numbers a second, one file after another; ${logged.toFixed(0)} bytes of the server's log a number`,
    );
    const many = await measure(api, stored);
    console.log('  request | ms with few: median, p99 | with all | times');
    for (const what of Object.keys(few) as (keyof Times)[]) printTimes(what, few[what], many[what]);
    await printWeights(schema, tasks * ROWS);
    await measureDeletes(api, stored.slice(0, DELETES));
  } finally {
    await server.stop();
    await schema.remove();
  }
}

async function measure(api: ApiClient, stored: readonly string[]): Promise<Times> {
  const taskAt = (place: number) => stored[(place * 7) % stored.length] ?? '';
  const cursor = await deepCursor(api, stored.length);
  const downloads: { firstByteMs: number; ms: number }[] = [];
  for (let place = 0; place < DOWNLOADS; place += 1) {
    const start = performance.now();
    const { firstByteMs } = await api.download(taskAt(place));
    downloads.push({ firstByteMs, ms: performance.now() - start });
  }
  return {
    poll: await timed(REQUESTS, (place) => api.poll(taskAt(place))),
    list: await timed(REQUESTS, () => api.list('')),
    'listed deep': await timed(REQUESTS, () => api.list(cursor)),
    'first byte': downloads.map(({ firstByteMs }) => firstByteMs),
    download: downloads.map(({ ms }) => ms),
  };
}

/** The query for the page after half of all tasks. */
async function deepCursor(api: ApiClient, count: number): Promise<string> {
  const { next_cursor: cursor } = await api.list(`?limit=${Math.min(100, Math.ceil(count / 2))}`);
  return cursor === null ? '' : `?cursor=${encodeURIComponent(String(cursor))}`;
}

async function measureDeletes(api: ApiClient, tasks: readonly string[]): Promise<void> {
  const deletes = await timed(tasks.length, (place) => api.remove(tasks[place] ?? ''));
  const polls = await timed(REQUESTS, () => api.list(''));
  console.log(
    `  a task of ${ROWS} numbers is deleted in ${median(deletes).toFixed(0)} ms, ${Math.max(...deletes).toFixed(0)} at most; a list then takes ${median(polls).toFixed(1)} ms`,
  );
}

async function timed(count: number, request: (place: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let place = 0; place < count; place += 1) {
    const start = performance.now();
    await request(place);
    times.push(performance.now() - start);
  }
  return times;
}

function printTimes(what: string, few: readonly number[], many: readonly number[]): void {
  const figures = (times: readonly number[]) =>
    `${median(times).toFixed(1)}, ${percentile(times, 0.99).toFixed(1)}`;
  console.log(`  ${what} | ${figures(few)} | ${figures(many)} | ${(median(many) / median(few)).toFixed(2)}`);
}

/** Bytes that the whole server has written to its log so far. */
async function logPosition(schema: BenchSchema): Promise<number> {
  const [row] = await schema.rows<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
  );
  return Number(row?.bytes);
}

interface Weight {
  readonly name: string;
  readonly rows: number;
  readonly table_bytes: string;
  readonly index_bytes: string;
}

/** Tables below this many bytes a number are left out. */
const LEAST_BYTES = 0.05;

/** Prints the sizes of a schema's tables and indexes, in bytes per stored number. */
async function printWeights(schema: BenchSchema, numbers: number): Promise<void> {
  // Without it, the counts of rows are old estimates.
  for (const { name } of await weightsOf(schema)) await schema.rows(`vacuum (analyze) "schema"."${name}"`);
  const weights = await weightsOf(schema);
  const aNumber = (bytes: number) => (bytes / numbers).toFixed(2);
  const sum = (of: 'table_bytes' | 'index_bytes') =>
    weights.reduce((total, weight) => total + Number(weight[of]), 0);
  console.log('  table | rows | bytes a number: table with its TOAST | indexes');
  for (const { name, rows, table_bytes, index_bytes } of weights) {
    if ((Number(table_bytes) + Number(index_bytes)) / numbers < LEAST_BYTES) continue;
    console.log(`  ${name} | ${rows} | ${aNumber(Number(table_bytes))} | ${aNumber(Number(index_bytes))}`);
  }
  console.log(`  all tables | | ${aNumber(sum('table_bytes'))} | ${aNumber(sum('index_bytes'))}`);
}

/** The sizes, the largest first. */
function weightsOf(schema: BenchSchema): Promise<Weight[]> {
  return schema.rows<Weight>(
    `select relname as name, reltuples::float8 as rows, pg_table_size(oid) as table_bytes, pg_indexes_size(oid) as index_bytes
      from pg_class where relnamespace = '"schema"'::regnamespace and relkind = 'r' order by pg_total_relation_size(oid) desc`,
  );
}
