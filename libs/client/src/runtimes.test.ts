import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = import.meta.dirname;
// Imports of types alone are gone when they are compiled.
const IMPORT = /^(?:import|export)\b(?! type\b)[^'"`;]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'/gm;
const LATER = /\bimport\('([^']+)'\)/gm;

/** All foreign modules that the sources reachable from this one import, statically or later. */
function importsFromOutside(entry: string, imports: readonly RegExp[] = [IMPORT, LATER]): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const source = readFileSync(path, 'utf8');
    for (const [, from, bare] of imports.flatMap((pattern) => [...source.matchAll(pattern)])) {
      const specifier = from ?? bare ?? '';
      if (!specifier.startsWith('.')) found.add(`${relative(SOURCES, path)}: ${specifier}`);
      else visit(join(dirname(path), specifier.replace(/\.js$/, '.ts')));
    }
  };
  visit(join(SOURCES, entry));
  expect(seen.size).toBeGreaterThan(1);
  return [...found];
}

describe('the entry points', () => {
  it('load in every runtime: the main one has no imports', () => {
    expect(importsFromOutside('index.ts')).toEqual([]);
  });

  it.each(['node/index.ts', 'cli/main.ts'])('for Node load with Node alone: %s', (entry) => {
    expect(importsFromOutside(entry, [IMPORT]).filter((line) => !line.includes(': node:'))).toEqual([]);
  });

  it('load nothing else later, except --local of the command line', () => {
    const later = (entry: string) => importsFromOutside(entry).filter((line) => !line.includes(': node:'));
    expect(later('node/index.ts')).toEqual([]);
    expect(later('cli/main.ts').sort()).toEqual([
      'cli/local/peer-packages.ts: @dialproof/checkers/settings',
      'cli/local/peer-packages.ts: @dialproof/core',
      'cli/local/peer-packages.ts: @dialproof/http',
    ]);
  });
});
