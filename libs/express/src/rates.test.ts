import { describe, expect, it } from 'vitest';
import { EXPRESS_MAJORS } from './express-server.fixture.js';
import { options, serve } from './fake-host.fixture.js';
import { verificationRouter } from './verification-router.js';

describe.each(EXPRESS_MAJORS)('the rates of verificationRouter on Express $major', ({ express }) => {
  const rates = { failedSignIns: { requests: 1, seconds: 60 } };

  /** The statuses of guesses that, by a proxy's header, come from these addresses. */
  async function guesses(trustsProxy: boolean, addresses: readonly string[]): Promise<number[]> {
    const app = express().set('trust proxy', trustsProxy);
    const baseUrl = await serve(app.use(verificationRouter({ ...options, rates })));
    const statuses: number[] = [];
    for (const address of addresses) {
      const headers = { authorization: 'Bearer guess', 'x-forwarded-for': address };
      statuses.push((await fetch(`${baseUrl}/v1/credits`, { headers })).status);
    }
    return statuses;
  }

  it('count by the address that Express trusts', async () => {
    expect(await guesses(true, ['203.0.113.7', '203.0.113.8', '203.0.113.7'])).toEqual([401, 401, 429]);
  });

  it('count by the address of the socket if no proxy is trusted', async () => {
    expect(await guesses(false, ['203.0.113.7', '203.0.113.8'])).toEqual([401, 429]);
  });
});
