import type { Asked } from '../asked.js';
import { writePicture } from '../pictures/bar-chart.js';
import { startServer } from '../server/running.js';
import { median } from '../statistics.js';
import type { FileKind, SampleFiles } from './sample-files.js';

const SIZES: readonly (readonly [FileKind, readonly number[]])[] = [
  ['narrow', [1_000, 10_000, 100_000, 1_000_000]],
  ['xlsx', [1_000, 10_000, 100_000]],
];
const WARM_ROUNDS = 3;

/**
 * How cost grows with a file, from upload to last byte: the peak of the server's memory above idle, by its first file, and the time of later
 * ones. Each size has its own process, since a peak never falls.
 */
export async function benchGrowth(files: SampleFiles, { pictures }: Asked): Promise<void> {
  console.log(
    'growth: file | peak MB above idle | longest stall ms | milliseconds and processor milliseconds of a warm server for 1,000 rows',
  );
  const memory = [];
  for (const [kind, sizes] of SIZES) {
    for (const rows of sizes) {
      const name = `${kind === 'xlsx' ? '.xlsx' : '.csv'}, ${rows.toLocaleString('en-US')} rows`;
      const { cpuMs, longestStallMs, peakMb, wallMs } = await measure(await files.get(kind, rows), rows);
      const forThousand = [wallMs, cpuMs].map((ms) => ((ms / rows) * 1_000).toFixed(2)).join(', ');
      console.log(`  ${name} | ${peakMb.toFixed(0)} | ${longestStallMs.toFixed(0)} | ${forThousand}`);
      memory.push({ name, value: peakMb, isOurs: true });
    }
  }
  await writePicture(pictures, 'memory', [{ title: 'Peak memory above idle', bars: memory }], 'MB');
}

async function measure(file: string, rows: number) {
  const { api, process, stop } = await startServer({ DIALPROOF_MAX_ROWS: String(rows) });
  try {
    const idle = await process.figures();
    await api.roundTrip(file);
    const { longestStallMs, peakMb } = await process.figures();
    const wall: number[] = [];
    const cpu: number[] = [];
    for (let round = 0; round < WARM_ROUNDS; round += 1) {
      const before = await process.figures();
      const start = performance.now();
      await api.roundTrip(file, 5);
      wall.push(performance.now() - start);
      cpu.push((await process.figures()).cpuMs - before.cpuMs);
    }
    return { peakMb: peakMb - idle.residentMb, longestStallMs, wallMs: median(wall), cpuMs: median(cpu) };
  } finally {
    await stop();
  }
}
