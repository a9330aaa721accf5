import { startServer } from '../server/running.js';
import type { SampleFiles } from './sample-files.js';

const ROWS = [1_000, 10_000, 100_000];

/** The server's peak memory above idle, for files of growing length. Each file has its own process, since a peak never falls. */
export async function benchMemory(files: SampleFiles): Promise<void> {
  console.log('memory: peak of the server process above idle, from upload to last byte of the download');
  for (const kind of ['narrow', 'xlsx'] as const) {
    for (const rows of ROWS) {
      const file = await files.get(kind, rows);
      const { api, process, stop } = await startServer();
      const idle = await process.figures();
      await api.roundTrip(file);
      const { cpuMs, peakMb, longestStallMs } = await process.figures();
      await stop();
      const above = peakMb - idle.residentMb;
      console.log(
        `  ${kind.padEnd(6)} ${String(rows).padStart(7)} rows: ${above.toFixed(0).padStart(4)} MB above ${idle.residentMb.toFixed(0)} MB, ` +
          `${(cpuMs - idle.cpuMs).toFixed(0)} ms of processor time, longest stall ${longestStallMs.toFixed(0)} ms`,
      );
    }
  }
  console.log('  aim: under 100 MB for 100,000 rows');
}
