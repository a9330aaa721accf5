import type { E164 } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { infobipChecker } from '../infobip/index.js';
import { telegramGatewayChecker } from '../telegram-gateway/index.js';
import { twilioLookupChecker } from '../twilio/index.js';
import type { Fetch } from './upstream.js';
import { ask, type UpstreamChecker } from './upstream-subjects.fixture.js';

const NUMBER = '+41793026727' as E164;
const BASIC = `Basic ${Buffer.from('AC00:a-token').toString('base64')}`;

interface ClientRequest {
  readonly method: string;
  readonly url: string;
  /** Those that the client sets for the API; not those of its HTTP library, such as `user-agent`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * Requests about one number as the public clients make them, read from their sources. `undefined` members, which JSON leaves out, and
 * nulls, which mean the same, are not there.
 */
const CLIENT_REQUESTS: readonly (readonly [
  client: string,
  create: (fetch: Fetch) => UpstreamChecker,
  request: ClientRequest,
])[] = [
  [
    // src/rest/lookups/v2/phoneNumber.ts (fetch), src/base/RequestClient.ts (request)
    'twilio/twilio-node, client.lookups.v2.phoneNumbers(number).fetch({fields: "line_status"})',
    (fetch) => twilioLookupChecker({ fetch, accountSid: 'AC00', authToken: 'a-token' }),
    {
      method: 'GET',
      url: `https://lookups.twilio.com/v2/PhoneNumbers/${NUMBER}?Fields=line_status`,
      headers: { accept: 'application/json', authorization: BASIC },
      body: undefined,
    },
  ],
  [
    // The npm package infobip 0.1.0 (phone_number_lookup_sync, constructHeaders) with a key; @infobip-api/sdk has no number lookup.
    'infobip, api.phone_number_lookup_sync({to: ["41793026727"]})',
    (fetch) => infobipChecker({ fetch, baseUrl: 'https://api.infobip.com', apiKey: 'a-key' }),
    {
      method: 'POST',
      url: 'https://api.infobip.com/number/1/query',
      headers: { accept: 'application/json', authorization: 'App a-key', 'content-type': 'application/json' },
      body: { to: ['41793026727'] },
    },
  ],
  [
    // dist/index.js (apiRequest, checkSendAbility); it puts two slashes before the method.
    'telegram-gateway-api-client, gateway.checkSendAbility(number)',
    (fetch) =>
      telegramGatewayChecker({ fetch, accessToken: 'a-token', ownersOfAllNumbersHaveConsented: true }),
    {
      method: 'POST',
      url: 'https://gatewayapi.telegram.org/checkSendAbility',
      headers: { authorization: 'Bearer a-token', 'content-type': 'application/json' },
      body: { phone_number: NUMBER },
    },
  ],
];

describe('a checker sends what a public client sends', () => {
  it.each(CLIENT_REQUESTS)('%s', async (_client, create, request) => {
    const sent: ClientRequest[] = [];
    const checker = create(async (url, { body, headers, method = '' }) => {
      const isJson = typeof body === 'string';
      sent.push({
        method,
        url,
        headers: Object.fromEntries(new Headers(headers)),
        body: isJson ? JSON.parse(body) : body,
      });
      return new Response(null, { status: 500 });
    });
    await expect(ask(checker, [NUMBER])).rejects.toThrow('HTTP 500');
    expect(sent).toEqual([{ ...request, headers: expect.objectContaining(request.headers) }]);
  });
});
