import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { libNames, readManifest, root } from './workspace.js';

const COPIED = ['tsconfig.base.json', 'tsconfig.lib.json', 'tools/run/bundle.mjs', 'tools/release/pack.mjs'];

/**
 * Copies the sources of every package below an empty folder, as a clean clone has them after `npm ci`: with the dependencies, and with
 * nothing built. A build in place would keep the output of renamed sources, and would disturb other work on the sources.
 */
export async function makeUnbuiltCopy(folder: string): Promise<void> {
  const libs = libNames();
  for (const file of COPIED) {
    await cp(join(root, file), join(folder, file));
  }
  const { author, repository, version } = readManifest(root);
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, author, repository, version }),
  );
  for (const lib of libs) await copyLib(lib, folder);
  await linkDependencies(folder, libs);
}

async function copyLib(lib: string, folder: string): Promise<void> {
  const [from, to] = [join(root, 'libs', lib), join(folder, 'libs', lib)];
  const isWanted = (path: string) => path !== join(from, 'dist') && basename(path) !== 'node_modules';
  await cp(from, to, { recursive: true, filter: isWanted });
  await linkEntries(join(from, 'node_modules'), join(to, 'node_modules'));
}

/** The dependencies of the workspace as they are, but for our own packages, which are the copies. */
async function linkDependencies(folder: string, libs: readonly string[]): Promise<void> {
  const target = join(folder, 'node_modules');
  await linkEntries(join(root, 'node_modules'), target, '@dialproof');
  // Scripts of packages find the compiler there.
  await link(join(root, 'node_modules/.bin'), join(target, '.bin'));
  await mkdir(join(target, '@dialproof'));
  for (const lib of libs) await link(join(folder, 'libs', lib), join(target, '@dialproof', lib));
}

async function linkEntries(from: string, to: string, leftOut?: string): Promise<void> {
  const names = await readdir(from).catch(() => []); // most packages have no node_modules of their own
  if (names.length === 0) return;
  await mkdir(to, { recursive: true });
  const packages = names.filter((name) => !name.startsWith('.') && name !== leftOut);
  for (const name of packages) await link(join(from, name), join(to, name));
}

// A junction needs no rights on Windows, and is a symbolic link elsewhere.
function link(target: string, path: string): Promise<void> {
  return symlink(target, path, 'junction');
}
