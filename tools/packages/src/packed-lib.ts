import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createPackageFromTarballData, type Package } from '@arethetypeswrong/core';
import { outputOf } from './run-process.js';
import { libNames, type Manifest, readManifest, root } from './workspace.js';

/** A package as npm would publish it. */
export interface PackedLib {
  /** The name of its folder below libs/. */
  readonly lib: string;
  readonly manifest: Manifest;
  /** Where its tarball is. */
  readonly file: string;
  readonly tarball: Uint8Array<ArrayBuffer>;
  /** The package in the form that the tool for types takes. */
  readonly package: Package;
  /** The texts of its files by path. */
  readonly files: ReadonlyMap<string, string>;
}

export interface PackedLibs {
  readonly libs: readonly PackedLib[];
  /** Where folders for hosts may be made: outside of the workspace, and not there yet. */
  readonly hosts: string;
}

/**
 * Packs every package as a release does, from sources of which nothing was built: its `prepack` has to build it. Resolves to a folder for
 * {@link readPackedLibs}, which the caller deletes.
 */
export async function packLibs(): Promise<string> {
  // With its real name, since Node and compilers name the files of packages so, and the temporary folder may be a link.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'dialproof-packages-')));
  const [copy, tarballs] = [join(folder, 'copy'), join(folder, 'tarballs')];
  try {
    await mkdir(tarballs);
    await makeUnbuiltCopy(copy);
    await outputOf(process.execPath, ['tools/release/pack.mjs', '--to', tarballs], copy);
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The packages in a folder of {@link packLibs}. */
export async function readPackedLibs(folder: string): Promise<PackedLibs> {
  const tarballs = join(folder, 'tarballs');
  const libs = (await readdir(tarballs)).map((name) => readTarball(join(tarballs, name)));
  return { libs: await Promise.all(libs), hosts: join(folder, 'hosts') };
}

async function readTarball(file: string): Promise<PackedLib> {
  const tarball = new Uint8Array(await readFile(file));
  const packed = createPackageFromTarballData(tarball);
  const prefix = `/node_modules/${packed.packageName}/`;
  const files = new Map(
    packed.listFiles().map((path) => [path.slice(prefix.length), packed.readFile(path)] as const),
  );
  // Without a package.json npm would not have packed it.
  const manifest = JSON.parse(files.get('package.json') ?? '') as Manifest;
  return { lib: basename(manifest.name), manifest, file, tarball, package: packed, files };
}

const COPIED = ['tsconfig.base.json', 'tsconfig.lib.json', 'tools/run/bundle.mjs', 'tools/release/pack.mjs'];

/**
 * Copies the sources of every package below an empty folder, as a clean clone has them after `npm ci`: with the dependencies, and with
 * nothing built. A build in place would keep the output of renamed sources, and would disturb other work on the sources.
 */
async function makeUnbuiltCopy(folder: string): Promise<void> {
  for (const file of COPIED) await cp(join(root, file), join(folder, file));
  const { author, repository, version } = readManifest(root);
  const manifest = { private: true, author, repository, version };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const modules = join(folder, 'node_modules');
  await linkEntries(join(root, 'node_modules'), modules);
  for (const lib of libNames()) {
    const [from, to] = [join(root, 'libs', lib), join(folder, 'libs', lib)];
    const isWanted = (path: string) => path !== join(from, 'dist') && basename(path) !== 'node_modules';
    await cp(from, to, { recursive: true, filter: isWanted });
    await linkEntries(join(from, 'node_modules'), join(to, 'node_modules'));
    await mkdir(join(modules, '@dialproof'), { recursive: true });
    await symlink(to, join(modules, '@dialproof', lib), 'junction');
  }
}

/** Links what is installed, but for our own packages. Scripts of packages find the compiler in `.bin`. */
async function linkEntries(from: string, to: string): Promise<void> {
  // Most packages have no node_modules of their own.
  const names = await readdir(from).catch(() => []);
  const linked = names.filter((name) => name === '.bin' || !/^(?:\.|@dialproof$)/.test(name));
  if (linked.length > 0) await mkdir(to, { recursive: true });
  // A junction needs no rights on Windows, and is a symbolic link elsewhere.
  for (const name of linked) await symlink(join(from, name), join(to, name), 'junction');
}
