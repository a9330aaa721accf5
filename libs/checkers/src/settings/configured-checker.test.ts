import { writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkersOf } from './checkers.js';
import {
  configured,
  dead,
  described,
  file,
  HLR_LOOKUPS,
  INFOBIP,
  live,
  SANDBOX,
  statusBy,
  TRESTLE,
  TWILIO,
  UPSTREAM,
  vendor,
} from './vendor.fixture.js';

describe('a checker of settings', () => {
  it('is the sandbox where that is named', async () => {
    const { checker, costReports, maxCallsPerSecond, names } = configured([SANDBOX]);
    expect(await statusBy(checker)).toMatch(/^[a-z_]+$/);
    expect([names, maxCallsPerSecond, costReports()]).toEqual([
      ['sandbox'],
      Number.POSITIVE_INFINITY,
      undefined,
    ]);
  });

  it('asks the vendor that is named, with its credentials', async () => {
    const { fetch, requests } = vendor([200, live]);
    const { checker } = configured([TWILIO], { fetch });
    expect(await statusBy(checker)).toBe('unknown');
    expect(requests).toEqual([
      { url: expect.stringContaining('twilio.com'), authorization: `Basic ${btoa('AC1:secret-1')}` },
    ]);
  });

  it('reads a secret from its file again for each call', async () => {
    const path = file('first\n');
    const { fetch, requests } = vendor([200, dead('41791234567')]);
    const { checker } = configured([{ ...INFOBIP, apiKey: { file: path } }], { fetch });
    expect(await statusBy(checker)).toBe('dead');
    writeFileSync(path, 'second');
    await statusBy(checker);
    expect(requests.map(({ authorization }) => authorization)).toEqual(['App first', 'App second']);
  });

  it.each(['in place', 'in its file'])('asks an API that is described %s', async (where) => {
    const entry = described({ 'x-key': '{secret.key}' });
    const description = where === 'in place' ? entry.description : file(JSON.stringify(entry.description));
    const { fetch, requests } = vendor([200, { state: 'gone' }]);
    const { checker } = configured([{ ...entry, description, secrets: { key: { env: 'LINES_KEY' } } }], {
      fetch,
    });
    expect(await statusBy(checker)).toBe('dead');
    expect(requests[0]?.url).toBe('https://lines.example.com/41791234567');
  });

  it('seeks files beside its own', () => {
    const path = file('a-key-of-ours');
    const json = { checkers: [{ ...INFOBIP, apiKey: { file: basename(path) } }] };
    expect(checkersOf(json, { folder: dirname(path) }).entries).toHaveLength(1);
    expect(() => checkersOf(json)).toThrow(/apiKey names a file that cannot be read: ENOENT/);
  });

  it.each([
    ['the sandbox', [SANDBOX], 0],
    ['one without a price', [TWILIO], undefined],
    ['one', [{ ...TWILIO, price: 0.007 }], 0.014],
    ['one that is free', [{ ...TWILIO, price: 0 }], 0],
    [
      'one by outcome',
      [{ ...TWILIO, price: { perCall: 0.001, perNumber: { dead: 0.004, unknown: 0.01 } } }],
      0.022,
    ],
    ['two with one price', [{ ...TWILIO, price: 0.007 }, INFOBIP], undefined],
    [
      'two',
      [
        { ...TWILIO, price: 0.007 },
        { ...INFOBIP, price: 0.1 },
      ],
      0.214,
    ],
  ])('knows the most that two numbers cost by %s', (_, entries, most) => {
    expect(configured(entries).highestCost(2)).toBe(most);
  });

  it('reports links that fail', async () => {
    const told: unknown[] = [];
    const { fetch } = vendor([500, {}], [200, dead('41791234567')]);
    const { checker } = configured([TWILIO, INFOBIP], {
      fetch,
      onLinkFailure: ({ name }) => told.push(name),
    });
    expect(await statusBy(checker)).toBe('dead');
    expect(told).toEqual(['twilio']);
  });
});

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
