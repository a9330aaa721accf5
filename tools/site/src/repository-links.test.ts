import { join, resolve } from 'node:path';
import { createMarkdownRenderer, type MarkdownRenderer } from 'vitepress';
import { beforeAll, describe, expect, it } from 'vitest';
import { githubAnchor, repositoryLinks } from './repository-links.js';
import { findPages } from './site-pages.js';

const ROOT = resolve(import.meta.dirname, '../../..');
let markdown: MarkdownRenderer;

beforeAll(async () => {
  markdown = await createMarkdownRenderer(ROOT, {
    anchor: { slugify: githubAnchor },
    config: repositoryLinks(ROOT, findPages(ROOT)),
  });
});

/** The HTML of a line of the guide to Express. */
function rendered(line: string): string {
  return markdown.render(line, {
    realPath: join(ROOT, 'docs/express.md'),
    relativePath: 'guides/express.md',
  });
}

describe('repositoryLinks', () => {
  it.each([
    ['a guide', '[Fastify](fastify.md#stopping)', 'href="/guides/fastify.html#stopping"'],
    ['the README of a folder', '[core](../libs/core)', 'href="/packages/core/"'],
    ['a README by its name', '[core](../libs/core/README.md#limits)', 'href="/packages/core/#limits"'],
    ['the first page', '[home](../README.md)', 'href="/"'],
    ['another site', '[spec](https://example.com/a)', 'href="https://example.com/a"'],
    ['a heading of the same page', '[below](#errors)', 'href="#errors"'],
  ])('leads to %s', (_name, line, href) => {
    expect(rendered(line)).toContain(href);
  });

  it('keeps the text of a link to a source file, and no link', () => {
    expect(rendered('see [the **source**](../libs/core/src/index.ts).')).toBe(
      '<p>see the <strong>source</strong>.</p>\n',
    );
  });

  it('gives headings the anchors of GitHub', () => {
    expect(rendered("## What a number's status says")).toContain('id="what-a-numbers-status-says"');
  });
});
