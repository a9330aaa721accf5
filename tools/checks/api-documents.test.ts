import { describe, expect, it } from 'vitest';
import { folderOf, runCheck } from './checked-folder.fixture.js';

const WIRE = `
export const OPERATION_NAMES = ['verify', 'describe'];
export const OPERATIONS = {
  verify: {
    method: 'POST', path: '/v1/verify', access: 'account', summary: 'Verify',
    body: { mediaType: 'application/json', shape: { shape: { phone: {} } } },
    reply: { status: 200, description: 'It' },
  },
  describe: {
    method: 'GET', path: '/v1/openapi.json', access: 'open', summary: 'Read', query: { shape: { limit: {} } },
    reply: { status: 200, description: 'This' },
  },
};
export const ERROR_STATUS = { not_found: 404, task_not_found: 404, overloaded: 503 };
`;

const OPERATIONS = [
  '| operation | does | request | success |',
  '|---|---|---|---|',
  '| `POST /v1/verify` | Verify | JSON `{phone}` | 200 |',
  '| `GET /v1/openapi.json` | Read | `?limit=`; by anyone | 200 |',
];
const CODES = [
  '| status | codes |',
  '|---|---|',
  '| 404 | `not_found`, `task_not_found` |',
  '| 503 | `overloaded` |',
];

function check(operations: readonly string[], codes: readonly string[]) {
  const list = (name: string, rows: readonly string[]) => [
    `<!-- ${name}: made by tools/checks/api-documents.mjs -->\n`,
    ...rows,
    `<!-- /${name} -->\n`,
  ];
  const document = ['# The HTTP API\n', ...list('operations', operations), ...list('codes', codes)];
  return runCheck(
    'api-documents.mjs',
    folderOf({
      'docs/http-api.md': document.join('\n'),
      'libs/http/dist/wire/index.js': WIRE,
      'package.json': { type: 'module' },
    }),
  );
}

describe('the check of the documents of the HTTP API', () => {
  it('finds nothing where they are the tables', () => {
    expect(check(OPERATIONS, CODES)).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    [
      'an operation is missing',
      OPERATIONS.slice(0, -1),
      CODES,
      'the list of operations is not that of the code',
    ],
    ['a code is missing', OPERATIONS, CODES.slice(0, -1), 'the list of codes is not that of the code'],
  ])('finds that %s', (_, operations, codes, problem) => {
    const { code, stderr } = check(operations, codes);
    expect([code, stderr]).toEqual([1, expect.stringContaining(problem)]);
  });
});
