import { fileURLToPath } from 'node:url';
import { startServer } from '../server/bench-server.js';
import { MeasuredProcess } from '../server/measured-process.js';
import { median, spread } from '../statistics.js';
import type { SampleFiles } from './sample-files.js';

const ROWS = 100_000;
const ROUNDS = 5;

interface Floor {
  readonly program: string;
  readonly what: string;
  /** The aim for the server's time, as a multiple of the floor. */
  readonly aim: number;
}

const FLOORS = {
  csv: { program: './csv-floor.js', what: 'csv-parse, libphonenumber-js, csv-stringify', aim: 1.0 },
  xlsx: { program: './xlsx-floor.js', what: 'reading with exceljs alone', aim: 1.2 },
} as const satisfies Record<string, Floor>;

/** A file on the server, from upload to the last byte of the download, compared with the floor for the same file. */
export async function benchBatchFloor(files: SampleFiles): Promise<void> {
  console.log(`batch: ${ROWS} rows, processor time, ${ROUNDS} rounds in turn: median (smallest to largest)`);
  for (const format of ['csv', 'xlsx'] as const) await benchFormat(files, format);
}

async function benchFormat(files: SampleFiles, format: 'csv' | 'xlsx'): Promise<void> {
  const { program, what, aim } = FLOORS[format];
  const file = await files.get(ROWS, format);
  const output = await files.path('floor.csv');
  const floor: number[] = [];
  const server: number[] = [];
  const wall: number[] = [];
  const stalls: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    floor.push(await floorCpuMs(program, [file, output]));
    const run = await serverRun(file, format);
    server.push(run.cpuMs);
    wall.push(run.wallMs);
    stalls.push(run.longestStallMs);
  }
  const ratios = server.map((cpu, round) => cpu / (floor[round] ?? Number.NaN));
  console.log(`  ${format.padEnd(4)} floor   ${spread(floor)} ms: ${what}`);
  console.log(
    `       server  ${spread(server)} ms, ${median(wall).toFixed(0)} ms from upload to last byte, longest stall ${spread(stalls)} ms`,
  );
  console.log(`       ratio   ${spread(ratios, 2)}, aim at most ${aim.toFixed(1)}`);
}

async function floorCpuMs(program: string, args: readonly string[]): Promise<number> {
  const process = MeasuredProcess.start(fileURLToPath(new URL(program, import.meta.url)), args);
  await process.printed(/ready/);
  const before = await process.figures();
  await process.printed(/done/);
  const after = await process.figures();
  await process.stop();
  return after.cpuMs - before.cpuMs;
}

async function serverRun(
  file: string,
  format: 'csv' | 'xlsx',
): Promise<{ cpuMs: number; wallMs: number; longestStallMs: number }> {
  const { api, process, stop } = await startServer();
  try {
    const before = await process.figures();
    const start = performance.now();
    await api.roundTrip(file, `rows.${format}`);
    const wallMs = performance.now() - start;
    const after = await process.figures();
    return { cpuMs: after.cpuMs - before.cpuMs, wallMs, longestStallMs: after.longestStallMs };
  } finally {
    await stop();
  }
}
