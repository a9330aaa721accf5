import { describe, expect, it } from 'vitest';
import { serviceWith, tokens } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { operationParts } from './contract.js';
import { readOptions } from './contract-options.js';
import { contractPaths, createPathFinder } from './routing.js';

const accounts = { register: () => Promise.reject(new Error('not expected to be called')) };
const host = { service: serviceWith({}), authenticator: tokens };
const closing = new AbortController().signal;
const parts = operationParts(readOptions({ ...host, accounts }), closing);
const findPath = createPathFinder(contractPaths(parts));

describe('the paths', () => {
  it.each([
    ['/v1/verify', 'verify', ''],
    ['/v1/verify/batch', 'submit', ''],
    ['/v1/credits', 'credits', ''],
    ['/v1/accounts', 'register', ''],
    ['/v1/openapi.json', 'describe', ''],
    ['/v1/verify/tasks', 'list', ''],
    ['/v1/verify/tasks/7f', 'poll', '7f'],
    ['/v1/verify/tasks/download', 'poll', 'download'],
    ['/v1/verify/tasks/7f/download', 'download', '7f'],
    ['/v1/verify/tasks/7f/events', 'events', '7f'],
    ['/v1/verify/tasks/7f/cancel', 'cancel', '7f'],
    ['/v1/verify/tasks/7f/retry', 'retry', '7f'],
    ['/v1/verify/tasks/a%2Fb', 'poll', 'a/b'],
    ['/v1/verify/tasks/%E0%A4%A', 'poll', '%E0%A4%A'],
  ])('take %s as %s', (path, operation, id) => {
    const found = findPath(path);
    const names = [...(found?.path.routes.values() ?? [])].map(({ name }) => name);
    expect([names[0], found?.id]).toEqual([operation, id]);
  });

  it.each([
    '/',
    '',
    '/v1',
    '/verify',
    '/v1/verify/',
    '/V1/verify',
    '/v1/verify/other',
    '/v1/verify/tasks/',
    '/v1/verify/tasks//download',
    '/v1/verify/tasks/7f/',
    '/v1/verify/tasks/7f/download/',
    '/v1/verify/tasks/7f/other',
    '//v1/verify',
    '/v1/constructor',
  ])('leave %j to the host', (path) => {
    expect(findPath(path)).toBeUndefined();
  });

  it('have no registration without a registry', () => {
    const find = createPathFinder(contractPaths(operationParts(readOptions(host), closing)));
    expect(find('/v1/accounts')).toBeUndefined();
  });
});
