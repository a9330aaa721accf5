import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackedLib } from './packed-lib.js';
import { type FinishedProcess, INSTALL, runNpm, runProcess } from './run-process.js';
import { root } from './workspace.js';

/** An application as `nest new` of Nest 11 makes it, in CommonJS and with jest, which uses the packages. */
export const NEST_NEW = join(root, 'tools/packages/nest-new');

/** An application of Next.js with the contract as a route handler, as docs/fetch.md shows it. */
const NEXT_NEW = join(root, 'tools/packages/next-new');

export function makeNestApplication(folder: string, packed: readonly PackedLib[]): Promise<string> {
  return makeApplication(NEST_NEW, folder, packed, ['core', 'http', 'nestjs']);
}

export function makeNextApplication(folder: string, packed: readonly PackedLib[]): Promise<string> {
  return makeApplication(NEXT_NEW, folder, packed, ['core', 'http']);
}

/** Copies the application into a new folder, and installs the packages and its other dependencies. Resolves to the folder. */
async function makeApplication(
  application: string,
  folder: string,
  packed: readonly PackedLib[],
  used: readonly string[],
): Promise<string> {
  await cp(application, folder, { recursive: true });
  const files = packed.filter(({ lib }) => used.includes(lib)).map(({ file }) => file);
  await runNpm([...INSTALL, '--no-save', ...files], folder);
  return folder;
}

/** Runs a program that is installed with the application. */
export function runIn(folder: string, bin: string, args: readonly string[]): Promise<FinishedProcess> {
  return runProcess(process.execPath, [join(folder, 'node_modules', bin), ...args], folder);
}
