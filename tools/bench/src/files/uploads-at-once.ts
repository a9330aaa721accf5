import { startServer } from '../server/bench-server.js';
import { spread } from '../statistics.js';
import type { SampleFiles } from './sample-files.js';

const ROWS = 100_000;
const ROUNDS = 3;
const AT_ONCE = 4;

/** The duration of several concurrent files, each to the last byte of its download, compared with one of them alone. */
export async function benchUploadsAtOnce(files: SampleFiles): Promise<void> {
  console.log(
    `uploads at once: ${ROWS} rows each, ${ROUNDS} rounds of one and ${AT_ONCE}, upload to last byte`,
  );
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await files.get(ROWS, format);
    const { api, process, stop } = await startServer();
    const one: number[] = [];
    const several: number[] = [];
    const stalls: number[] = [];
    const roundTrips = async (count: number): Promise<number> => {
      const start = performance.now();
      await Promise.all(Array.from({ length: count }, () => api.roundTrip(file, `rows.${format}`)));
      return performance.now() - start;
    };
    try {
      // The first file runs code that is not compiled yet. Used as the single file, it would improve the ratio.
      await roundTrips(1);
      for (let round = 0; round < ROUNDS; round += 1) {
        one.push(await roundTrips(1));
        await process.figures();
        several.push(await roundTrips(AT_ONCE));
        stalls.push((await process.figures()).longestStallMs);
      }
    } finally {
      await stop();
    }
    const ratios = several.map((ms, round) => ms / (one[round] ?? Number.NaN));
    console.log(
      `  ${format.padEnd(4)} one ${spread(one)} ms, ${AT_ONCE} at once ${spread(several)} ms, longest stall ${spread(stalls)} ms`,
    );
    console.log(`       ratio ${spread(ratios, 2)}, aim at most 4.4`);
  }
}
