import { writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkersOf } from './checkers.js';
import {
  configured,
  dead,
  described,
  file,
  INFOBIP,
  live,
  SANDBOX,
  statusBy,
  TWILIO,
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
