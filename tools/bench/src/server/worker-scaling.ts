import { setTimeout as delay } from 'node:timers/promises';
import type { SampleFiles } from '../files/sample-files.js';
import { median, spread } from '../statistics.js';
import { BenchSchema } from './bench-schema.js';
import { startServer, startWorker } from './running.js';

const COUNTS = [1, 2, 4, 8];
const ROUNDS = 3;
const CHECK_MS = 50;
/** The concurrent calls of the checker by one worker: so few that two cores are enough for the most workers. */
const CONCURRENCY = 50;
const IDEAL_OF_ONE = (CONCURRENCY / CHECK_MS) * 1_000;
/** The time until all workers are fully loaded, and then the time of the measurement. */
const WARM_UP_MS = 4_000;
const WATCH_MS = 15_000;
const FILE_ROWS = 100_000;
/** More than all rounds need, so that work never runs out. */
const FILES = Math.ceil(
  (ROUNDS * sum(COUNTS) * IDEAL_OF_ONE * ((WARM_UP_MS + WATCH_MS) / 1_000) * 1.2) / FILE_ROWS,
);
const AIM = 95;

interface Watched {
  readonly rate: number;
  /** Processor time a number, in microseconds. */
  readonly workerUs: number;
}

/** Numbers a second of 1 to 8 worker processes over PostgreSQL with enough files, compared with the maximum of their checker. */
export async function benchWorkerScaling(files: SampleFiles): Promise<void> {
  console.log(
    `workers: ${COUNTS.join(', ')} processes over PostgreSQL, ${CHECK_MS} ms a check, ${CONCURRENCY} at once in each, ${ROUNDS} rounds of ${WATCH_MS / 1_000} s in turn`,
  );
  const schema = await BenchSchema.make();
  if (schema === undefined) return;
  const file = await files.get('narrow', FILE_ROWS);
  const server = await startServer({ ...schema.environment, DIALPROOF_WORKERS: '0' });
  try {
    for (let count = 0; count < FILES; count += 1) await server.api.upload(file);
    const watched = COUNTS.map(() => [] as Watched[]);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [place, count] of COUNTS.entries()) watched[place]?.push(await watchWorkers(schema, count));
    }
    print(watched);
  } finally {
    await server.stop();
    await schema.remove();
  }
}

async function watchWorkers(schema: BenchSchema, count: number): Promise<Watched> {
  const workers = await Promise.all(
    Array.from({ length: count }, () =>
      startWorker({
        ...schema.environment,
        DIALPROOF_SANDBOX_DELAY_MS: String(CHECK_MS),
        DIALPROOF_CHECK_CONCURRENCY: String(CONCURRENCY),
      }),
    ),
  );
  try {
    await delay(WARM_UP_MS);
    const look = async () => ({
      at: performance.now(),
      numbers: await recordedNumbers(schema),
      workerMs: sum((await Promise.all(workers.map((worker) => worker.figures()))).map(({ cpuMs }) => cpuMs)),
    });
    const before = await look();
    await delay(WATCH_MS);
    const after = await look();
    const numbers = after.numbers - before.numbers;
    return {
      rate: (numbers / (after.at - before.at)) * 1_000,
      workerUs: ((after.workerMs - before.workerMs) / numbers) * 1_000,
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** The number of rows with a stored answer. The files have each number once. */
async function recordedNumbers(schema: BenchSchema): Promise<number> {
  const [row] = await schema.rows<{ numbers: string | null }>(
    'select sum(processed) as numbers from "schema".tasks',
  );
  return Number(row?.numbers ?? 0);
}

function print(watched: readonly (readonly Watched[])[]): void {
  const ofOne = median((watched[0] ?? []).map(({ rate }) => rate));
  console.log(
    '  workers | numbers a second | ideal | percent of the ideal | percent of linear | µs of a worker a number',
  );
  for (const [place, count] of COUNTS.entries()) {
    const figures = watched[place] ?? [];
    const rates = figures.map(({ rate }) => rate);
    const ideal = count * IDEAL_OF_ONE;
    const ofIdeal = spread(
      rates.map((rate) => (rate / ideal) * 100),
      1,
    );
    const ofLinear = (median(rates) / (count * ofOne)) * 100;
    const workerUs = median(figures.map(({ workerUs }) => workerUs));
    console.log(
      `  ${count} | ${spread(rates)} | ${ideal} | ${ofIdeal} | ${ofLinear.toFixed(1)} | ${workerUs.toFixed(1)}`,
    );
  }
  console.log(`  aim: ${AIM} percent of linear`);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
