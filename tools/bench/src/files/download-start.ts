import { startServer } from '../server/bench-server.js';
import { percentile } from '../statistics.js';
import type { SampleFiles } from './sample-files.js';

const ROWS = 100_000;
const DOWNLOADS = 20;

/** The queries of the downloads, by kind of file. */
const QUERIES = {
  csv: ['', '?status=dead,inactive'],
  xlsx: ['', '?format=xlsx'],
} as const;

/** The time to a download's first byte, and the longest stall of the event loop meanwhile. */
export async function benchDownloadStart(files: SampleFiles): Promise<void> {
  console.log(`downloads: ${ROWS} rows, ${DOWNLOADS} times, request to first byte of the body`);
  for (const format of ['csv', 'xlsx'] as const) {
    const file = await files.get(ROWS, format);
    const { api, process, stop } = await startServer();
    try {
      const taskId = await api.upload(file, `rows.${format}`);
      await api.done(taskId);
      for (const query of QUERIES[format]) {
        await process.figures();
        const starts: number[] = [];
        for (let count = 0; count < DOWNLOADS; count += 1) {
          starts.push((await api.download(taskId, query)).firstByteMs);
        }
        const { longestStallMs } = await process.figures();
        const [p50, max] = [0.5, 1].map((share) => percentile(starts, share).toFixed(1));
        console.log(
          `  ${format.padEnd(4)} ${(query || 'whole').padEnd(21)} first ${starts[0]?.toFixed(1)}, p50 ${p50}, max ${max} ms; longest stall ${longestStallMs.toFixed(0)} ms`,
        );
      }
    } finally {
      await stop();
    }
  }
  console.log('  aim: within 50 ms');
}
