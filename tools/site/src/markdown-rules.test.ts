import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createMarkdownRenderer, type MarkdownRenderer } from 'vitepress';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawDiagram, rowHeaders } from './markdown-rules.js';
import { githubAnchor, repositoryLinks } from './repository-links.js';
import { findPages } from './site-pages.js';

const ROOT = resolve(import.meta.dirname, '../../..');
let markdown: MarkdownRenderer;

// VitePress keeps one renderer for a process and ignores the options of a second call, and test files share a process: so all rules of the site are tested here.
beforeAll(async () => {
  markdown = await createMarkdownRenderer(ROOT, {
    anchor: { slugify: githubAnchor },
    config(md) {
      repositoryLinks(ROOT, findPages(ROOT))(md);
      rowHeaders(md);
    },
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

describe('rowHeaders', () => {
  /** The opening tag and the text of each cell. */
  const cellsOf = (table: string) => markdown.render(table).match(/<t[hd]\b[^>]*>[^<]*/g);

  it('makes the first cell of each row a header where a column has none', () => {
    expect(cellsOf('| | a | b |\n|---|---|---|\n| c | d | |\n')).toEqual([
      '<td>',
      '<th>a',
      '<th>b',
      '<th scope="row">c',
      '<td>d',
      '<td>',
    ]);
  });

  it('leaves a table alone where each column has a header', () => {
    expect(cellsOf('| a | b |\n|---|---|\n| c | d |\n')).toEqual(['<th>a', '<th>b', '<td>c', '<td>d']);
  });
});

describe('drawDiagram', () => {
  const DOCS = join(ROOT, 'docs');
  const diagrams = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) =>
      [...readFileSync(join(DOCS, name), 'utf8').matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)].map(
        ([, text = ''], index) => ({ name: `${name}, diagram ${index + 1}`, text }),
      ),
    );

  /** The SVG of each picture. */
  function svgsOf(pictures: string): string[] {
    return [...pictures.matchAll(/base64,([^"]*)"/g)].map(([, source = '']) =>
      Buffer.from(source, 'base64').toString(),
    );
  }

  it('draws each node, edge and label, in both themes, and says them', () => {
    const pictures = drawDiagram(
      'flowchart LR\n  a["one<br/>two"] -- go --> b[(store)]\n  b <--> c{"ready?"}',
    );
    expect(pictures.match(/alt="[^"]*"/g)).toEqual(
      ['light', 'dark'].map(() => 'alt="Diagram: one two to store (go), store to ready?"'),
    );
    const svgs = svgsOf(pictures);
    expect(svgs).toHaveLength(2);
    for (const svg of svgs)
      for (const word of ['one', 'two', 'store', 'ready?', 'go']) expect(svg).toContain(word);
  });

  it.each(diagrams)('draws $name, without a request to another server', ({ text }) => {
    for (const svg of svgsOf(drawDiagram(text))) expect(svg).not.toMatch(/@import|https:/);
  });
});
