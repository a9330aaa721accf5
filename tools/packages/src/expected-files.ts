import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * The files that the tarball of a package has to hold, sorted: its sources without tests and fixtures, so that maps and editors lead
 * to them, what is compiled of each, its licence and its README; and the files of a page, if it has one, which are built beside them.
 */
export function expectedFiles(folder: string): string[] {
  const sources = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:test|fixture)\.ts$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const files = ['LICENSE', 'README.md', 'package.json', ...sources, ...sources.flatMap(compiledOf)];
  return [...files, ...pageFiles(folder)].sort();
}

function pageFiles(folder: string): string[] {
  if (!existsSync(join(folder, 'page'))) return [];
  const page = join(folder, 'dist/page');
  return readdirSync(page, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.sources')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function compiledOf(source: string): string[] {
  const stem = source.replace(/^src\//, 'dist/').replace(/\.ts$/, '');
  return ['.js', '.js.map', '.d.ts', '.d.ts.map'].map((ending) => stem + ending);
}
