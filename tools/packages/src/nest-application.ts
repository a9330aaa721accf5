import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackedLib } from './packed-lib.js';
import { type FinishedProcess, runNpm, runProcess } from './run-process.js';
import { root } from './workspace.js';

/** What `nest new` of Nest 11 makes, in CommonJS and with jest, with the packages in it. */
export const NEST_NEW = join(root, 'tools/packages/nest-new');

const USED = ['core', 'http', 'nestjs'];
const INSTALL = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--no-save', '--ignore-scripts'];

/** Copies the application into a new folder and installs the packages with what else it needs. Resolves to the folder. */
export async function makeNestApplication(folder: string, packed: readonly PackedLib[]): Promise<string> {
  await cp(NEST_NEW, folder, { recursive: true });
  const files = packed.filter(({ lib }) => USED.includes(lib)).map(({ file }) => file);
  await runNpm([...INSTALL, ...files], folder);
  return folder;
}

/** Runs a program that is installed with the application. */
export function runIn(folder: string, bin: string, args: readonly string[]): Promise<FinishedProcess> {
  return runProcess(process.execPath, [join(folder, 'node_modules', bin), ...args], folder);
}
