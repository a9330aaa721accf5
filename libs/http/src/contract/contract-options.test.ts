import { describe, expect, it } from 'vitest';
import { serviceWith, tokens } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { type HttpContractOptions, readOptions } from './contract-options.js';

const host: HttpContractOptions = { service: serviceWith({}), authenticator: tokens };

describe('readOptions', () => {
  it('fills in what is documented as default', () => {
    expect(readOptions(host)).toMatchObject({
      accounts: undefined,
      headers: {},
      maxJsonBytes: 65_536,
      maxFormBytes: 65_536,
      heartbeatMs: 15_000,
      discard: { maxBytes: 67_108_864, timeoutMs: 10_000, maxMs: 120_000 },
    });
  });

  it('copies and freezes what it was given', () => {
    const headers: Record<string, string> = { 'X-Sandbox': 'made up' };
    const settings = readOptions({ ...host, headers });
    headers['X-Sandbox'] = 'changed';
    expect(settings.headers).toEqual({ 'x-sandbox': 'made up' });
    expect(Object.isFrozen(settings) && Object.isFrozen(settings.headers)).toBe(true);
  });

  it('keeps the objects of the host as they are, also instances of a class', () => {
    class Accounts {
      register(): Promise<never> {
        throw new Error('not expected to be called');
      }
    }
    const accounts = new Accounts();
    const settings = readOptions({ ...host, accounts });
    expect(settings.accounts).toBe(accounts);
    expect(settings.service).toBe(host.service);
  });

  it.each<[string, object]>([
    ['service', { service: {} }],
    ['authenticator', { authenticator: undefined }],
    ['accounts', { accounts: { register: true } }],
    ['maxJsonBytes', { maxJsonBytes: 0 }],
    ['maxFormBytes', { maxFormBytes: 1.5 }],
    ['heartbeatMs', { heartbeatMs: 0 }],
    ['heartbeatMs', { heartbeatMs: 2 ** 31 }],
    ['timeoutMs', { discard: { timeoutMs: -1 } }],
    ['timeoutMs', { discard: { timeoutMs: 2 ** 31 } }],
    ['maxMs', { discard: { maxMs: 0 } }],
    ['stallTimeoutMs', { stallTimeoutMs: 2 ** 31 }],
    ['onError', { onError: 'log' }],
    ['onRequest', { observer: {} }],
    ['maxJsonByte', { maxJsonByte: 10 }],
    ['x y', { headers: { 'x y': '1' } }],
    ['x-y', { headers: { 'x-y': '1\r\nset-cookie: a' } }],
  ])('refuses a bad %s by name with a TypeError', (name, bad) => {
    const read = () => readOptions({ ...host, ...bad });
    expect(read).toThrow(TypeError);
    expect(read).toThrow(name);
  });
});
