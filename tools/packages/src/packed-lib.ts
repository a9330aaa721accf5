import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPackageFromTarballData, type Package } from '@arethetypeswrong/core';
import type { Published } from './imports-and-manifest.js';
import { runProcess } from './run-process.js';
import { makeUnbuiltCopy } from './unbuilt-copy.js';
import type { Manifest } from './workspace.js';

/** A package as npm would publish it. */
export interface PackedLib extends Published {
  /** The name of its folder below libs/. */
  readonly lib: string;
  /** Where it was built. */
  readonly folder: string;
  /** Where its tarball is. */
  readonly file: string;
  readonly tarball: Uint8Array<ArrayBuffer>;
  /** For the tool that examines types. */
  readonly package: Package;
}

export interface PackedLibs {
  readonly libs: readonly PackedLib[];
  /** Where folders for hosts may be made: outside of the workspace, and not there yet. */
  readonly hosts: string;
  /** Deletes the tarballs and the hosts. */
  remove(): Promise<void>;
}

/** Packs every package as a release does, from sources of which nothing was built: its `prepack` has to build it. */
export async function packLibs(): Promise<PackedLibs> {
  // With its real name, since Node and compilers name the files of packages so, and the temporary folder may be a link.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'dialproof-packages-')));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    return { libs: await packInto(folder), hosts: join(folder, 'hosts'), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function packInto(folder: string): Promise<PackedLib[]> {
  const [copy, tarballs] = [join(folder, 'copy'), join(folder, 'tarballs')];
  await mkdir(tarballs);
  await makeUnbuiltCopy(copy);
  const { code, output } = await runProcess(
    process.execPath,
    ['tools/release/pack.mjs', '--to', tarballs],
    copy,
  );
  if (code !== 0) throw new Error(output);
  return Promise.all((await readdir(tarballs)).map((name) => readTarball(join(tarballs, name), copy)));
}

async function readTarball(file: string, copy: string): Promise<PackedLib> {
  const tarball = new Uint8Array(await readFile(file));
  const packed = createPackageFromTarballData(tarball);
  const prefix = `/node_modules/${packed.packageName}/`;
  const files = new Map(
    packed.listFiles().map((path) => [path.slice(prefix.length), packed.readFile(path)] as const),
  );
  // Without a package.json npm would not have packed it.
  const manifest = JSON.parse(files.get('package.json') ?? '') as Manifest;
  const lib = manifest.name.slice(manifest.name.indexOf('/') + 1);
  return { lib, manifest, folder: join(copy, 'libs', lib), file, tarball, package: packed, files };
}
