import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { folderOf, runCheck } from './checked-folder.fixture.js';

const WIRE = `
import { z } from '${createRequire(import.meta.url).resolve('zod')}';
const numberStatus = z.enum(['dead', 'unknown']);
const answer = z.strictObject({ phone: z.string().describe('In E.164'), status: numberStatus.nullable() });
const names = new Map([[numberStatus, 'NumberStatus'], [answer, 'Answer']]);
export const components = () => [...names];
export const componentName = (shape) => names.get(shape);
export const componentBase = () => undefined;
export const ERROR_STATUS = { not_found: 404 };
export const OPERATIONS = {
  verify: {
    method: 'POST', path: '/v1/verify', access: 'account', takesKey: true, errors: [],
    reply: { kind: 'json', shape: answer },
  },
};
`;

const API = `// Made by tools/checks/client-api.mjs from the operations of @dialproof/http: change those. A newer server may have more codes and
// values than these.

export const ERROR_CODES = ['not_found'] as const;

/** The codes that a server refuses requests with. */
export type ErrorCode = (typeof ERROR_CODES)[number];

export interface Answer {
  /** In E.164. */
  readonly phone: string;
  readonly status: NumberStatus | null;
}

export const NUMBER_STATUSES = ['dead', 'unknown'] as const;

export type NumberStatus = (typeof NUMBER_STATUSES)[number];
`;

const OPERATIONS = `// Made by tools/checks/client-api.mjs from the operations of @dialproof/http: change those. A newer server may have more codes and
// values than these.

import type * as Api from './api.js';

/** An operation of the API, with the JSON that it answers. */
export interface ApiOperation<Reply = unknown> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the mount. The segment in braces is the id of an item. */
  readonly path: string;
  /** Whether anyone may ask, so that no token is sent. */
  readonly isOpen?: boolean;
  /** A POST that changes something: it has a key, the caller's own or a new one. */
  readonly takesKey?: boolean;
  /** A POST that changes nothing and may be repeated. */
  readonly isReadOnly?: boolean;
  /** The refusal of a repeated delete if the first one was done and its reply lost. */
  readonly goneCode?: string;
  /** For the compiler alone. */
  readonly reply?: Reply;
}

function operation<Reply>(
  method: ApiOperation['method'],
  path: string,
  facts: Omit<ApiOperation<Reply>, 'method' | 'path'> = {},
): ApiOperation<Reply> {
  return { method, path, ...facts };
}

export const OPERATIONS = {
  verify: operation<Api.Answer>('POST', '/v1/verify', { takesKey: true }),
} as const;

/** The JSON that each of them answers. */
export type Replies = {
  readonly [Name in keyof typeof OPERATIONS]: (typeof OPERATIONS)[Name] extends ApiOperation<infer Reply>
    ? Reply
    : never;
};
`;

function check(operations: string) {
  const files = {
    'libs/http/dist/wire/index.js': WIRE,
    'libs/client/src/api/api.ts': API,
    'libs/client/src/api/operations.ts': operations,
    'package.json': { type: 'module' },
  };
  return runCheck('client-api.mjs', folderOf(files));
}

it('finds nothing where the client has the operations of the contract', () => {
  expect(check(OPERATIONS)).toMatchObject({ code: 0, stderr: '' });
});

it('finds an operation that the client has otherwise', () => {
  const { code, stderr } = check(OPERATIONS.replace('takesKey: true', 'takesKey: false'));
  expect([code, stderr]).toEqual([1, expect.stringContaining('it is not the API of libs/http')]);
});
