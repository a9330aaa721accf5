import { describe, expect, it } from 'vitest';
import { start } from './fastify-server.fixture.js';
import { verificationPlugin } from './verification-plugin.js';

describe('the rates of verificationPlugin', () => {
  const rates = { failedSignIns: { requests: 1, seconds: 60 } };

  /** The statuses of guesses that, by a proxy's header, come from these addresses. */
  async function guesses(trustProxy: boolean, addresses: readonly string[]): Promise<number[]> {
    const { baseUrl } = await start(
      (app, { service, authenticator }) => {
        app.register(verificationPlugin, { service, authenticator, rates });
      },
      { server: { trustProxy } },
    );
    const statuses: number[] = [];
    for (const address of addresses) {
      const headers = { authorization: 'Bearer guess', 'x-forwarded-for': address };
      statuses.push((await fetch(`${baseUrl}/v1/credits`, { headers })).status);
    }
    return statuses;
  }

  it('count by the address that Fastify trusts', async () => {
    expect(await guesses(true, ['203.0.113.7', '203.0.113.8', '203.0.113.7'])).toEqual([401, 401, 429]);
  });

  it('count by the address of the socket if no proxy is trusted', async () => {
    expect(await guesses(false, ['203.0.113.7', '203.0.113.8'])).toEqual([401, 429]);
  });
});
