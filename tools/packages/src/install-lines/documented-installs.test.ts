import { describe, expect, it } from 'vitest';
import { root } from '../workspace.js';
import { documentedInstalls, installsOf } from './documented-installs.js';
import { lineFor, packagesOf } from './installation.js';
import { lowestNodes } from './toolchain.js';

describe('documented installs', () => {
  it('are found in the READMEs and in docs/', () => {
    const places = documentedInstalls(root).map(({ place }) => place.replace(/:\d+$/, ''));
    expect(places).toEqual(
      expect.arrayContaining(['libs/sql/README.md', 'docs/getting-started.md', 'docs/command-line.md']),
    );
  });

  it('have the lines of their block', () => {
    const page = '```sh\nnpm pack -w libs/core\nnpm install a b@2\n```\n```ts\nother();\n```';
    expect(installsOf('a.md', page)).toEqual([
      { place: 'a.md:1', lines: ['npm install a b@2'], packs: ['libs/core'] },
    ]);
  });

  it('are read from code within a sentence', () => {
    expect(installsOf('a.md', 'Then `npm install c`:')).toMatchObject([{ lines: ['npm install c'] }]);
  });

  it('cannot be missed: a line that is written in another way is refused', () => {
    expect(() => installsOf('a.md', '~~~\nnpm install c\n~~~')).toThrow(/1 install lines, of which only 0/);
  });
});

describe('an install line', () => {
  const line = 'npm install @dialproof/sql better-sqlite3@13   # before Node 22.14: better-sqlite3@12';

  it.each([
    ['22.14.0', 'npm', 'npm install @dialproof/sql better-sqlite3@13'],
    ['22.12.0', 'npm', 'npm install @dialproof/sql better-sqlite3@12'],
    ['20.19.0', 'pnpm', 'pnpm add --allow-build=better-sqlite3 @dialproof/sql better-sqlite3@12'],
    ['26.0.0', 'pnpm', 'pnpm add @dialproof/sql better-sqlite3@13'],
  ] as const)('is for Node %s and %s: %s', (node, manager, expected) => {
    expect(lineFor(line, { node, manager })).toBe(expected);
  });

  it('has the options that pnpm needs', () => {
    const line = "npm install bullmq   # pnpm: --allow-build=msgpackr-extract '--allow-build=!b'   # more";
    expect(lineFor(line, { node: '20.19.0', manager: 'pnpm' })).toBe(
      "pnpm add --allow-build=msgpackr-extract '--allow-build=!b' bullmq",
    );
  });

  it('has commas between global packages for pnpm, which else installs each apart', () => {
    const line = 'npm install --global @dialproof/client @dialproof/core';
    expect(lineFor(line, { node: '20.19.0', manager: 'pnpm' })).toBe(
      'pnpm add --global @dialproof/client,@dialproof/core',
    );
  });

  it('names packages', () => {
    expect(packagesOf('npm install -D @dialproof/sql better-sqlite3@13 ../packs/*.tgz')).toEqual([
      '@dialproof/sql',
      'better-sqlite3',
    ]);
  });
});

it('begins with the lowest Node of each line of engines', () => {
  expect(lowestNodes('^20.19 || >=22.12')).toEqual(['20.19.0', '22.12.0']);
});
