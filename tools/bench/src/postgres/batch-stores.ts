import type { SampleFiles } from '../files/sample-files.js';
import { startServer } from '../server/bench-server.js';
import { median, spread } from '../statistics.js';
import { BackendTime } from './backend-time.js';
import { BenchSchema } from './bench-schema.js';

const ROWS = 100_000;
const ROUNDS = 5;

interface Run {
  readonly wallMs: number;
  readonly serverMs: number;
  /** The time of PostgreSQL's processes; 0 for SQLite, which runs in the server. */
  readonly databaseMs: number;
}

/** A file on the server, from upload to the last byte of the download, over PostgreSQL compared with SQLite. */
export async function benchBatchStores(files: SampleFiles): Promise<void> {
  console.log(
    `stores: a .csv of ${ROWS} rows, instant checker, ${ROUNDS} rounds in turn: median (smallest to largest)`,
  );
  const file = await files.get(ROWS, 'csv');
  const sqlite: Run[] = [];
  const postgres: Run[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    sqlite.push(await runOn(file, {}));
    postgres.push(await runOnPostgres(file));
  }
  console.log('  store | ms from upload to last byte | processor time of the server | of PostgreSQL');
  print('SQLite', sqlite);
  print('PostgreSQL', postgres);
  const times = (of: (run: Run) => number) =>
    spread(
      postgres.map((run, round) => of(run) / of(sqlite[round] ?? run)),
      2,
    );
  console.log(`  times | ${times(({ wallMs }) => wallMs)} | ${times(({ serverMs }) => serverMs)} |`);
  const both = times(({ serverMs, databaseMs }) => serverMs + databaseMs);
  console.log(`  processor time of both together against SQLite: ${both} times`);
}

async function runOnPostgres(file: string): Promise<Run> {
  const schema = new BenchSchema();
  const backends = await BackendTime.start(schema);
  try {
    const run = await runOn(file, schema.environment, () => backends.cpuMs());
    return run;
  } finally {
    backends.stop();
    await schema.remove();
  }
}

async function runOn(
  file: string,
  environment: Readonly<Record<string, string>>,
  databaseCpuMs: () => Promise<number> = async () => 0,
): Promise<Run> {
  const { api, process, stop } = await startServer(environment);
  try {
    const before = { at: performance.now(), ...(await process.figures()), database: await databaseCpuMs() };
    await api.roundTrip(file, 'rows.csv');
    const wallMs = performance.now() - before.at;
    const { cpuMs } = await process.figures();
    return { wallMs, serverMs: cpuMs - before.cpuMs, databaseMs: (await databaseCpuMs()) - before.database };
  } finally {
    await stop();
  }
}

function print(name: string, runs: readonly Run[]): void {
  const column = (of: keyof Run) => spread(runs.map((run) => run[of]));
  console.log(
    `  ${name} | ${column('wallMs')} | ${column('serverMs')} | ${median(runs.map(({ databaseMs }) => databaseMs)).toFixed(0)}`,
  );
}
