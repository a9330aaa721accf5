import { describe, expect, it } from 'vitest';
import {
  configured,
  HLR_LOOKUPS,
  INFOBIP,
  live,
  TRESTLE,
  TWILIO,
  UPSTREAM,
  vendor,
} from './vendor.fixture.js';

describe('trying a checker out', () => {
  it('finds credentials that are refused, without asking anything that costs', async () => {
    const { fetch, requests } = vendor([401, { code: 20003, message: 'Authenticate', status: 401 }]);
    const { tryOut } = configured([TWILIO], { fetch });
    await expect(tryOut()).rejects.toMatchObject({
      name: 'CheckerSettingsError',
      problems: [{ code: 'refused_by_upstream' }],
      message: expect.stringMatching(/^The checker twilio: checker_unauthorized/),
    });
    expect(requests[0]?.url).not.toContain('Fields=');
  });

  it.each([
    ['an upstream that is away', [503, {}]],
    ['an upstream that answers', [200, { ...live, phone_number: '+11111111111', valid: false }]],
  ] as const)('lets %s pass', async (_, reply) => {
    const { tryOut } = configured([TWILIO], { fetch: vendor(reply).fetch });
    await expect(tryOut()).resolves.toBeUndefined();
  });

  it.each([
    ['infobip', INFOBIP, 'https://x.api.infobip.com/account/1/balance'],
    ['hlr-lookups', HLR_LOOKUPS, 'https://www.hlr-lookups.com/api/v2/auth-test'],
    ['dialproof', UPSTREAM, 'https://numbers.example.com/v1/credits'],
  ])('asks about the account alone: %s', async (_, entry, url) => {
    const { fetch, requests } = vendor([401, {}]);
    const { tryOut } = configured([entry], { fetch });
    await expect(tryOut()).rejects.toThrow(/checker_unauthorized/);
    expect(requests.map((request) => request.url)).toEqual([url]);
    const { fetch: known } = vendor([200, {}]);
    await expect(configured([entry], { fetch: known }).tryOut()).resolves.toBeUndefined();
  });

  it('asks nothing where nothing is free', async () => {
    const { fetch, requests } = vendor([401, {}]);
    await configured([TRESTLE], { fetch }).tryOut();
    expect(requests).toEqual([]);
  });
});
