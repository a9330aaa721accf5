import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { readManifest } from './workspace.js';

/**
 * The files that the tarball of a package has to hold, sorted: the declarations of its sources without tests and fixtures, its bundles,
 * its licence and its README; the files of a page, if it has one; and the files that package.json names.
 */
export function expectedFiles(folder: string): string[] {
  const sources = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    // Imported .json is inside the bundles.
    .filter((entry) => entry.isFile() && /(?<!\.test|\.fixture)\.ts$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const files = ['LICENSE', 'README.md', 'package.json', ...sources.map(declarationOf), ...bundles(folder)];
  const named = (readManifest(folder).files ?? []).filter((path) => path !== 'dist' && !path.startsWith('!'));
  return [...files, ...named, ...pageFiles(folder)].sort();
}

function pageFiles(folder: string): string[] {
  if (!existsSync(join(folder, 'page'))) return [];
  const page = join(folder, 'dist/page');
  return readdirSync(page, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.sources')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function declarationOf(source: string): string {
  return source.replace(/^src\//, 'dist/').replace(/\.ts$/, '.d.ts');
}

/** The bundles. */
function bundles(folder: string): string[] {
  return readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.startsWith('page'))
    .map((path) => `dist/${path.split(sep).join('/')}`);
}
