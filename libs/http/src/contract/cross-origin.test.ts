import { afterEach, describe, expect, it } from 'vitest';
import { bearer } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';
import type { HttpContractOptions } from './contract-options.js';

const ORIGIN = 'https://app.example.com';

let served: ServedContract | undefined;
afterEach(() => served?.close());

async function ask(
  method: string,
  headers: Readonly<Record<string, string>>,
  options: Partial<HttpContractOptions> = { cors: { origins: [ORIGIN] } },
) {
  served = await serveContract({ balance: async () => ({ available: 7, held: 0 }) }, options);
  const reply = await fetch(`${served.baseUrl}/v1/credits`, { method, headers });
  await reply.text();
  return { status: reply.status, headers: Object.fromEntries(reply.headers) };
}

const PREFLIGHT = { origin: ORIGIN, 'access-control-request-method': 'GET' };

describe('a preflight', () => {
  it('of an origin that may call is answered without a token', async () => {
    expect(await ask('OPTIONS', PREFLIGHT)).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': expect.stringMatching(
          /^authorization, content-type, idempotency-key/,
        ),
        'access-control-max-age': '7200',
        vary: 'origin',
      },
    });
  });

  it.each([
    ['of another origin', { ...PREFLIGHT, origin: 'https://evil.example' }, { cors: { origins: [ORIGIN] } }],
    ['of a server that names no origins', PREFLIGHT, {}],
    ['that is none', { origin: ORIGIN }, { cors: { origins: [ORIGIN] } }],
  ])('%s needs a token as usual', async (_which, headers, options) => {
    const reply = await ask('OPTIONS', headers, options);
    expect(reply.status).toBe(401);
    expect(reply.headers).not.toHaveProperty('access-control-allow-methods');
  });
});

describe('a reply', () => {
  it.each([
    ['of success', bearer, 200],
    ['of refusal', {}, 401],
  ])('%s may be read by pages of an origin that may call', async (_which, token, status) => {
    const reply = await ask(
      'GET',
      { ...token, origin: ORIGIN },
      {
        cors: { origins: [ORIGIN], exposedHeaders: ['X-Request-Id'] },
        headers: { 'X-Served-By': 'us' },
      },
    );
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject({ 'access-control-allow-origin': ORIGIN, vary: 'origin' });
    expect(reply.headers['access-control-expose-headers']?.split(', ')).toEqual(
      expect.arrayContaining([
        'idempotency-replayed',
        'ratelimit',
        'retry-after',
        'x-request-id',
        'x-served-by',
      ]),
    );
  });

  it('to another origin has only headers for caches', async () => {
    const { headers } = await ask('GET', { ...bearer, origin: 'https://evil.example' });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).toMatchObject({ vary: 'origin' });
  });

  it('may be read by every page if every origin may call', async () => {
    const { headers } = await ask('GET', { ...bearer, origin: ORIGIN }, { cors: { origins: ['*'] } });
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(headers).not.toHaveProperty('vary');
  });
});

describe('the option cors', () => {
  it.each(['app.example.com', 'https://app.example.com/', 'https://app.example.com/path', ''])(
    'refuses %j, which is no origin',
    async (origin) => {
      await expect(serveContract({}, { cors: { origins: [origin] } })).rejects.toThrow(TypeError);
    },
  );
});
