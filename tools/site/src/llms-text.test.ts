import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { llmsText } from './llms-text.js';
import { findPages } from './site-pages.js';

const ROOT = resolve(import.meta.dirname, '../../..');

describe('llmsText', () => {
  const text = llmsText(ROOT, findPages(ROOT));

  it('begins with the name and a summary, as llmstxt.org asks for', () => {
    expect(text).toMatch(/^# Dialproof\n\n> A TypeScript kit/);
  });

  it('lists each guide with its address and its first sentence', () => {
    expect(text).toContain(
      '- [Getting started](/guides/getting-started.html): From nothing to a verified file, in an application of your own.',
    );
    expect(text).toContain('- [Guides](/guides/)');
  });
});
