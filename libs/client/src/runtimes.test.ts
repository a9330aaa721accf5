import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = import.meta.dirname;
const IMPORT = /^(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\('([^']+)'\)/gm;

/** Everything that the sources reachable from this one import and that is none of them. */
function importsFromOutside(entry: string): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const [, from, bare, dynamic] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
      const specifier = from ?? bare ?? dynamic ?? '';
      if (!specifier.startsWith('.')) found.add(`${relative(SOURCES, path)}: ${specifier}`);
      else visit(join(dirname(path), specifier.replace(/\.js$/, '.ts')));
    }
  };
  visit(join(SOURCES, entry));
  expect(seen.size).toBeGreaterThan(1);
  return [...found];
}

describe('the entry points', () => {
  it('load in every runtime: the main one imports nothing at all', () => {
    expect(importsFromOutside('index.ts')).toEqual([]);
  });

  it.each(['node/index.ts', 'cli/main.ts'])('for Node import Node alone: %s', (entry) => {
    expect(importsFromOutside(entry).filter((line) => !line.includes(': node:'))).toEqual([]);
  });
});
