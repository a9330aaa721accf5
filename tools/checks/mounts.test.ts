import { describe, expect, it } from 'vitest';
import { type Files, folderOf, runCheck } from './checked-folder.fixture.js';

const NEST = ['core', 'platform-express', 'platform-fastify'].map((name) => `node_modules/@nestjs/${name}`);

const LOCKED = {
  'node_modules/express': { version: '5.3.0' },
  'node_modules/express-4': { version: '4.22.3' },
  ...Object.fromEntries(NEST.map((path) => [path, { version: '12.5.1' }])),
  ...Object.fromEntries(NEST.map((path) => [`tools/tests/nest-11/${path}`, { version: '11.2.10' }])),
  'node_modules/fastify': { version: '5.12.8' },
  'node_modules/hono': { version: '4.13.19' },
  'node_modules/@hono/node-server': { version: '2.1.8' },
};

const ROWS = [
  '| Express 5 | express 5.3.0 | `mount()` | [it](../contract.test.ts) |',
  '| Express 4 | express 4.22.3 | `mount()` | [it](../contract.test.ts) |',
  '| NestJS 12 | 12.5.1 on 12.5.1 and 12.5.1 | `mount()` | [it](../contract.test.ts) |',
  '| NestJS 11 | 11.2.10 on 11.2.10 and 11.2.10 | `mount()` | [it](../contract.test.ts) |',
  '| Fastify 5 | fastify 5.12.8 | `mount()` | [it](../contract.test.ts) |',
  '| Hono 4 | hono 4.13.19 on 2.1.8 | `mount()` | [it](../contract.test.ts) |',
  '| any `fetch` runtime | on 2.1.8 | `mount()` | [it](../contract.test.ts) |',
  '| `node:http` | that of Node | `mount()` | [it](../contract.test.ts) |',
];

/** What the check says where the row of Express 5 is another one, or a file is. */
function check(first: string | undefined, changes: Files = {}) {
  const table = [
    '| framework | tested on | line | tests |',
    '| --- | --- | --- | --- |',
    first,
    ...ROWS.slice(1),
  ];
  const document = `# Kit\n\n## Mounts\n\n${table.filter((row) => row !== undefined).join('\n')}\n\n## Next\n\n| no | mount |\n`;
  return runCheck(
    'mounts.mjs',
    folderOf({
      'docs/mounting.md': document,
      'package-lock.json': { packages: LOCKED },
      'contract.test.ts': 'httpContract({ describe, it }, start);\n',
      'other.test.ts': 'clockContract({ describe, it }, start);\n',
      ...changes,
    }),
  );
}

describe('the check of the table of mounts', () => {
  it('has nothing against the versions of the lock file and tests that run the contract', () => {
    expect(check(ROWS[0])).toEqual({ code: 0, stdout: '8 mounts, 0 problems\n', stderr: '' });
  });

  it.each([
    [
      'of another version',
      '| Express 5 | express 5.2.1 | `m()` | [it](../contract.test.ts) |',
      'Express 5 is tested on 5.3.0, not on 5.2.1',
    ],
    [
      'without a version',
      '| Express 5 | express 5 | `m()` | [it](../contract.test.ts) |',
      'Express 5 is tested on 5.3.0, not on ',
    ],
    [
      'without a line that mounts it',
      '| Express 5 | express 5.3.0 | as ever | [it](../contract.test.ts) |',
      'Express 5 has no line that mounts it',
    ],
    ['without tests', '| Express 5 | express 5.3.0 | `m()` | ours |', 'Express 5 names no tests'],
    [
      'with tests that are not there',
      '| Express 5 | express 5.3.0 | `m()` | [it](../none.test.ts) |',
      'Express 5 is said to be tested by none.test.ts, which is not there',
    ],
    [
      'with tests of something else',
      '| Express 5 | express 5.3.0 | `m()` | [it](../other.test.ts) |',
      'Express 5 is said to be tested by other.test.ts, which does not run the HTTP contract of a mount',
    ],
  ])('refuses a row %s', (_what, row, problem) => {
    expect(check(row)).toMatchObject({ code: 1, stderr: `docs/mounting.md: ${problem}\n` });
  });

  it.each([
    ['that is left out', undefined, 'Express 5 is missing'],
    [
      'of what is not tested',
      `${ROWS[0]}\n| Koa 3 | koa 3.0.0 | \`m()\` | [it](../contract.test.ts) |`,
      'Koa 3 is not known to this check',
    ],
  ])('refuses a row %s', (_what, rows, problem) => {
    expect(check(rows)).toMatchObject({
      code: 1,
      stderr: `docs/mounting.md: ${problem}\n`,
    });
  });

  it('refuses the name of a major version that is not the one of the lock file', () => {
    const lock = { packages: { ...LOCKED, 'node_modules/express': { version: '6.0.0' } } };
    const row = '| Express 5 | express 6.0.0 | `m()` | [it](../contract.test.ts) |';
    const { code, stderr } = check(row, { 'package-lock.json': lock });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'docs/mounting.md: Express 5 is 6.0.0\n',
    });
  });
});
