import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SampleFiles } from '../files/sample-files.js';
import { startMove, startServer } from '../server/bench-server.js';
import { BenchSchema } from './bench-schema.js';

const ROWS_OF_FILE = 100_000;
const DEFAULT_NUMBERS = 1_000_000;
const LOOK_EVERY_MS = 50;

/** The duration and memory of `npm run -s move` for tasks with many rows. `numbers`: one million by default. */
export async function benchMoveRows(files: SampleFiles, numbers = DEFAULT_NUMBERS): Promise<void> {
  const count = Math.ceil(numbers / ROWS_OF_FILE);
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-bench-'));
  const schema = new BenchSchema();
  try {
    await fillFolder(folder, await files.get(ROWS_OF_FILE, 'csv'), count);
    const database = join(folder, 'dialproof.sqlite');
    const { size } = await stat(database);
    console.log(
      `move: ${count} tasks of ${ROWS_OF_FILE} rows, ${megabytes(size)} MB of SQLite, to PostgreSQL`,
    );
    const start = performance.now();
    const moving = startMove(['--from', `sqlite:${database}`, '--to', schema.url, '--schema', schema.name]);
    const { output, peakMb } = await moving.ended(LOOK_EVERY_MS);
    const seconds = (performance.now() - start) / 1_000;
    console.log(
      `  ${seconds.toFixed(1)} s, ${((count * ROWS_OF_FILE) / seconds).toFixed(0)} rows of files a second, at most ${peakMb.toFixed(0)} MB`,
    );
    // Prints its own evidence: the rows and the digest of each table, and the credits of both sides.
    for (const line of output.trimEnd().split('\n')) console.log(`  | ${line}`);
  } finally {
    await rm(folder, { recursive: true });
    await schema.remove();
  }
}

/** Lets a server check `count` files, and stops it. */
async function fillFolder(folder: string, file: string, count: number): Promise<void> {
  const { api, stop } = await startServer({
    DIALPROOF_DATA_DIR: folder,
    DIALPROOF_FIRST_ACCOUNT_CREDITS: String(2 * count * ROWS_OF_FILE),
  });
  try {
    for (let place = 0; place < count; place += 1) await api.done(await api.upload(file, 'rows.csv'));
  } finally {
    await stop();
  }
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}
