import type { E164 } from '@dialproof/core';
import { startFakeUpstream } from '@dialproof/testkit/upstreams';
import { describe, expect, it } from 'vitest';
import { hlrLookupsChecker } from '../hlr-lookups/index.js';
import { infobipChecker } from '../infobip/index.js';
import { telegramGatewayChecker } from '../telegram-gateway/index.js';
import { twilioLookupChecker } from '../twilio/index.js';
import { ask, type UpstreamChecker } from './upstream-subjects.fixture.js';

type Create = (baseUrl: string) => UpstreamChecker;

const twilio: Create = (baseUrl) =>
  twilioLookupChecker({ baseUrl, accountSid: 'AC00', authToken: 'a-token' });
const infobip: Create = (baseUrl) => infobipChecker({ baseUrl, apiKey: 'a-key' });
const hlrLookups: Create = (baseUrl) =>
  hlrLookupsChecker({ baseUrl, apiKey: 'a-key', apiSecret: 'a-secret' });
const telegram: Create = (baseUrl) =>
  telegramGatewayChecker({ baseUrl, accessToken: 'a-token', ownersOfAllNumbersHaveConsented: true });

/** Of an Infobip answer, what its documentation shows beside status and error. */
const INFOBIP_LINE = {
  to: '41793026727',
  mccMnc: '22801',
  originalNetwork: { networkPrefix: '79', countryPrefix: '41' },
  ported: false,
  roaming: false,
};

/** Answers that the vendors' public documentation shows, with where they are from. */
const DOCUMENTED: readonly (readonly [
  where: string,
  create: Create,
  number: string,
  body: object,
  answer: object,
])[] = [
  [
    'Twilio, OpenAPI description of Lookup v2, a number that is too long',
    twilio,
    '+141599299600',
    {
      calling_country_code: null,
      country_code: null,
      phone_number: '+141599299600',
      national_format: null,
      valid: false,
      validation_errors: ['TOO_LONG'],
      caller_name: null,
      line_status: null,
      line_type_intelligence: null,
      url: 'https://lookups.twilio.com/v2/PhoneNumbers/+141599299600',
    },
    { status: 'dead', reason: 'line_dead: TOO_LONG' },
  ],
  [
    'Infobip, number lookup over API, a delivered one',
    infobip,
    '+41793026727',
    {
      results: [
        {
          ...INFOBIP_LINE,
          imsi: '228012120181810',
          status: {
            groupId: 3,
            groupName: 'DELIVERED',
            id: 5,
            name: 'DELIVERED_TO_HANDSET',
            description: 'Message delivered to handset',
          },
          error: {
            groupId: 0,
            groupName: 'OK',
            id: 0,
            name: 'NO_ERROR',
            description: 'No Error',
            permanent: false,
          },
        },
      ],
    },
    { status: 'unknown', reason: 'line_live: DELIVERED_TO_HANDSET' },
  ],
  [
    'Infobip, synchronous request, an absent one',
    infobip,
    '+41793026727',
    {
      results: [
        {
          ...INFOBIP_LINE,
          status: {
            groupId: 2,
            groupName: 'UNDELIVERABLE',
            id: 9,
            name: 'UNDELIVERABLE_NOT_DELIVERED',
            description: 'Message sent not delivered',
          },
          error: {
            groupId: 1,
            groupName: 'HANDSET_ERRORS',
            id: 27,
            name: 'EC_ABSENT_SUBSCRIBER',
            description: 'Absent Subscriber',
            permanent: false,
          },
        },
      ],
    },
    { status: 'inactive', reason: 'line_absent: EC_ABSENT_SUBSCRIBER' },
  ],
  [
    'hlr-lookups.com, API documentation, a connected one',
    hlrLookups,
    '+14156226819',
    {
      id: 'f94ef092cb53',
      msisdn: '+14156226819',
      connectivity_status: 'CONNECTED',
      mccmnc: '310260',
      original_network_name: 'Verizon Wireless',
      is_ported: true,
      ported_network_name: 'T-Mobile US',
      cost: '0.0100',
      timestamp: '2020-08-07 19:16:17.676+0300',
      processing_status: 'COMPLETED',
      error_code: null,
      data_source: 'LIVE_HLR',
    },
    { status: 'unknown', reason: 'line_live: CONNECTED' },
  ],
  [
    'Telegram Gateway, a number that can be reached',
    telegram,
    '+41791234567',
    {
      ok: true,
      result: { request_id: '5', phone_number: '41791234567', request_cost: 0.01, remaining_balance: 12.3 },
    },
    { status: 'telegram_registered' },
  ],
];

describe('a documented answer', () => {
  it.each(DOCUMENTED)('is read: %s', async (_where, create, number, body, answer) => {
    const upstream = await startFakeUpstream(() => ({ status: 200, body }));
    // Numbers that are spelt out in E.164 need no reader.
    expect(await ask(create(upstream.baseUrl), [number as E164])).toEqual([expect.objectContaining(answer)]);
    await upstream.close();
  });
});
