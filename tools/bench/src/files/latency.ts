import { startServer } from '../server/running.js';
import { percentile } from '../statistics.js';
import type { SampleFiles } from './sample-files.js';

const EVERY_MS = 10;
const FILES = 5;
const PHONE = '+14155552671';

/**
 * The duration of single checks while large files are read, processed and downloaded, compared with the same checks without files, and
 * the peak memory. The server is newly started, so the first file runs code that is not compiled yet.
 */
export async function benchLatency(files: SampleFiles): Promise<void> {
  console.log(
    `single checks, one every ${EVERY_MS} ms, while ${FILES} files of 100,000 rows are on their way, one after the other`,
  );
  for (const kind of ['narrow', 'xlsx'] as const) {
    const file = await files.get(kind, 100_000);
    const { api, process, stop } = await startServer();
    const quiet = await latenciesDuring(
      api.verify.bind(api),
      new Promise((resolve) => setTimeout(resolve, 3_000)),
    );
    const { residentMb } = await process.figures();
    const whole = async (): Promise<void> => {
      for (let count = 0; count < FILES; count += 1) await api.roundTrip(file);
    };
    const busy = await latenciesDuring(api.verify.bind(api), whole());
    const { peakMb } = await process.figures();
    await stop();
    console.log(`  ${kind}: quiet ${figures(quiet)}; with the files ${figures(busy)};`);
    console.log(`    ${(peakMb - residentMb).toFixed(0)} MB above idle`);
  }
  console.log('  aim: p99 under 100 ms');
}

async function latenciesDuring(
  verify: (phone: string) => Promise<void>,
  during: Promise<unknown>,
): Promise<number[]> {
  const latencies: number[] = [];
  const running = new Set<Promise<void>>();
  let over = false;
  const end = during.finally(() => {
    over = true;
  });
  while (!over) {
    const start = performance.now();
    const call = verify(PHONE).then(() => {
      latencies.push(performance.now() - start);
      running.delete(call);
    });
    running.add(call);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  await Promise.all([...running, end]);
  return latencies;
}

function figures(latencies: readonly number[]): string {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => percentile(latencies, share).toFixed(1));
  return `p50 ${p50}, p99 ${p99}, max ${max} ms of ${latencies.length}`;
}
