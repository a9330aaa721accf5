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
  /** The package in the form that the tool for types takes. */
  readonly package: Package;
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
  try {
    await packInto(folder);
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The packages in a folder of {@link packLibs}. */
export async function readPackedLibs(folder: string): Promise<PackedLibs> {
  const [copy, tarballs] = [join(folder, 'copy'), join(folder, 'tarballs')];
  const libs = (await readdir(tarballs)).map((name) => readTarball(join(tarballs, name), copy));
  return { libs: await Promise.all(libs), hosts: join(folder, 'hosts') };
}

async function packInto(folder: string): Promise<void> {
  const [copy, tarballs] = [join(folder, 'copy'), join(folder, 'tarballs')];
  await mkdir(tarballs);
  await makeUnbuiltCopy(copy);
  const { code, output } = await runProcess(
    process.execPath,
    ['tools/release/pack.mjs', '--to', tarballs],
    copy,
  );
  if (code !== 0) throw new Error(output);
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
