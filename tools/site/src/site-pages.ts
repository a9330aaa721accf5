import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A document of the repository as a page of the site. */
export interface SitePage {
  /** Path of the document below the root of the repository: `docs/express.md`. */
  readonly source: string;
  /** Path of the page below the root of the site: `guides/express.md`. VitePress makes `/guides/express` of it. */
  readonly path: string;
  /** The first heading. */
  readonly title: string;
}

/** Folders of dependencies, of generated files, and of documents that are not for the site. */
const LEFT_OUT = new Set([
  '.github',
  'node_modules',
  'dist',
  '.git',
  '.nx',
  'data',
  'coverage',
  '.vitepress',
  'fixtures',
]);

/** The first page of the site, instead of the README of the repository. */
export const HOME = 'tools/site/home.md';
const REPOSITORY_README = 'README.md';

/** Every Markdown document below `root`, sorted by its path. */
export function findPages(root: string): SitePage[] {
  return documentsIn(root, '')
    .filter((source) => source !== REPOSITORY_README)
    .sort()
    .map((source) => ({
      source,
      path: pagePath(source),
      title: titleOf(readFileSync(join(root, source), 'utf8')),
    }));
}

/**
 * The path of a document on the site. `HOME` is the first page. READMEs are the pages of their folders. Libraries are below `packages`, the
 * guides of `docs` below `guides`, except for generated references.
 */
export function pagePath(source: string): string {
  if (source === HOME) return 'index.md';
  const asIndex = source.replace(/(^|\/)README\.md$/, '$1index.md');
  return asIndex
    .replace(/^docs\/reference\//, 'reference/')
    .replace(/^docs\//, 'guides/')
    .replace(/^libs\//, 'packages/')
    .replace(/^[A-Z]+\.md$/, (name) => name.toLowerCase());
}

/** The address of a page within the site: `/guides/express`, and `/packages/core/` for the page of a folder. */
export function pageUrl(path: string): string {
  return `/${path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;
}

function documentsIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : documentsIn(root, path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

function titleOf(text: string): string {
  const heading = /^#\s+(.+?)\s*#*$/m.exec(text)?.[1] ?? /^title: (.+)$/m.exec(text)?.[1] ?? '';
  return heading.replace(/[`*\\]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
