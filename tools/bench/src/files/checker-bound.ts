import { startServer } from '../server/bench-server.js';
import { spread } from '../statistics.js';
import type { SampleFiles } from './sample-files.js';

const ROWS = 20_000;
const CHECK_MS = 50;
const CONCURRENCY = 100;
const ROUNDS = 3;

/** How close a task comes to the maximum rate of its checker. */
export async function benchCheckerBound(files: SampleFiles): Promise<void> {
  const file = await files.get(ROWS, 'csv');
  const server = await startServer({
    DIALPROOF_SANDBOX_DELAY_MS: String(CHECK_MS),
    DIALPROOF_CHECK_CONCURRENCY: String(CONCURRENCY),
  });
  const shares: number[] = [];
  const reachable: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const task = await server.api.done(await server.api.upload(file, 'rows.csv'), 100);
      const tookMs = Date.parse(String(task['finished_at'])) - Date.parse(String(task['started_at']));
      const { charged } = task['credits'] as { charged: number };
      const idealMs = (charged / CONCURRENCY) * CHECK_MS;
      shares.push(idealMs / tookMs);
      reachable.push(idealMs / (await bareLanesMs(charged)));
    }
  } finally {
    await server.stop();
  }
  console.log(
    `checker-bound: ${ROWS} rows, ${CHECK_MS} ms a check, ${CONCURRENCY} at once, ${ROUNDS} rounds`,
  );
  console.log(
    `  share of the ideal throughput   ${spread(
      shares.map((share) => share * 100),
      1,
    )} percent, aim 98`,
  );
  console.log(
    `  bare timers in as many lanes    ${spread(
      reachable.map((share) => share * 100),
      1,
    )} percent`,
  );
}

/** The time for pure waiting in the same number of lanes. It exceeds the ideal, since a timer of 50 ms takes a little longer. */
async function bareLanesMs(checks: number): Promise<number> {
  let left = checks;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return performance.now() - start;
}
