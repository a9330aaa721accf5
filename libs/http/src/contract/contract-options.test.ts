import { ManualClock } from '@dialproof/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
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
    });
  });

  it('copies and freezes what it was given', () => {
    const headers: Record<string, string> = { 'X-Sandbox': 'made up' };
    const settings = readOptions({ ...host, headers });
    headers['X-Sandbox'] = 'changed';
    expect(settings.headers).toEqual({ 'x-sandbox': 'made up' });
    expect(Object.isFrozen(settings) && Object.isFrozen(settings.headers)).toBe(true);
  });

  it('has each failure as a warning of the process, once a minute, without onError', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    const clock = new ManualClock();
    const { onError } = readOptions({ ...host, clock });
    const texts = () => warn.mock.calls.splice(0).map(([text]) => text);
    const away = new Error('the database is away');
    for (let request = 0; request < 1_000; request += 1) onError(away, { operation: 'verify' });
    onError(away, { operation: 'credits' });
    onError(new Error('a defect', { cause: away }), { operation: undefined });
    expect(warn.mock.lastCall).toMatchObject([
      {},
      { detail: expect.stringContaining('[cause]: Error: the database is away') },
    ]);
    expect(texts()).toEqual([
      'verify failed: Error: the database is away',
      'credits failed: Error: the database is away',
      'a request failed: Error: a defect',
    ]);
    clock.advance(59_000);
    onError(away, { operation: 'verify' });
    expect(texts()).toEqual([]);
    clock.advance(1_000);
    onError(away, { operation: 'verify' });
    expect(texts()).toEqual(['verify failed: Error: the database is away']);
    for (let id = 0; id < 1_000; id += 1) onError(new Error(`no row ${id}`), { operation: 'verify' });
    expect(texts()).toHaveLength(99);
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
