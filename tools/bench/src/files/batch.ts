import { fileURLToPath } from 'node:url';
import { workOf } from '../server/measured-process.js';
import { startServer } from '../server/running.js';
import { median, spread } from '../statistics.js';
import type { SampleFiles } from './sample-files.js';

const ROWS = 100_000;
const ROUNDS = 5;
const FLOOR = fileURLToPath(new URL('./csv-floor.js', import.meta.url));

/** A file on the server, from upload to the last byte of the download, compared with what libraries need at least for the same file. */
export async function benchBatch(files: SampleFiles): Promise<void> {
  console.log(`batch: ${ROWS} rows, processor time, ${ROUNDS} rounds in turn: median (smallest to largest)`);
  const file = await files.get('narrow', ROWS);
  const output = await files.path('floor.csv');
  const floor: number[] = [];
  const server: number[] = [];
  const wall: number[] = [];
  const stalls: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    floor.push((await workOf([FLOOR, file, output])).cpuMs);
    const { api, process, stop } = await startServer();
    const before = await process.figures();
    const start = performance.now();
    await api.roundTrip(file);
    wall.push(performance.now() - start);
    const { cpuMs, longestStallMs } = await process.figures();
    server.push(cpuMs - before.cpuMs);
    stalls.push(longestStallMs);
    await stop();
  }
  const ratios = server.map((cpu, round) => cpu / (floor[round] ?? Number.NaN));
  console.log(`  floor   ${spread(floor)} ms: csv-parse, libphonenumber-js, csv-stringify`);
  console.log(
    `  server  ${spread(server)} ms, ${median(wall).toFixed(0)} ms from upload to last byte, longest stall ${spread(stalls)} ms`,
  );
  console.log(`  ratio   ${spread(ratios, 2)}, aim at most 0.4`);
}
