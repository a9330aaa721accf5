// Builds the page into dist/page with Vite, unless that was done from the very same sources. `npm start`, `npm test` and the packing of this
// package run it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, 'dist/page/index.html');
// Beside the page, so that it is gone when that is.
const STAMP = join(import.meta.dirname, 'dist/page/.sources');

const sources = [
  ...filesIn(join(import.meta.dirname, 'page')),
  ...filesIn(join(import.meta.dirname, '../client/src')),
  join(import.meta.dirname, 'vite.config.mjs'),
  ...['vite', 'preact', '@picocss/pico'].map(manifestOf),
];
const hash = createHash('sha256');
for (const file of sources) hash.update(file.slice(import.meta.dirname.length)).update(readFileSync(file));
const stamp = hash.digest('hex');

if (!existsSync(PAGE) || !existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== stamp) {
  const { build } = await import('vite');
  await build({
    configFile: join(import.meta.dirname, 'vite.config.mjs'),
    configLoader: 'native',
    logLevel: 'warn',
  });
  writeFileSync(STAMP, stamp);
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
