import type { Asked } from '../asked.js';
import { FILE_KINDS, rowsOf, type SampleFiles } from '../files/sample-files.js';
import { type BarGroup, writePicture } from '../pictures/bar-chart.js';
import { type Running, startOnPostgres, startProgram, startServer } from '../server/running.js';
import { requestsPerSecond } from '../single/load.js';
import { median, spread } from '../statistics.js';

const ROWS = 100_000;

/** The concurrent uploads, and the rounds with them. */
export const LOADS = [
  { atOnce: 1, rounds: 5 },
  { atOnce: 4, rounds: 3 },
  { atOnce: 16, rounds: 1 },
] as const;

const POLL_EVERY_MS = 5;
const SINGLE_MS = 3_000;
const SINGLE_ROUNDS = 3;

interface Run {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** The outcome of one service under one load: its runs, or the reason why there are none. */
interface Outcome {
  readonly name: string;
  readonly runs: Run[];
  peakMb: number;
  failure?: string;
}

/** The server and a hurried script, from upload to the last byte of the result. One file warms up each service. */
export async function benchRivals(
  files: SampleFiles,
  { atOnce: only, pictures, rows = ROWS }: Asked,
): Promise<void> {
  console.log(
    `rivals: files of ${rows} rows (wide: ${rowsOf('wide', rows)}), upload to last byte, in turn: median (smallest to largest)`,
  );
  console.log(
    '  file, uploads at once | service | ms | processor ms | peak MB | against the script: time, processor time',
  );
  const groups: BarGroup[] = [];
  for (const kind of FILE_KINDS) {
    const file = await files.get(kind, rows);
    for (const { atOnce, rounds } of LOADS.filter((load) => only === undefined || load.atOnce === only)) {
      const title = `${kind}, ${atOnce}`;
      const outcomes = await runInTurn(contestants, { file, atOnce, rounds });
      print(title, outcomes);
      if (atOnce < 16) groups.push(barsOf(`${title} at once`, outcomes));
    }
  }
  await writePicture(pictures, 'rivals', groups, 'ms');
  await benchOneClient();
}

/** The server and services over a queue, as a team would write them: a job for each number, and one for a hundred. */
export async function benchQueues(files: SampleFiles, { pictures, rows = ROWS }: Asked): Promise<void> {
  console.log(`queues: a narrow file of ${rows} rows, as in rivals; against a job a number`);
  const file = await files.get('narrow', rows);
  const outcomes = await runInTurn(queueContestants, { file, atOnce: 1, rounds: 3 });
  print('narrow, 1', outcomes);
  await writePicture(pictures, 'queues', [barsOf(`${rows.toLocaleString('en-US')} numbers`, outcomes)], 'ms');
}

/** The script first, then the server over each available database. */
async function contestants(): Promise<readonly Running[]> {
  const [script, onSqlite, onPostgres] = await Promise.all([
    startProgram('script', 'rivals/hurried-script.js'),
    startServer(),
    startOnPostgres(),
  ]);
  return [script, onSqlite, ...(onPostgres === undefined ? [] : [onPostgres])];
}

async function queueContestants(): Promise<readonly Running[]> {
  const path = 'rivals/queued-jobs.js';
  const [single, hundred, ...servers] = await Promise.all([
    startProgram('BullMQ, a job a number', path, ['1']),
    startProgram('BullMQ, a job for 100', path, ['100']),
    startServer(),
    startOnPostgres(),
  ]);
  return [single, hundred, ...servers.filter((server) => server !== undefined)];
}

interface Load {
  readonly file: string;
  readonly atOnce: number;
  readonly rounds: number;
}

async function runInTurn(
  start: () => Promise<readonly Running[]>,
  { atOnce, file, rounds }: Load,
): Promise<readonly Outcome[]> {
  const running = await start();
  const outcomes = running.map(({ name }): Outcome => ({ name, runs: [], peakMb: Number.NaN }));
  try {
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
  for (const [index, { failure, name, peakMb, runs }] of outcomes.entries()) {
    const start = `  ${title} | ${name} |`;
    if (failure !== undefined) console.log(`${start} failed: ${failure}`);
    else {
      const column = (of: keyof Run) => spread(runs.map((run) => run[of]));
      const times = (of: keyof Run) =>
        index === 0 || script.length < runs.length
          ? '-'
          : median(runs.map((run, round) => run[of] / (script[round]?.[of] ?? Number.NaN))).toFixed(2);
      console.log(
        `${start} ${column('wallMs')} | ${column('cpuMs')} | ${peakMb.toFixed(0)} | ${times('wallMs')}, ${times('cpuMs')}`,
      );
    }
  }
}

/** Sequential single checks of one client. */
async function benchOneClient(): Promise<void> {
  const running = await contestants();
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
