import type { Asked } from '../asked.js';
import { FILE_KINDS, type FileKind, rowsOf, type SampleFiles } from '../files/sample-files.js';
import { type BarGroup, writePicture } from '../pictures/bar-chart.js';
import { BenchSchema } from '../server/bench-schema.js';
import { type Running, startOnPostgres, startProgram, startServer } from '../server/running.js';
import { requestsPerSecond } from '../single/load.js';
import { median, spread } from '../statistics.js';
import { isInstalled } from './installed.js';

const ROWS = 100_000;

/** The concurrent uploads, and the rounds with them. */
export const LOADS = [
  { atOnce: 1, rounds: 5 },
  { atOnce: 4, rounds: 3 },
  { atOnce: 16, rounds: 1 },
] as const;

/** The numbers of the file for queues: a job a number takes long. */
const QUEUE_ROWS = 20_000;

/** The numbers of a job, and the rounds. */
const JOBS = [
  { numbers: 1, rounds: 3 },
  { numbers: 100, rounds: 5 },
] as const;
const POLL_EVERY_MS = 5;
const SINGLE_MS = 3_000;
const SINGLE_ROUNDS = 3;

/** Undefined, with a printed line, if it cannot run on this machine. */
type Start = () => Promise<Running | undefined>;

const startScript: Start = () => startProgram('script', 'rivals/hurried-script.js');
const SERVERS: readonly Start[] = [() => startServer(), startOnPostgres];
const CSV_SCRIPTS = [startScript, startDuckdb, startLibrary('udsv', 'script over uDSV')];
/** Those that get one file at a time, for each kind of file. Several at once are for the script alone, which is first. */
const SCRIPTS: Readonly<Record<FileKind, readonly Start[]>> = {
  narrow: CSV_SCRIPTS,
  wide: CSV_SCRIPTS,
  quoted: CSV_SCRIPTS,
  xlsx: [
    startScript,
    startLibrary('exceljs', 'script, exceljs streamed'),
    startLibrary('sheetjs', 'script over SheetJS'),
  ],
};

interface Run {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** The outcome of one service under one load: its runs, or the reason why there are none. */
interface Outcome {
  readonly name: string;
  readonly runs: Run[];
  /** Before its first file. */
  readonly idleMb: number;
  peakMb: number;
  failure?: string;
}

/**
 * The server, scripts over libraries, and jobs of queues, from upload to the last byte of the result. One file warms up each service. Queues
 * get one narrow file of 20,000 rows at a time.
 */
export async function benchRivals(
  files: SampleFiles,
  { atOnce: only, pictures, rows = ROWS }: Asked,
): Promise<void> {
  console.log(
    `rivals: files of ${rows} rows (wide: ${rowsOf('wide', rows)}), upload to last byte, in turn: median (smallest to largest)`,
  );
  console.log(
    '  file, uploads at once | service | ms | processor ms | peak MB, above idle | against the script: time, processor time',
  );
  const loads = LOADS.filter(({ atOnce }) => (only === undefined ? atOnce < 16 : atOnce === only));
  const groups: BarGroup[] = [];
  for (const kind of FILE_KINDS) {
    const file = await files.get(kind, rows);
    for (const { atOnce, rounds } of loads) {
      const title = `${kind}, ${atOnce}`;
      const scripts = atOnce === 1 ? SCRIPTS[kind] : [startScript];
      const outcomes = await runInTurn([...scripts, ...SERVERS], { file, atOnce, rounds });
      print(title, outcomes);
      const shown = outcomes.filter(({ name }) => name === 'script' || name.startsWith('server'));
      if (atOnce === 1) groups.push(barsOf(`${title} at once`, shown));
    }
  }
  if (groups.length > 0) {
    await writePicture(pictures, 'rivals', groups, 'ms');
    const numbers = Math.min(rows, QUEUE_ROWS);
    await benchQueues(await files.get('narrow', numbers), numbers, pictures);
  }
  await benchOneClient();
}

/** Jobs of one number, then of 100: workers of graphile-worker end when another one makes its schema in their database. */
async function benchQueues(file: string, rows: number, pictures: string | undefined): Promise<void> {
  const groups: BarGroup[] = [];
  for (const { numbers, rounds } of JOBS) {
    const queues = [() => startBullmq(numbers), () => startGraphile(numbers)];
    const outcomes = await runInTurn([startScript, ...queues, ...SERVERS], { file, atOnce: 1, rounds });
    const title = `${rows.toLocaleString('en-US')} numbers, jobs of ${numbers}`;
    print(title, outcomes);
    groups.push(barsOf(title, outcomes.slice(1)));
  }
  await writePicture(pictures, 'queues', groups, 'ms');
}

function startLibrary(argument: string, name: string): Start {
  return () => startProgram(name, 'rivals/library-scripts.js', [argument]);
}

async function startDuckdb(): Promise<Running | undefined> {
  if (!(await isInstalled('@duckdb/node-api'))) return undefined;
  return await startProgram('script over DuckDB', 'rivals/duckdb-script.js');
}

function startBullmq(numbers: number): Promise<Running> {
  const redis = process.env['REDIS_URL'] || 'redis://127.0.0.1:6379';
  return startProgram(`BullMQ, jobs of ${numbers}`, 'rivals/bullmq-jobs.js', [String(numbers), redis]);
}

async function startGraphile(numbers: number): Promise<Running | undefined> {
  if (!(await isInstalled('graphile-worker'))) return undefined;
  const schema = await BenchSchema.make();
  if (schema === undefined) return undefined;
  const args = [String(numbers), schema.url, schema.name];
  return await startProgram(`graphile-worker, jobs of ${numbers}`, 'rivals/graphile-jobs.js', args, () =>
    schema.remove(),
  );
}

interface Load {
  readonly file: string;
  readonly atOnce: number;
  readonly rounds: number;
}

async function runInTurn(
  starts: readonly Start[],
  { atOnce, file, rounds }: Load,
): Promise<readonly Outcome[]> {
  const running = await startAll(starts);
  const outcomes: Outcome[] = [];
  try {
    for (const { name, process } of running)
      outcomes.push({ name, runs: [], idleMb: (await process.figures()).residentMb, peakMb: Number.NaN });
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, service] of running.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined || outcome.failure !== undefined) continue;
        try {
          const run = await measure(service, file, round === 0 ? 1 : atOnce);
          // The first round warms up.
          if (round > 0) outcome.runs.push(run);
          outcome.peakMb = (await service.process.figures()).peakMb;
        } catch (error) {
          // A service that fails under the load is a result too.
          outcome.failure = error instanceof Error ? error.message : String(error);
        }
      }
    }
  } finally {
    await Promise.all(running.map(({ stop }) => stop()));
  }
  return outcomes;
}

async function startAll(starts: readonly Start[]): Promise<readonly Running[]> {
  const running: Running[] = [];
  for (const start of starts) {
    const service = await start();
    if (service !== undefined) running.push(service);
  }
  return running;
}

async function measure({ api, process }: Running, file: string, atOnce: number): Promise<Run> {
  const before = await process.figures();
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, () => api.roundTrip(file, POLL_EVERY_MS)));
  const wallMs = performance.now() - start;
  const { cpuMs } = await process.figures();
  return { wallMs, cpuMs: cpuMs - before.cpuMs };
}

function barsOf(title: string, outcomes: readonly Outcome[]): BarGroup {
  const measured = outcomes.filter(({ runs }) => runs.length > 0);
  const bars = measured.map(({ name, runs }) => ({
    name,
    value: median(runs.map(({ wallMs }) => wallMs)),
    isOurs: name.startsWith('server'),
  }));
  return { title, bars };
}

function print(title: string, outcomes: readonly Outcome[]): void {
  const script = outcomes[0]?.runs ?? [];
  for (const [index, { failure, idleMb, name, peakMb, runs }] of outcomes.entries()) {
    const start = `  ${title} | ${name} |`;
    if (failure !== undefined) console.log(`${start} failed: ${failure}`);
    else {
      const column = (of: keyof Run) => spread(runs.map((run) => run[of]));
      const times = (of: keyof Run) =>
        index === 0 || script.length < runs.length
          ? '-'
          : median(runs.map((run, round) => run[of] / (script[round]?.[of] ?? Number.NaN))).toFixed(2);
      console.log(
        `${start} ${column('wallMs')} | ${column('cpuMs')} | ${peakMb.toFixed(0)}, ${(peakMb - idleMb).toFixed(0)} | ${times('wallMs')}, ${times('cpuMs')}`,
      );
    }
  }
}

/** Sequential single checks of one client. */
async function benchOneClient(): Promise<void> {
  const running = await startAll([startScript, ...SERVERS]);
  const rates = running.map((): number[] => []);
  for (let round = 0; round <= SINGLE_ROUNDS; round += 1) {
    for (const [index, { api, port }] of running.entries()) {
      const request = api.verifyRequest('+14155552671');
      const rate = await requestsPerSecond({ port, request, connections: 1, durationMs: SINGLE_MS });
      if (round > 0) rates[index]?.push(rate);
    }
  }
  await Promise.all(running.map(({ stop }) => stop()));
  for (const [index, { name }] of running.entries())
    console.log(`  one client | ${name} | ${spread(rates[index] ?? [])} single checks a second`);
}
