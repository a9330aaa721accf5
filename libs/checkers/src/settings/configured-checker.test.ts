import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configuredChecker } from './configured-checker.js';
import { dead, file, INFOBIP, live, statusBy, TWILIO, vendor } from './vendor.fixture.js';

describe('a checker of settings', () => {
  it('is the sandbox where that is named', async () => {
    const { checker, costReports, maxCallsPerSecond, names } = configuredChecker({
      names: 'sandbox',
      settings: {},
    });
    expect(await statusBy(checker)).toMatch(/^[a-z_]+$/);
    expect([names, maxCallsPerSecond, costReports()]).toEqual([
      ['sandbox'],
      Number.POSITIVE_INFINITY,
      undefined,
    ]);
  });

  it('asks the vendor that is named, with its credentials', async () => {
    const { fetch, requests } = vendor([200, live]);
    const { checker } = configuredChecker({ names: 'twilio', settings: TWILIO, fetch });
    expect(await statusBy(checker)).toBe('unknown');
    expect(requests).toEqual([
      { url: expect.stringContaining('twilio.com'), authorization: `Basic ${btoa('AC1:secret-1')}` },
    ]);
  });

  it('reads a secret from its file again for each call', async () => {
    const path = file('first\n');
    const { fetch, requests } = vendor([200, dead('41791234567')]);
    const settings = { ...INFOBIP, DIALPROOF_INFOBIP_API_KEY: '', DIALPROOF_INFOBIP_API_KEY_FILE: path };
    const { checker } = configuredChecker({ names: 'infobip', settings, fetch });
    expect(await statusBy(checker)).toBe('dead');
    writeFileSync(path, 'second');
    await statusBy(checker);
    expect(requests.map(({ authorization }) => authorization)).toEqual(['App first', 'App second']);
  });

  it('asks an API that a file describes', async () => {
    const description = {
      name: 'our-lines',
      request: { url: 'https://lines.example.com/check?n={digits}', headers: { 'x-key': '{secret.key}' } },
      answer: { status: [{ path: 'state', values: { gone: 'dead' } }] },
    };
    const settings = {
      DIALPROOF_HTTP_CHECKER: file(JSON.stringify(description)),
      DIALPROOF_HTTP_CHECKER_SECRET: 'secret-4',
    };
    const { fetch, requests } = vendor([200, { state: 'gone' }]);
    const { checker } = configuredChecker({ names: 'http', settings, fetch });
    expect(await statusBy(checker)).toBe('dead');
    expect(requests[0]?.url).toBe('https://lines.example.com/check?n=41791234567');
  });

  it.each([
    ['sandbox', {}, 0],
    ['twilio', {}, undefined],
    ['twilio', { DIALPROOF_TWILIO_PRICE: '0.007' }, 0.014],
    ['twilio', { DIALPROOF_TWILIO_PRICE: '0' }, 0],
    ['twilio', { DIALPROOF_TWILIO_PRICE: 'dead=0.004,unknown=0.01,call=0.001' }, 0.022],
    ['twilio,infobip', { DIALPROOF_TWILIO_PRICE: '0.007' }, undefined],
    ['twilio,infobip', { DIALPROOF_TWILIO_PRICE: '0.007', DIALPROOF_PRICE_PER_NUMBER: '0.1' }, 0.214],
  ])('knows the most that two numbers cost by %s with the prices %j', (names, prices, most) => {
    const settings = { ...TWILIO, ...INFOBIP, ...prices };
    expect(configuredChecker({ names, settings }).highestCost(2)).toBe(most);
  });

  it('reports links that fail', async () => {
    const told: unknown[] = [];
    const { fetch } = vendor([500, {}], [200, dead('41791234567')]);
    const { checker } = configuredChecker({
      names: 'twilio,infobip',
      settings: { ...TWILIO, ...INFOBIP },
      fetch,
      onLinkFailure: ({ name }) => told.push(name),
    });
    expect(await statusBy(checker)).toBe('dead');
    expect(told).toEqual(['twilio']);
  });
});
