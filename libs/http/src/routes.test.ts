import { describe, expect, it } from 'vitest';
import { readOptions } from './contract-options.js';
import { serviceWith, tokens } from './fake-service.fixture.js';
import { OpenStreams } from './open-streams.js';
import { createOperations } from './operations/create-operations.js';
import { createRouteFinder } from './routes.js';

const accounts = { register: () => Promise.reject(new Error('not expected to be called')) };
const host = { service: serviceWith({}), authenticator: tokens };
const findRoute = createRouteFinder(createOperations(readOptions({ ...host, accounts }), new OpenStreams()));

describe('the routes', () => {
  it.each([
    ['/v1/verify', 'verify', undefined],
    ['/v1/verify/batch', 'submit', undefined],
    ['/v1/credits', 'credits', undefined],
    ['/v1/accounts', 'register', undefined],
    ['/v1/verify/tasks/7f', 'poll', '7f'],
    ['/v1/verify/tasks/download', 'poll', 'download'],
    ['/v1/verify/tasks/7f/download', 'download', '7f'],
    ['/v1/verify/tasks/7f/events', 'events', '7f'],
    ['/v1/verify/tasks/a%2Fb', 'poll', 'a/b'],
    ['/v1/verify/tasks/%E0%A4%A', 'poll', '%E0%A4%A'],
  ])('take %s as %s', (path, operation, taskId) => {
    const route = findRoute(path);
    expect([route?.operation.name, route?.taskId]).toEqual([operation, taskId]);
  });

  it.each([
    '/',
    '',
    '/v1',
    '/verify',
    '/v1/verify/',
    '/V1/verify',
    '/v1/verify/other',
    '/v1/verify/tasks',
    '/v1/verify/tasks/',
    '/v1/verify/tasks//download',
    '/v1/verify/tasks/7f/',
    '/v1/verify/tasks/7f/download/',
    '/v1/verify/tasks/7f/other',
    '//v1/verify',
    '/v1/constructor',
  ])('leave %j to the host', (path) => {
    expect(findRoute(path)).toBeUndefined();
  });

  it('have no registration without a registry', () => {
    const find = createRouteFinder(createOperations(readOptions(host), new OpenStreams()));
    expect(find('/v1/accounts')).toBeUndefined();
  });
});
