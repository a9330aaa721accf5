import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackedLib } from './packed-lib.js';
import { INSTALL, runNpm } from './run-process.js';
import { installedWith, installedWithAll, needsOptionalPeers, SERVER, USES } from './uses.js';
import { root } from './workspace.js';

const SQLITE_DRIVER = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';

/** The two kinds of program that a host can be: the same sources become one or the other by the package.json beside them. */
export const MODULE_KINDS = ['module', 'commonjs'] as const;
export type ModuleKind = (typeof MODULE_KINDS)[number];

/** Installs the packages and their required peers into a new folder, without optional ones. Resolves to the folder. */
export async function makePlainHost(folder: string, packed: readonly PackedLib[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeJson(join(folder, 'package.json'), { private: true });
  const plain = packed.filter(({ lib }) => lib !== SERVER);
  const besides = plain.flatMap(({ lib }) => installedWith(lib));
  await runNpm([...INSTALL, ...plain.map(({ file }) => file), ...new Set(besides)], folder);
  // Copied from the workspace, where it is compiled for this Node. Its install script would compile for a minute.
  await cp(join(root, SQLITE_DRIVER), join(folder, SQLITE_DRIVER));
  await writePrograms(folder, (file) => !needsOptionalPeers(file));
  return folder;
}

/** Makes a copy of a plain host and installs the optional peers and the server into it too. Resolves to the folder. */
export async function makeHostWithOptionalPeers(
  folder: string,
  plain: string,
  packed: readonly PackedLib[],
): Promise<string> {
  const isInstalled = (path: string) => !MODULE_KINDS.some((kind) => path === join(plain, kind));
  await cp(plain, folder, { recursive: true, verbatimSymlinks: true, filter: isInstalled });
  const server = packed.filter(({ lib }) => lib === SERVER).map(({ file }) => file);
  await runNpm([...INSTALL, ...server, ...new Set(installedWithAll())], folder);
  await writePrograms(folder, () => true);
  return folder;
}

async function writePrograms(folder: string, isWanted: (file: string) => boolean): Promise<void> {
  const files = (await readdir(USES)).filter(isWanted);
  for (const kind of MODULE_KINDS) {
    for (const file of files) await cp(join(USES, file), join(folder, kind, 'src', file));
    await writeJson(join(folder, kind, 'package.json'), { private: true, type: kind });
  }
}

function writeJson(file: string, value: unknown): Promise<void> {
  return writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
