import { fileURLToPath } from 'node:url';
import { startServer } from './bench-server.js';
import { MeasuredProcess } from './measured-process.js';
import type { SampleFiles } from './sample-files.js';
import { median, spread } from './statistics.js';

const ROWS = 100_000;
const ROUNDS = 5;
const FLOOR = fileURLToPath(new URL('./floor.js', import.meta.url));

/** The whole way of a file through the server, upload to last byte of the download, against the floor over the same file. */
export async function benchBatchFloor(files: SampleFiles): Promise<void> {
  const file = await files.get(ROWS, 'csv');
  const output = await files.path('floor.csv');
  const floor: number[] = [];
  const server: number[] = [];
  const wall: number[] = [];
  const stalls: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    floor.push(await floorCpuMs(file, output));
    const run = await serverRun(file);
    server.push(run.cpuMs);
    wall.push(run.wallMs);
    stalls.push(run.longestStallMs);
  }
  const ratios = server.map((cpu, round) => cpu / (floor[round] ?? Number.NaN));
  console.log(
    `batch: ${ROWS} rows of .csv, processor time, ${ROUNDS} rounds in turn: median (smallest to largest)`,
  );
  console.log(`  floor   ${spread(floor)} ms`);
  console.log(
    `  server  ${spread(server)} ms, ${median(wall).toFixed(0)} ms from upload to last byte, longest stall ${spread(stalls)} ms`,
  );
  console.log(`  ratio   ${spread(ratios, 2)}, aim at most 1.5`);
}

async function floorCpuMs(input: string, output: string): Promise<number> {
  const process = MeasuredProcess.start(FLOOR, [input, output]);
  await process.printed(/ready/);
  const before = await process.figures();
  await process.printed(/done/);
  const after = await process.figures();
  await process.stop();
  return after.cpuMs - before.cpuMs;
}

async function serverRun(file: string): Promise<{ cpuMs: number; wallMs: number; longestStallMs: number }> {
  const { api, process, stop } = await startServer();
  try {
    const before = await process.figures();
    const start = performance.now();
    const taskId = await api.upload(file, 'rows.csv');
    await api.done(taskId);
    await api.download(taskId);
    const wallMs = performance.now() - start;
    const after = await process.figures();
    return { cpuMs: after.cpuMs - before.cpuMs, wallMs, longestStallMs: after.longestStallMs };
  } finally {
    await stop();
  }
}
