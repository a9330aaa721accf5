import type { SampleFiles } from '../files/sample-files.js';
import { type BenchServer, startServer } from '../server/bench-server.js';
import { median, spread } from '../statistics.js';
import { BackendTime } from './backend-time.js';
import { BenchSchema } from './bench-schema.js';

const SIZES = [1_000, 10_000, 100_000];
/** The rows of each size in a round. The number of files follows from it. */
const ROWS = 100_000;
const ROUNDS = 3;
const AIM = 1.1;

/** Microseconds a number. */
interface Cost {
  readonly wall: number;
  readonly server: number;
  readonly database: number;
}

/** The cost of a number over PostgreSQL in files of growing length, from upload to the last byte of the download, with an instant checker. */
export async function benchTaskSize(files: SampleFiles): Promise<void> {
  console.log(
    `sizes: ${ROWS} rows over PostgreSQL in files of ${SIZES.join(', ')} rows, one after another, instant checker, ${ROUNDS} rounds in turn`,
  );
  const schema = new BenchSchema();
  const server = await startServer({ ...schema.environment, DIALPROOF_MAX_UNFINISHED_TASKS: '100000' });
  const backends = await BackendTime.start(schema);
  try {
    await server.api.roundTrip(await files.get(ROWS, 'csv'), 'rows.csv');
    const costs = SIZES.map(() => [] as Cost[]);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [place, size] of SIZES.entries()) {
        costs[place]?.push(await costOf(server, backends, await files.get(size, 'csv'), ROWS / size));
      }
    }
    print(costs);
  } finally {
    backends.stop();
    await server.stop();
    await schema.remove();
  }
}

async function costOf(
  { api, process }: BenchServer,
  backends: BackendTime,
  file: string,
  count: number,
): Promise<Cost> {
  const look = async () => ({
    wall: performance.now(),
    server: (await process.figures()).cpuMs,
    database: await backends.cpuMs(),
  });
  const before = await look();
  for (let place = 0; place < count; place += 1) await api.roundTrip(file, 'rows.csv');
  const after = await look();
  const aNumber = (name: keyof Cost) => ((after[name] - before[name]) / ROWS) * 1_000;
  return { wall: aNumber('wall'), server: aNumber('server'), database: aNumber('database') };
}

function print(costs: readonly (readonly Cost[])[]): void {
  const cpuOf = ({ server, database }: Cost) => server + database;
  const smallest = median((costs[0] ?? []).map(cpuOf));
  console.log(
    '  rows a file | µs a number: time | processor of the server | of PostgreSQL | both, against the smallest files',
  );
  for (const [place, size] of SIZES.entries()) {
    const found = costs[place] ?? [];
    const column = (name: keyof Cost) =>
      spread(
        found.map((cost) => cost[name]),
        1,
      );
    const ratio = median(found.map(cpuOf)) / smallest;
    console.log(
      `  ${size} | ${column('wall')} | ${column('server')} | ${column('database')} | ${ratio.toFixed(2)}`,
    );
  }
  console.log(`  aim: at most ${AIM} times`);
}
