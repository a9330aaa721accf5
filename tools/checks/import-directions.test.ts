import { describe, expect, it } from 'vitest';
import { type Files, folderOf, runCheck } from './checked-folder.fixture.js';

const SOUND: Files = {
  'package.json': { devDependencies: { vitest: '4.0.0' } },
  ...member('libs/core', { dependencies: { zod: '4.0.0' }, devDependencies: { 'fast-check': '4.0.0' } }),
  'libs/core/src/index.ts': "import { z } from 'zod';\nimport { readFile } from 'node:fs/promises';\n",
  'libs/core/src/index.test.ts': [
    "import fc from 'fast-check';",
    "import { it } from 'vitest';",
    "import { httpContract } from '@dialproof/testkit';",
    "import './deep/trial.fixture.js';",
  ].join('\n'),
  'libs/core/src/deep/trial.fixture.ts': "export * from '../index.js';\n",
  ...member('libs/http', { dependencies: { '@dialproof/core': '0.1.0' } }, ['core']),
  'libs/http/src/index.ts': "export { one } from '@dialproof/core';\n",
  ...member('examples/shop', { dependencies: { '@dialproof/http': '0.1.0' } }, ['http']),
  'examples/shop/src/main.ts': "const http = await import('@dialproof/http');\n",
  'examples/shop/src/main.test.ts':
    "import '../../../tools/tests/fixtures/client.fixture.js';\nimport '../../../tools/tests/services/redis.fixture.js';\n",
};

/** The two files that make a folder a package. */
function member(path: string, dependencies: object, references: readonly string[] = []): Files {
  const name = `@dialproof/${path.split('/').at(-1)}`;
  return {
    [`${path}/package.json`]: { name, ...dependencies },
    [`${path}/tsconfig.json`]: { references: references.map((lib) => ({ path: `../../libs/${lib}` })) },
  };
}

function inCore(files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, source]) => [`libs/core/src/${path}`, source]));
}

function check(changes: Files) {
  return runCheck('import-directions.mjs', folderOf({ ...SOUND, ...changes }));
}

describe('the check of import directions', () => {
  it('has nothing against imports that are declared and run towards the core', () => {
    expect(check({})).toEqual({ code: 0, stdout: '3 packages, 0 problems\n', stderr: '' });
  });

  it('lets the tests of the client hold it against the API, and nothing else of it', () => {
    const client = (file: string) => ({
      ...member('libs/client', {}),
      [`libs/client/src/${file}`]: "import { one } from '@dialproof/http';\n",
    });
    expect(check(client('a.test.ts')).code).toBe(0);
    expect(check(client('a.ts')).code).toBe(1);
  });

  it('lets one folder of the client load optional peers later, with their types', () => {
    const peers = {
      peerDependencies: { '@dialproof/core': '0.1.0' },
      peerDependenciesMeta: { '@dialproof/core': { optional: true } },
    };
    const later = "import type { One } from '@dialproof/core';\nawait import('@dialproof/core');\n";
    const client = (file: string, source: string, manifest: object = peers) => ({
      ...member('libs/client', manifest, ['core']),
      [`libs/client/src/${file}`]: source,
    });
    expect(check(client('cli/local/a.ts', later)).code).toBe(0);
    expect(check(client('cli/a.ts', later)).stderr).toContain('the wrong direction');
    const sooner = "import { one } from '@dialproof/core';\n";
    expect(check(client('cli/local/a.ts', sooner)).stderr).toContain('which only import() may load');
    const webhooks = "await import('@dialproof/webhooks');\n";
    expect(check(client('cli/local/a.ts', webhooks)).stderr).toContain('the wrong direction');
    const required = { peerDependencies: peers.peerDependencies };
    expect(check(client('cli/local/a.ts', later, required)).stderr).toContain('does not declare');
  });

  it('takes what is declared for development in a page, which is built with it', () => {
    const page = "import 'fast-check';\nimport './deep/b.js';\nimport './page.css';\n";
    const files = { 'libs/core/page/a.tsx': page, 'libs/core/page/deep/b.ts': '' };
    expect(check(files)).toEqual({ code: 0, stdout: '3 packages, 0 problems\n', stderr: '' });
  });

  it('takes an entry point that another package lists for a part of it', () => {
    const exports = { '.': './dist/index.js', './wire': './dist/wire/index.js' };
    const manifest = { dependencies: { zod: '4.0.0' }, devDependencies: { 'fast-check': '4.0.0' }, exports };
    const importing = (path: string) => ({
      ...member('libs/core', manifest),
      'libs/http/src/a.ts': `import '@dialproof/core/${path}';\n`,
    });
    expect(check(importing('wire'))).toEqual({ code: 0, stdout: '3 packages, 0 problems\n', stderr: '' });
    expect(check(importing('wire/inner')).code).toBe(1);
  });

  it.each<[string, string, string, string]>([
    ['the wrong way', 'libs/core/src/a.ts', "import { x } from '@dialproof/http';", 'the wrong direction'],
    [
      'the wrong way, of a type',
      'libs/core/src/a.ts',
      "import type { X } from '@dialproof/http';",
      'the wrong direction',
    ],
    [
      'the wrong way, later',
      'libs/core/src/a.ts',
      "const x = await import('@dialproof/http');",
      'the wrong direction',
    ],
    [
      'the wrong way, handed on',
      'libs/core/src/a.ts',
      "export { \n  x, \n } from '@dialproof/http';",
      'the wrong direction',
    ],
    [
      'what only the tests of the client may import',
      'libs/core/src/a.test.ts',
      "import { ROUTES } from '@dialproof/http';",
      'the wrong direction',
    ],
    ['an example', 'libs/http/src/a.ts', "import '@dialproof/shop';", 'the wrong direction'],
    [
      'another example',
      'examples/shop/src/a.ts',
      "import '@dialproof/library-example';",
      'the wrong direction',
    ],
    [
      'the testkit outside of tests',
      'libs/core/src/a.ts',
      "import '@dialproof/testkit';",
      'the wrong direction',
    ],
    [
      'a file inside another package',
      'libs/http/src/a.ts',
      "import '@dialproof/core/dist/x.js';",
      'a file inside another package',
    ],
    [
      'a file of another package by its path',
      'libs/http/src/a.ts',
      "import '../../core/src/index.js';",
      'outside of its own src',
    ],
    [
      'what tests share, outside of tests',
      'examples/shop/src/a.ts',
      "import '../../../tools/tests/fixtures/x.fixture.js';",
      'outside of its own src',
    ],
    [
      'the services of tests, outside of tests',
      'libs/core/src/a.ts',
      "import '../../../tools/tests/services/x.fixture.js';",
      'outside of its own src',
    ],
    ['a test', 'libs/core/src/a.ts', "import './index.test.js';", 'which only tests may do'],
    ['a fixture', 'libs/core/src/a.ts', "import './deep/trial.fixture.js';", 'which only tests may do'],
    ['what is not declared', 'libs/core/src/a.ts', "import pino from 'pino';", 'does not declare'],
    ['what is declared for tests alone', 'libs/core/src/a.ts', "import 'fast-check';", 'does not declare'],
    [
      'what the root declares, outside of tests',
      'libs/core/src/a.ts',
      "import 'vitest';",
      'does not declare',
    ],
    ['what another package declares', 'libs/http/src/a.test.ts', "import 'zod/mini';", 'does not declare'],
    [
      'the wrong way, in a page',
      'libs/core/page/a.tsx',
      "import { x } from '@dialproof/http';",
      'the wrong direction',
    ],
    [
      'the server that a page is part of',
      'libs/core/page/a.ts',
      "import '../src/index.js';",
      'outside of its own page',
    ],
    ['what is not declared, in a page', 'libs/core/page/a.tsx', "import 'preact';", 'does not declare'],
    ['what is not declared, in a component', 'libs/core/src/a.tsx', "import 'react';", 'does not declare'],
    ['what is not declared, in JavaScript', 'libs/core/src/a.mjs', "import 'react';", 'does not declare'],
    [
      'what is not declared, by require',
      'libs/core/src/a.ts',
      "const x = require('pino');",
      'does not declare',
    ],
  ])('refuses an import of %s', (_what, path, source, problem) => {
    const { code, stderr } = check({ [path]: `${source}\n` });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^${path}: imports \\S+, .*${problem}`));
  });

  it.each<[string, Files, string]>([
    [
      'does not declare',
      member('libs/http', {}, ['core']),
      'libs/http/package.json: does not declare @dialproof/core',
    ],
    [
      'does not build before it',
      member('libs/http', { dependencies: { '@dialproof/core': '0.1.0' } }),
      'libs/http/package.json: has no reference to @dialproof/core in tsconfig.json',
    ],
    [
      'declares and does not use',
      member('libs/core', {
        dependencies: { zod: '4.0.0', pino: '9.0.0' },
        devDependencies: { 'fast-check': '4.0.0' },
      }),
      'libs/core/package.json: declares pino and does not import it',
    ],
  ])('refuses a package that %s', (_what, changes, problem) => {
    expect(check(changes)).toEqual({ code: 1, stdout: '3 packages, 1 problems\n', stderr: `${problem}\n` });
  });

  it.each<[string, Files, string]>([
    [
      'each other',
      { 'a.ts': "import { b } from './b.js';", 'b.ts': "import { a } from './a.js';" },
      'libs/core/src/a.ts: imports itself, by way of libs/core/src/b.ts -> libs/core/src/a.ts',
    ],
    [
      'each other, one of them a type alone',
      { 'a.ts': "export * from './b.js';", 'b.ts': "import type { A } from './a.js';" },
      'libs/core/src/a.ts: imports itself, by way of libs/core/src/b.ts -> libs/core/src/a.ts',
    ],
    [
      'each other by way of a component and a test',
      {
        'x/a.test.tsx': "const type = {} as import('../y/b.js').B;",
        'y/b.tsx': "import '../c.test.js';",
        'c.test.ts': "await import('./x/a.test.js');",
      },
      'libs/core/src/c.test.ts: imports itself, by way of libs/core/src/x/a.test.tsx -> libs/core/src/y/b.tsx -> libs/core/src/c.test.ts',
    ],
    [
      'themselves',
      { 'a.ts': "import './a.js';" },
      'libs/core/src/a.ts: imports itself, by way of libs/core/src/a.ts',
    ],
  ])('refuses files that import %s', (_what, files, problem) => {
    const { code, stderr } = check(inCore(files));
    expect(code).toBe(1);
    expect(stderr.split('\n')).toContain(problem);
  });

  it.each(['', 'deep/'])('refuses folders of the core that import one another: src/%s', (inside) => {
    const files = {
      [`${inside}x/a.ts`]: "import '../y/deeper/b.js';",
      [`${inside}y/b.ts`]: "import '../z/c.js';",
      [`${inside}y/deeper/b.ts`]: '',
      [`${inside}z/c.ts`]: "import type { C } from '../x/c.js';",
      [`${inside}x/c.ts`]: '',
    };
    const imports = ['x/a.ts -> y/deeper/b.ts', 'y/b.ts -> z/c.ts', 'z/c.ts -> x/c.ts'];
    const cycle = imports.map((line) => line.replace(/[xyz](?=\/)/g, (folder) => inside + folder)).join(', ');
    expect(check(inCore(files))).toMatchObject({
      code: 1,
      stderr: `libs/core: has folders that import one another, by ${cycle}\n`,
    });
  });

  it('accepts such folders in tests, between a folder and its own files, and in other packages', () => {
    const changes = {
      ...inCore({
        'x/a.ts': "import '../y/b.js';",
        'x/b.ts': '',
        'y/b.ts': '',
        'y/b.test.ts': "import '../x/trial.fixture.js';",
        'x/trial.fixture.ts': '',
        'x/deep/c.ts': "import '../b.js';",
        'x/c.ts': "import './deep/c.js';",
      }),
      'libs/http/src/x/a.ts': "import '../y/b.js';",
      'libs/http/src/y/b.ts': '',
      'libs/http/src/y/c.ts': "import '../x/c.js';",
      'libs/http/src/x/c.ts': '',
    };
    expect(check(changes)).toMatchObject({ code: 0, stderr: '' });
  });

  it('takes a dependency for used that one of our packages leaves to its user', () => {
    const changes = {
      ...member(
        'libs/http',
        {
          dependencies: { '@dialproof/core': '0.1.0' },
          peerDependencies: { express: '5.0.0' },
        },
        ['core'],
      ),
      ...member('examples/shop', { dependencies: { '@dialproof/http': '0.1.0', express: '5.0.0' } }, [
        'http',
      ]),
    };
    expect(check(changes)).toMatchObject({ code: 0, stderr: '' });
  });
});
