import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GUIDES, searchWeight, sidebarOf } from './sidebar.js';
import { findPages, pagePath, pageUrl } from './site-pages.js';
import { entryPoints } from './typescript-reference.js';

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

describe('searchWeight', () => {
  it('puts guides before references, and those before pages about the inside', () => {
    const addresses = [
      '/guides/express.html#mounting',
      '/reference/http.html#verify',
      '/reference/typescript/core.html#options',
      '/guides/internals/engine.html#leases',
    ];
    const weights = addresses.map(searchWeight);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(new Set(weights).size).toBe(weights.length);
  });

  it('can be sent to the browser as text', () => {
    const sent = new Function(`return ${searchWeight.toString()}`)() as typeof searchWeight;
    expect(sent('/guides/express.html')).toBe(searchWeight('/guides/express.html'));
  });
});

it('finds the declarations of each entry point, those of sub-paths too', () => {
  const found = entryPoints(ROOT);
  expect(found).toContain(resolve(ROOT, 'libs/http/dist/wire/index.d.ts'));
  expect(found).toContain(resolve(ROOT, 'libs/sql/dist/postgres/index.d.ts'));
  expect(new Set(found).size).toBe(found.length);
});

describe('the figures of the landing page and of the README', () => {
  const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  const measured = textOf('tools/bench/README.md').split('## Measured')[1]?.split('## Rivals')[0] ?? '';

  it.each([
    ['tools/site/home.md', /<div class="figures">[\s\S]*<\/div>\n\n.*/],
    ['README.md', /\| \*\*Speed\*\* .*/],
  ])('in %s are those of the benchmarks', (path, part) => {
    const figures = part.exec(textOf(path))?.[0].match(/\d[\d.,]*\d|\d/g) ?? [];
    const stale = figures.filter(
      (figure) => !new RegExp(`(?<![\\d.,])${figure}(?![\\d]|[.,]\\d)`).test(measured),
    );
    expect(figures.length).toBeGreaterThan(3);
    expect(stale).toEqual([]);
  });
});
