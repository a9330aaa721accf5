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

  it.each([
    ['node/index.ts', []],
    ['cli/main.ts', ['commander']],
  ])('for Node load with Node, and %s with %j', (entry, packages) => {
    expect(packagesOf(importsFromOutside(entry, [IMPORT]))).toEqual(packages);
  });

  it('load nothing else later, except --local and mcp of the command line', () => {
    expect(packagesOf(importsFromOutside('node/index.ts'))).toEqual([]);
    expect(importsFromOutside('cli/main.ts').filter((line) => line.includes('@dialproof/'))).toEqual([
      'cli/local/peer-packages.ts: @dialproof/core',
      'cli/local/peer-packages.ts: @dialproof/http',
      'cli/local/peer-packages.ts: @dialproof/checkers/settings',
    ]);
    expect(packagesOf(importsFromOutside('cli/main.ts'))).toEqual([
      '@dialproof/checkers/settings',
      '@dialproof/core',
      '@dialproof/http',
      '@modelcontextprotocol/server',
      '@modelcontextprotocol/server/stdio',
      'commander',
    ]);
  });
});

/** The packages in these imports, without what Node has itself. */
function packagesOf(imports: readonly string[]): readonly string[] {
  const names = new Set(imports.map((line) => line.slice(line.indexOf(': ') + 2)));
  return [...names].filter((name) => !name.startsWith('node:')).sort();
}
