import { DialproofError } from '@dialproof/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearer, serviceWith, tokens } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { createFetchHandler, type FetchHandlerOptions } from '../fetch/fetch-handler.js';
import type { RateCounter } from './rate-limits.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const verification = { phone: '+41791234567', status: 'dead', checkedAt: 0, source: null, reason: null };
const service = serviceWith({
  balance: async () => ({ available: 7, held: 0 }),
  verify: async () => verification as never,
  task: () => Promise.reject(new DialproofError('task_not_found')),
});

/** Asks a contract with these options. `from` is the caller's address. */
function contractWith(options: Partial<FetchHandlerOptions>) {
  const handler = createFetchHandler({
    service,
    authenticator: tokens,
    address: ({ headers }) => headers.get('x-from') ?? undefined,
    ...options,
  });
  return async (path: string, init: RequestInit & { readonly from?: string } = {}) => {
    const { from = '203.0.113.7', headers = bearer, ...rest } = init;
    const request = new Request(`http://x${path}`, { ...rest, headers: { 'x-from': from, ...headers } });
    const reply = await handler(request);
    const told = ['ratelimit-policy', 'ratelimit', 'retry-after'].map((name) => reply.headers.get(name));
    return { status: reply.status, told, body: await reply.text() };
  };
}

const verify = {
  method: 'POST',
  headers: { ...bearer, 'content-type': 'application/json' },
  body: '{"phone":"+41791234567"}',
};

describe('the rates of an account', () => {
  it('are in the headers of each reply, and a request beyond them is refused until its window ends', async () => {
    const ask = contractWith({ rates: { other: { requests: 2, seconds: 10 } } });
    expect((await ask('/v1/credits')).told).toEqual(['"other";q=2;w=10', '"other";r=1;t=10', null]);
    vi.advanceTimersByTime(4_000);
    expect(await ask('/v1/credits')).toMatchObject({
      status: 200,
      told: [expect.anything(), '"other";r=0;t=6', null],
    });
    expect(await ask('/v1/credits')).toEqual({
      status: 429,
      told: ['"other";q=2;w=10', '"other";r=0;t=6', '6'],
      body: '{"detail":"too_many_requests","hint":"the limit other of 2 requests in 10 s is used up"}',
    });
    vi.advanceTimersByTime(6_000);
    expect((await ask('/v1/credits')).status).toBe(200);
  });

  it('are in the headers of errors too', async () => {
    const ask = contractWith({ rates: { other: { requests: 2, seconds: 10 } } });
    const { status, told } = await ask('/v1/verify/tasks/7f');
    expect([status, told[1]]).toEqual([404, '"other";r=1;t=10']);
  });

  it('count single checks, files and other requests apart', async () => {
    const one = { requests: 1, seconds: 10 };
    const ask = contractWith({ rates: { verify: one, files: one, other: one } });
    expect((await ask('/v1/verify', verify)).told[0]).toBe('"verify";q=1;w=10');
    expect((await ask('/v1/credits')).told[0]).toBe('"other";q=1;w=10');
    expect((await ask('/v1/verify/batch', { method: 'POST' })).told[0]).toBe('"files";q=1;w=10');
    expect((await ask('/v1/lists', { method: 'POST' })).told[0]).toBe('"files";q=1;w=10');
    expect((await ask('/v1/verify', verify)).status).toBe(429);
  });

  it('do not count operations without a limit', async () => {
    const ask = contractWith({ rates: { verify: { requests: 1, seconds: 10 } } });
    expect((await ask('/v1/credits')).told).toEqual([null, null, null]);
  });

  it('do not count a limit that is undefined, as a host in JavaScript may pass it', async () => {
    const ask = contractWith({ rates: { other: undefined } as never });
    expect((await ask('/v1/credits')).told).toEqual([null, null, null]);
  });

  it('are each account’s own', async () => {
    const authenticator = {
      authenticate: async ({ token }: { token?: string | undefined }) => ({
        accountId: token as never,
        suspended: false,
      }),
    };
    const ask = contractWith({ authenticator, rates: { other: { requests: 1, seconds: 10 } } });
    const as = (token: string) => ask('/v1/credits', { headers: { authorization: `Bearer ${token}` } });
    expect([(await as('ann')).status, (await as('bob')).status, (await as('ann')).status]).toEqual([
      200, 200, 429,
    ]);
  });

  it('let requests pass while their counter fails, which is reported to the host', async () => {
    const told: unknown[] = [];
    const down = new Error('the store of the counts is down');
    const counter = (): RateCounter => ({
      consume: () => Promise.reject(down),
      get: () => Promise.reject(down),
    });
    const ask = contractWith({
      onError: (error) => void told.push(error),
      rates: { other: { requests: 1, seconds: 10 }, failedSignIns: { requests: 1, seconds: 10 }, counter },
    });
    expect((await ask('/v1/credits')).status).toBe(200);
    expect(told).toEqual([down, down]);
  });

  it.each([
    { verify: { requests: 0, seconds: 1 } },
    { verify: { requests: 1, seconds: 100_000 } },
    { uploads: { requests: 1, seconds: 1 } },
    { counter: 'redis' },
  ])('are refused with a TypeError: %o', (rates) => {
    // The types forbid it, which hosts in JavaScript do not notice.
    expect(() => contractWith({ rates: rates as never })).toThrow(TypeError);
  });
});

describe('failed sign-ins', () => {
  const rates = { failedSignIns: { requests: 2, seconds: 60 } };
  const guess = { headers: { authorization: 'Bearer guess' } };

  it('of an address are refused beyond their rate, before the authenticator is asked', async () => {
    const authenticate = vi.fn(tokens.authenticate);
    const ask = contractWith({ rates, authenticator: { authenticate } });
    expect([(await ask('/v1/credits', guess)).status, (await ask('/v1/credits', guess)).status]).toEqual([
      401, 401,
    ]);
    const refused = await ask('/v1/credits');
    expect([refused.status, refused.told[2]]).toEqual([429, '60']);
    expect(authenticate).toHaveBeenCalledTimes(2);
    expect((await ask('/v1/credits', { from: '203.0.113.8' })).status).toBe(200);
    vi.advanceTimersByTime(60_000);
    expect((await ask('/v1/credits')).status).toBe(200);
  });

  it('are not counted for requests without a token or with a good one', async () => {
    const ask = contractWith({ rates });
    for (let count = 0; count < 3; count += 1) {
      expect((await ask('/v1/credits', { headers: {} })).status).toBe(401);
      expect((await ask('/v1/credits')).status).toBe(200);
    }
  });

  it.each([undefined, null])('are counted together if the address is not known by %s', async (unknown) => {
    const ask = contractWith({ rates, address: () => unknown as undefined });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await ask('/v1/credits', guess)).status);
    expect(statuses).toEqual([401, 401, 429]);
  });
});

describe('registrations', () => {
  it('are limited for each address', async () => {
    const accounts = {
      register: vi.fn(
        async () =>
          ({ accountId: 'a1', token: 't1', email: 'ann@shop.example', credits: 0, createdAt: 0 }) as never,
      ),
    };
    const ask = contractWith({ accounts, rates: { registrations: { requests: 1, seconds: 60 } } });
    const register = (from: string) =>
      ask('/v1/accounts', {
        method: 'POST',
        from,
        headers: { 'content-type': 'application/json' },
        body: '{"email":"ann@shop.example"}',
      });
    await register('2001:db8:1:2::9');
    const again = await register('2001:db8:1:2:3:4:5:6');
    expect([again.status, again.told[0]]).toEqual([429, '"registrations";q=1;w=60']);
    await register('203.0.113.9');
    expect(accounts.register).toHaveBeenCalledTimes(2);
  });
});
