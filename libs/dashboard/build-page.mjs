// Builds the page into dist/page with Vite, unless that was done from the very same sources. `npm start`, `npm test` and the packing of this
// package run it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, 'dist/page');
/** Inside of the page's folder, so that it is gone when that is. */
const STAMP = '.sources';

const sources = [
  ...filesIn(join(import.meta.dirname, 'page')),
  ...filesIn(join(import.meta.dirname, '../client/src')),
  ...['build-page.mjs', 'vite.config.mjs'].map((name) => join(import.meta.dirname, name)),
  ...['vite', 'preact'].map(manifestOf),
];
const hash = createHash('sha256');
for (const file of sources) hash.update(file.slice(import.meta.dirname.length)).update(readFileSync(file));
const stamp = hash.digest('hex');

if (!isBuiltFrom(stamp)) {
  // One page, whoever has it built: tests run with another value, for which Vite leaves aids of development in.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  // In a folder of its own, since another process may be doing the same.
  const outDir = `${PAGE}-${process.pid}`;
  const configFile = join(import.meta.dirname, 'vite.config.mjs');
  await build({ configFile, configLoader: 'native', logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  writeFileSync(join(outDir, STAMP), stamp);
  replacePage(outDir);
}

function replacePage(outDir) {
  try {
    rmSync(PAGE, { recursive: true, force: true });
    renameSync(outDir, PAGE);
  } catch (error) {
    // The other process was faster.
    if (!isBuiltFrom(stamp)) throw error;
    rmSync(outDir, { recursive: true });
  }
}

function isBuiltFrom(wanted) {
  const file = join(PAGE, STAMP);
  return existsSync(file) && readFileSync(file, 'utf8') === wanted;
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|fixture)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function manifestOf(name) {
  return createRequire(import.meta.url).resolve(`${name}/package.json`);
}
