import { ManualClock } from '@dialproof/core';
import { expect, it } from 'vitest';
import { trialServer } from '../trial-server.fixture.js';
import { SignInCode } from './sign-in-code.js';

it('gives the token once, within an hour, for its code alone', () => {
  const clock = new ManualClock();
  const codes = new SignInCode(clock);
  const code = codes.offer('a-token');
  expect(code).toMatch(/^[\w-]{22}$/);
  expect([codes.take('another'), codes.take(undefined), codes.take(''), codes.take(null)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect([codes.take(code), codes.take(code)]).toEqual(['a-token', undefined]);
  const late = codes.offer('a-token');
  clock.advance(3_600_001);
  expect(codes.take(late)).toBeUndefined();
});

it('is exchanged over HTTP, by the first start', async () => {
  const server = await trialServer();
  const exchange = (body: string) =>
    fetch(`${server.origin}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  for (const body of [
    '{"code":"none"}',
    '{}',
    'null',
    'no json',
    JSON.stringify({ code: 'x'.repeat(1_000) }),
  ]) {
    const refused = await exchange(body);
    expect([refused.status, await refused.json()]).toEqual([401, { detail: 'not_authenticated' }]);
  }
  const reply = await exchange(JSON.stringify({ code: server.signInCode }));
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await reply.json()).toEqual({ token: server.token });
  expect((await exchange(JSON.stringify({ code: server.signInCode }))).status).toBe(401);
});
