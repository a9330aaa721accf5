import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GUIDES, sidebarOf } from './sidebar.js';
import { findPages, pagePath, pageUrl } from './site-pages.js';

const ROOT = resolve(import.meta.dirname, '../../..');

describe('findPages', () => {
  const pages = findPages(ROOT);

  it('gives every document a page of its own, with a title', () => {
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
    expect(pages.filter(({ title }) => title === '')).toEqual([]);
    expect(pages.map(({ source }) => source)).toContain('docs/express.md');
  });

  it('has every guide in the sidebar', () => {
    const listed = Object.values(GUIDES).flatMap((names) => names.map((name) => `docs/${name}.md`));
    const guides = pages.map(({ source }) => source).filter((source) => /^docs\/[\w-]+\.md$/.test(source));
    expect(listed.toSorted()).toEqual(guides);
  });

  it('has every package in the sidebar', () => {
    const packages = sidebarOf(pages).find(({ text }) => text === 'Packages')?.items ?? [];
    expect(packages.map(({ text }) => text)).toContain('@dialproof/core');
  });
});

describe('pagePath', () => {
  it.each([
    ['tools/site/home.md', 'index.md', '/'],
    ['docs/README.md', 'guides/index.md', '/guides/'],
    ['docs/express.md', 'guides/express.md', '/guides/express'],
    ['docs/reference/http.md', 'reference/http.md', '/reference/http'],
    ['libs/core/README.md', 'packages/core/index.md', '/packages/core/'],
    ['CHANGELOG.md', 'changelog.md', '/changelog'],
  ])('shows %s at %s', (source, path, url) => {
    expect(pagePath(source)).toBe(path);
    expect(pageUrl(path)).toBe(url);
  });
});
