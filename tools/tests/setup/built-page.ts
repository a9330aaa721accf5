import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = fileURLToPath(new URL('../../../libs/dashboard/build-page.mjs', import.meta.url));

/** Builds the page of libs/dashboard before the tests, where its sources have changed: servers hand out its files. */
export async function setup(): Promise<void> {
  await promisify(execFile)(process.execPath, [SCRIPT]);
}
