import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { npmInstall } from '@dialproof/packages/run-process';

/**
 * Rivals that are installed when a benchmark asks for them, and not with the workspace: DuckDB's binary has 70 MB, and nothing but a
 * benchmark uses either. Versions are exact, since they belong to the figures. graphile-worker 0.18 needs Node 22.
 */
const VERSIONS = { '@duckdb/node-api': '1.5.6-r.1', 'graphile-worker': '0.17.3' } as const;
type InstalledName = keyof typeof VERSIONS;

const FOLDER = fileURLToPath(new URL('../installed/', import.meta.url));

/** Whether all rivals were installed. Tried once: without a network it takes long to fail. */
let installing: Promise<boolean> | undefined;

/** Installs the rivals unless this one is there. Resolves to whether it is; prints a line if they cannot be installed. */
export async function isInstalled(name: InstalledName): Promise<boolean> {
  if ((await installedVersion(name)) === VERSIONS[name]) return true;
  installing ??= install();
  return await installing;
}

async function install(): Promise<boolean> {
  const specs = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  try {
    await mkdir(FOLDER, { recursive: true });
    // Without one of its own, npm would install into the workspace.
    await writeFile(join(FOLDER, 'package.json'), '{ "private": true }\n');
    await npmInstall(FOLDER, '--fetch-retries=0', ...specs);
    return true;
  } catch (error) {
    const [, why = error] = /npm error (.*)/.exec(String(error)) ?? [];
    console.log(`  ${specs.join(' and ')} cannot be installed: ${why}`);
    return false;
  }
}

/** Imports an installed rival. It has no types here. */
export async function importInstalled(name: InstalledName) {
  const path = createRequire(join(FOLDER, 'package.json')).resolve(name);
  return (await import(pathToFileURL(path).href)).default;
}

async function installedVersion(name: InstalledName): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(FOLDER, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}
