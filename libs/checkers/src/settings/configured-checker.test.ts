import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CheckContext,
  type E164,
  isBulkNumberChecker,
  MemoryAnswerCache,
  MemorySpendingCounts,
  statusOfAnswer,
} from '@dialproof/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AnyChecker } from '../calls/same-kind.js';
import { type ConfiguredCheckerOptions, configuredChecker } from './configured-checker.js';
import { triedChecker } from './tried-checker.js';

const NUMBER = '+41791234567' as E164;
const TWILIO = { DIALPROOF_TWILIO_ACCOUNT_SID: 'AC1', DIALPROOF_TWILIO_AUTH_TOKEN: 'secret-1' };
const UPSTREAM = {
  DIALPROOF_UPSTREAM_URL: 'https://numbers.example.com',
  DIALPROOF_UPSTREAM_TOKEN: 'secret-6',
};
const HLR_LOOKUPS = {
  DIALPROOF_HLR_LOOKUPS_API_KEY: 'a-key',
  DIALPROOF_HLR_LOOKUPS_API_SECRET: 'secret-5',
};
const CAMARA = { DIALPROOF_CAMARA_URL: 'https://camara.example.com', DIALPROOF_CAMARA_TOKEN: 'secret-3' };
const TELEGRAM = {
  DIALPROOF_TELEGRAM_GATEWAY_TOKEN: 'secret-8',
  DIALPROOF_TELEGRAM_GATEWAY_CONSENT: 'owners-of-all-numbers-have-consented',
};
const INFOBIP = { DIALPROOF_INFOBIP_URL: 'https://x.api.infobip.com', DIALPROOF_INFOBIP_API_KEY: 'secret-2' };

function context(): CheckContext {
  return { signal: new AbortController().signal };
}

async function statusBy(checker: AnyChecker): Promise<string> {
  if (!isBulkNumberChecker(checker)) return statusOfAnswer(await checker.check(NUMBER, context()));
  const [answer] = await checker.checkMany([NUMBER], context());
  return answer === undefined || answer === 'check_failed' ? 'check_failed' : statusOfAnswer(answer);
}

function file(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dialproof-settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'secret');
  writeFileSync(path, text);
  return path;
}

/** What a vendor answers to each request, in order; the last answer again for all others. */
function vendor(...replies: (readonly [status: number, body: unknown])[]) {
  const requests: { readonly url: string; readonly authorization: string | null }[] = [];
  const fetch: NonNullable<ConfiguredCheckerOptions['fetch']> = async (url, { headers }) => {
    requests.push({ url, authorization: new Headers(headers).get('authorization') });
    const [status, body] = replies[Math.min(requests.length, replies.length) - 1] ?? [500, {}];
    return Response.json(body, { status });
  };
  return { fetch, requests };
}

const live = {
  phone_number: NUMBER,
  valid: true,
  validation_errors: null,
  line_status: { status: 'active', error_code: null },
};
const dead = (to: string) => ({
  results: [
    {
      to,
      status: { groupId: 2, groupName: 'UNDELIVERABLE', id: 1, name: 'UNDELIVERABLE' },
      error: { id: 1, name: 'EC_UNKNOWN_SUBSCRIBER', permanent: true },
    },
  ],
});

/** What the caches are called that these settings ask for. */
function cacheNames(names: string, settings: Readonly<Record<string, string>>): readonly string[] {
  const asked: string[] = [];
  configuredChecker({
    names,
    settings: { ...settings, DIALPROOF_CACHE_HOURS: '1' },
    answerCache: (name) => {
      asked.push(name);
      return new MemoryAnswerCache();
    },
  });
  return asked;
}

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

  it('makes a chain of several, and counts what each costs', async () => {
    const { fetch, requests } = vendor([200, live], [200, dead('41791234567')]);
    const { checker, costReports, names } = configuredChecker({
      names: 'twilio, infobip',
      settings: { ...TWILIO, ...INFOBIP, DIALPROOF_PRICE_PER_NUMBER: '0.005' },
      fetch,
    });
    await statusBy(checker);
    expect(names).toEqual(['twilio', 'infobip']);
    expect(requests).toHaveLength(2);
    expect(costReports()).toMatchObject([
      { name: 'twilio', report: { calls: 1, numbers: 1, cost: 0.005 } },
      { name: 'infobip', report: { calls: 1, numbers: 1, cost: 0.005 } },
    ]);
  });

  it('counts each link of a chain by its own price, and what the vendor charges for', async () => {
    const { fetch, requests } = vendor(
      [200, { ok: false, error: 'PHONE_NUMBER_NOT_AVAILABLE' }],
      [200, live],
      [200, { ok: true, result: { phone_number: '41791234567' } }],
    );
    const { checker, costReports } = configuredChecker({
      names: 'telegram-gateway,twilio',
      settings: {
        ...TWILIO,
        ...TELEGRAM,
        DIALPROOF_TELEGRAM_GATEWAY_PRICE: '0.01',
        DIALPROOF_TWILIO_PRICE: '0.007',
      },
      fetch,
    });
    expect([await statusBy(checker), await statusBy(checker)]).toEqual(['inactive', 'telegram_registered']);
    expect(requests).toHaveLength(3);
    expect(costReports()).toMatchObject([
      { name: 'telegram-gateway', report: { calls: 2, numbers: 2, cost: 0.01 } },
      { name: 'twilio', report: { calls: 1, numbers: 1, cost: 0.007 } },
    ]);
  });

  it('counts by outcome what the settings price so, and the others by the general price', async () => {
    const { fetch } = vendor([200, live], [200, dead('41791234567')]);
    const { checker, costReports } = configuredChecker({
      names: 'twilio,infobip',
      settings: {
        ...TWILIO,
        ...INFOBIP,
        DIALPROOF_TWILIO_PRICE: 'dead=0.004, line_live=0.007, call=0.1',
        DIALPROOF_PRICE_PER_NUMBER: '0.02',
      },
      fetch,
    });
    await statusBy(checker);
    expect(costReports()).toMatchObject([
      { name: 'twilio', report: { cost: 0.107, byAnswer: { unknown: { numbers: 1, cost: 0.007 } } } },
      { name: 'infobip', report: { cost: 0.02 } },
    ]);
  });

  it('counts no upstream that is free by its own price', async () => {
    const { fetch } = vendor([200, live], [200, dead('41791234567')]);
    const settings = {
      ...TWILIO,
      ...INFOBIP,
      DIALPROOF_TWILIO_PRICE: '0',
      DIALPROOF_INFOBIP_PRICE: '0.00002',
    };
    const limit = { DIALPROOF_SPENDING_LIMIT: '0.02' };
    const priced = configuredChecker({ names: 'twilio,infobip', settings: { ...settings, ...limit }, fetch });
    await statusBy(priced.checker);
    expect(priced.costReports()).toMatchObject([{ name: 'infobip', report: { cost: 0.000_02 } }]);
  });

  it('reaches the limit by the dear link alone, and never passes it', async () => {
    const { fetch, requests } = vendor(
      [200, { ok: true, result: { phone_number: '41791234567' } }],
      [200, { ok: false, error: 'PHONE_NUMBER_NOT_AVAILABLE' }],
      [200, live],
      [200, { ok: false, error: 'PHONE_NUMBER_NOT_AVAILABLE' }],
    );
    const { checker, costReports } = configuredChecker({
      names: 'telegram-gateway,twilio',
      settings: {
        ...TWILIO,
        ...TELEGRAM,
        DIALPROOF_TELEGRAM_GATEWAY_PRICE: '0.01',
        DIALPROOF_TWILIO_PRICE: '0.05',
        DIALPROOF_SPENDING_LIMIT: '0.1',
      },
      fetch,
    });
    expect([await statusBy(checker), await statusBy(checker)]).toEqual(['telegram_registered', 'inactive']);
    // 0.04 is left: enough to ask the Gateway, and not for Twilio. The task waits, and no number is `unknown`.
    await expect(statusBy(checker)).rejects.toMatchObject({ code: 'checker_out_of_funds' });
    expect(requests).toHaveLength(4);
    expect(costReports()).toMatchObject([{ report: { cost: 0.01 } }, { report: { cost: 0.05 } }]);
  });

  it('spends no more a day than is set, over all of its links', async () => {
    const { fetch, requests } = vendor([200, live], [200, { reachable: true }]);
    const { checker } = configuredChecker({
      names: 'twilio,camara',
      settings: {
        ...TWILIO,
        DIALPROOF_CAMARA_URL: 'https://camara.example.com',
        DIALPROOF_CAMARA_TOKEN: 'secret-3',
        DIALPROOF_PRICE_PER_NUMBER: '0.01',
        DIALPROOF_SPENDING_LIMIT: '0.02',
      },
      fetch,
    });
    await statusBy(checker);
    await expect(statusBy(checker)).rejects.toMatchObject({
      code: 'checker_out_of_funds',
      hint: expect.stringContaining('raise DIALPROOF_SPENDING_LIMIT,'),
    });
    expect(requests).toHaveLength(2);
  });

  it('needs a limit that pays for one full call', () => {
    const settings = { ...INFOBIP, DIALPROOF_PRICE_PER_NUMBER: '0.01', DIALPROOF_SPENDING_LIMIT: '9' };
    expect(() => configuredChecker({ names: 'infobip', settings })).toThrow(
      /^DIALPROOF_SPENDING_LIMIT is 9, which does not pay for one full call\.$/,
    );
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

  it('tells of links that fail', async () => {
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

  it('has the rate that is set', () => {
    const settings = { DIALPROOF_CALLS_PER_SECOND: '2.5' };
    expect(configuredChecker({ names: 'sandbox', settings })).toMatchObject({
      maxCallsPerSecond: 2.5,
      checkConcurrency: Number.POSITIVE_INFINITY,
    });
  });

  it('keeps each upstream of a chain to the rate, and bounds the calls at once', async () => {
    const { fetch, requests } = vendor([200, live], [200, dead('41791234567')]);
    const settings = { ...TWILIO, ...INFOBIP, DIALPROOF_CALLS_PER_SECOND: '0.1' };
    const configured = configuredChecker({ names: 'twilio,infobip', settings, fetch });
    expect(configured).toMatchObject({ maxCallsPerSecond: 0.1, checkConcurrency: 1 });
    await statusBy(configured.checker);
    expect(requests).toHaveLength(2);
    // Ten seconds are longer than a check may wait for.
    await expect(statusBy(configured.checker)).rejects.toMatchObject({ code: 'checker_unavailable' });
    expect(requests).toHaveLength(2);
  });

  it('uses answers again for as long as is set, those of each upstream apart', async () => {
    const caches = new Map<string, MemoryAnswerCache>();
    const host = {
      settings: { ...TWILIO, ...INFOBIP, DIALPROOF_CACHE_HOURS: '24', DIALPROOF_CALLS_PER_SECOND: '10' },
      answerCache: (name: string) => {
        const cache = caches.get(name) ?? new MemoryAnswerCache();
        caches.set(name, cache);
        return cache;
      },
    };
    const { fetch, requests } = vendor([200, live], [200, dead('41791234567')]);
    const configured = configuredChecker({ ...host, names: 'twilio,infobip', fetch });
    // What is known needs no turn.
    expect(configured).toMatchObject({ maxCallsPerSecond: Number.POSITIVE_INFINITY, checkConcurrency: 40 });
    for (let check = 0; check < 3; check += 1) expect(await statusBy(configured.checker)).toBe('dead');
    expect(requests).toHaveLength(2);
    expect([...caches.keys()]).toEqual([
      expect.stringMatching(/^twilio-[0-9a-f]{16}$/),
      expect.stringMatching(/^infobip-[0-9a-f]{16}$/),
    ]);
    const restarted = configuredChecker({ ...host, names: 'infobip', fetch });
    expect(await statusBy(restarted.checker)).toBe('dead');
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['camara', CAMARA, { ...CAMARA, DIALPROOF_CAMARA_ASKS: 'subscription' }],
    ['camara', CAMARA, { ...CAMARA, DIALPROOF_CAMARA_URL: 'https://other.example.com' }],
    ['dialproof', UPSTREAM, { ...UPSTREAM, DIALPROOF_UPSTREAM_URL: 'https://other.example.com' }],
    ['infobip', INFOBIP, { ...INFOBIP, DIALPROOF_INFOBIP_URL: 'https://y.api.infobip.com' }],
  ])('does not use answers of %s again once something else is asked', (names, before, after) => {
    expect(cacheNames(names, after)).not.toEqual(cacheNames(names, before));
  });

  it('does not use answers of an API again once its description has changed, wherever the file is', () => {
    const before = cacheNames('http', described({ 'x-kind': 'line' }));
    expect(cacheNames('http', described({ 'x-kind': 'line' }))).toEqual(before);
    expect(cacheNames('http', described({ 'x-kind': 'app' }))).not.toEqual(before);
  });

  it.each([
    ['camara', CAMARA, { ...CAMARA, DIALPROOF_CAMARA_TOKEN: 'secret-7' }],
    ['camara', CAMARA, { ...CAMARA, DIALPROOF_CAMARA_ASKS: 'reachability' }],
    ['twilio', TWILIO, { ...TWILIO, DIALPROOF_TWILIO_ACCOUNT_SID: 'SK1' }],
  ])(
    'uses answers of %s again with other credentials, and with a default that is written out',
    (...given) => {
      const [names, before, after] = given;
      expect(cacheNames(names, after)).toEqual(cacheNames(names, before));
    },
  );

  it('makes one call of single checks that come together', async () => {
    const others = ['41791234568', '41791234569'];
    const { fetch, requests } = vendor([
      200,
      { results: [dead('41791234567'), ...others.map(dead)].flatMap(({ results }) => results) },
    ]);
    const settings = { ...INFOBIP, DIALPROOF_BATCH_MS: '5' };
    const { checker } = configuredChecker({ names: 'infobip', settings, fetch });
    if (!isBulkNumberChecker(checker)) throw new TypeError('it is not bulk');
    const asked = [NUMBER, ...others.map((digits) => `+${digits}` as E164)];
    const answers = await Promise.all(asked.map((number) => checker.checkMany([number], context())));
    expect(answers.flat()).toMatchObject([{ status: 'dead' }, { status: 'dead' }, { status: 'dead' }]);
    expect(requests).toHaveLength(1);
  });

  it('lets the service hand over single checks at once where they share a call, which keeps to the rate', async () => {
    const { fetch, requests } = vendor([
      200,
      { results: ['41791234567', '41791234568'].flatMap((digits) => dead(digits).results) },
    ]);
    const settings = { ...INFOBIP, DIALPROOF_BATCH_MS: '5', DIALPROOF_CALLS_PER_SECOND: '0.5' };
    const configured = configuredChecker({ names: 'infobip', settings, fetch });
    expect(configured).toMatchObject({ maxCallsPerSecond: Number.POSITIVE_INFINITY, checkConcurrency: 2 });
    const { checker } = configured;
    if (!isBulkNumberChecker(checker)) throw new TypeError('it is not bulk');
    const asked = [NUMBER, '+41791234568' as E164];
    const answers = await Promise.all(asked.map((number) => checker.checkMany([number], context())));
    expect(answers.flat()).toMatchObject([{ status: 'dead' }, { status: 'dead' }]);
    expect(requests).toHaveLength(1);
  });

  it('keeps calls that single checks share to the rate', async () => {
    const { fetch, requests } = vendor([200, dead('41791234567')]);
    const settings = { ...INFOBIP, DIALPROOF_BATCH_MS: '5', DIALPROOF_CALLS_PER_SECOND: '0.1' };
    const { checker } = configuredChecker({ names: 'infobip', settings, fetch });
    expect(await statusBy(checker)).toBe('dead');
    // Ten seconds are longer than a check may wait for.
    await expect(statusBy(checker)).rejects.toMatchObject({ code: 'checker_unavailable' });
    expect(requests).toHaveLength(1);
  });

  it('goes on with what the day has cost before', async () => {
    const spendingCounts = new MemorySpendingCounts();
    const settings = { ...TWILIO, DIALPROOF_PRICE_PER_NUMBER: '0.01', DIALPROOF_SPENDING_LIMIT: '0.01' };
    const { fetch, requests } = vendor([200, live]);
    const started = () => configuredChecker({ names: 'twilio', settings, fetch, spendingCounts }).checker;
    await statusBy(started());
    await expect(statusBy(started())).rejects.toMatchObject({ code: 'checker_out_of_funds' });
    expect(requests).toHaveLength(1);
  });
});

/** Settings with a description that sends these headers. */
function described(headers: Readonly<Record<string, string>>) {
  const description = {
    name: 'our-lines',
    request: { url: 'https://lines.example.com/{digits}', headers },
    answer: { status: [{ path: 'state', values: { gone: 'dead' } }] },
  };
  return { DIALPROOF_HTTP_CHECKER: file(JSON.stringify(description)) };
}

describe('settings that make no checker', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['', {}, /There is no checker "", expected one or several of: sandbox, evidence, twilio/],
    ['real', {}, /There is no checker "real"/],
    ['sandbox,sandbox', {}, /named twice/],
    ['evidence', {}, /needs a database of observations/],
    [
      'twilio',
      {},
      /needs DIALPROOF_TWILIO_ACCOUNT_SID\.\n.*needs DIALPROOF_TWILIO_AUTH_TOKEN, or DIALPROOF_TWILIO_AUTH_TOKEN_FILE/,
    ],
    ['twilio', { ...TWILIO, DIALPROOF_TWILIO_AUTH_TOKEN_FILE: '/x' }, /Both .* are set/],
    [
      'twilio',
      { DIALPROOF_TWILIO_ACCOUNT_SID: 'AC1', DIALPROOF_TWILIO_AUTH_TOKEN_FILE: '/nowhere/at/all' },
      /cannot be read: ENOENT/,
    ],
    [
      'infobip',
      { ...INFOBIP, DIALPROOF_INFOBIP_URL: 'http://x.example.com' },
      /^The checker infobip: .*https/,
    ],
    [
      'camara',
      {
        DIALPROOF_CAMARA_URL: 'https://x.example.com',
        DIALPROOF_CAMARA_TOKEN: 't',
        DIALPROOF_CAMARA_ASKS: 'all',
      },
      /DIALPROOF_CAMARA_ASKS is "all"/,
    ],
    [
      'telegram-gateway',
      { DIALPROOF_TELEGRAM_GATEWAY_TOKEN: 't' },
      /CONSENT=owners-of-all-numbers-have-consented: its terms/,
    ],
    [
      'sandbox',
      { DIALPROOF_CALLS_PER_SECOND: '-1' },
      /DIALPROOF_CALLS_PER_SECOND is "-1", expected a number above 0/,
    ],
    ['http', {}, /needs DIALPROOF_HTTP_CHECKER/],
    [
      'http',
      { DIALPROOF_HTTP_CHECKER: '/nowhere/at/all' },
      /DIALPROOF_HTTP_CHECKER names a file that cannot be read/,
    ],
    ['sandbox', { DIALPROOF_SPENDING_LIMIT: '5' }, /needs DIALPROOF_PRICE_PER_NUMBER/],
    [
      'twilio,infobip',
      { ...TWILIO, ...INFOBIP, DIALPROOF_SPENDING_LIMIT: '5', DIALPROOF_INFOBIP_PRICE: '0.001' },
      /^DIALPROOF_SPENDING_LIMIT needs DIALPROOF_TWILIO_PRICE, or DIALPROOF_PRICE_PER_NUMBER, by which it is counted\.$/,
    ],
    [
      'twilio,infobip',
      { ...TWILIO, ...INFOBIP, DIALPROOF_SPENDING_LIMIT: '5' },
      /^DIALPROOF_SPENDING_LIMIT needs DIALPROOF_TWILIO_PRICE and DIALPROOF_INFOBIP_PRICE, or/,
    ],
    [
      'twilio',
      { ...TWILIO, DIALPROOF_TWILIO_PRICE: 'cheap' },
      /^DIALPROOF_TWILIO_PRICE is "cheap", expected a number from 0 to 1000000, such as 0\.005, of at most six decimals\.$/,
    ],
    ['twilio', { ...TWILIO, DIALPROOF_TWILIO_PRICE: '0.0000001' }, /DIALPROOF_TWILIO_PRICE is "0.0000001"/],
    ['twilio', { ...TWILIO, DIALPROOF_TWILIO_PRICE: '1000001' }, /DIALPROOF_TWILIO_PRICE is "1000001"/],
    ['twilio', { ...TWILIO, DIALPROOF_PRICE_PER_NUMBER: '1000001' }, /above 0 and at most 1000000/],
    [
      'twilio',
      { ...TWILIO, DIALPROOF_TWILIO_PRICE: 'live=1,dead=x,inactive=1,inactive=2,call=1,call=1' },
      /^DIALPROOF_TWILIO_PRICE has "live", expected one or several of: wa_registered, .*, line_live, .*, call\.\nDIALPROOF_TWILIO_PRICE, dead, is "x", .*\nDIALPROOF_TWILIO_PRICE has inactive twice\.\nDIALPROOF_TWILIO_PRICE has call twice\.$/,
    ],
    ['twilio', { ...TWILIO, DIALPROOF_TWILIO_PRICE: 'dead=1=2' }, /DIALPROOF_TWILIO_PRICE, dead, is "1=2"/],
    [
      'twilio',
      { ...TWILIO, DIALPROOF_TWILIO_PRICE: '0', DIALPROOF_SPENDING_LIMIT: '5' },
      /^DIALPROOF_SPENDING_LIMIT needs an upstream, which costs something\.$/,
    ],
    ['twilio', { ...TWILIO, DIALPROOF_CACHE_HOURS: '1' }, /DIALPROOF_CACHE_HOURS needs a database/],
    ['twilio', { ...TWILIO, DIALPROOF_CACHE_HOURS: '8761' }, /above 0 and at most 8760/],
    ['sandbox', { DIALPROOF_CACHE_HOURS: '1' }, /DIALPROOF_CACHE_HOURS needs an upstream/],
    ['sandbox', { DIALPROOF_PRICE_PER_NUMBER: '0.01' }, /^DIALPROOF_PRICE_PER_NUMBER needs an upstream/],
    [
      'sandbox',
      { DIALPROOF_PRICE_PER_NUMBER: '0.01', DIALPROOF_SPENDING_LIMIT: '5' },
      /^DIALPROOF_PRICE_PER_NUMBER needs an upstream.*\nDIALPROOF_SPENDING_LIMIT needs an upstream/,
    ],
    ['twilio', { DIALPROOF_PRICE_PER_NUMBER: '0.01' }, /^(?!.*needs an upstream)/s],
    ['camara', { DIALPROOF_CACHE_HOURS: '1', DIALPROOF_CAMARA_URL: 'x' }, /^(?!.*needs an upstream)/s],
    [
      'twilio',
      { ...TWILIO, DIALPROOF_BATCH_MS: '10' },
      /DIALPROOF_BATCH_MS needs an upstream that takes many/,
    ],
    ['infobip', { ...INFOBIP, DIALPROOF_BATCH_MS: '10001' }, /above 0 and at most 10000/],
  ])('%s with %j are refused in a sentence', (names, settings, sentence) => {
    expect(() => configuredChecker({ names, settings })).toThrow(
      expect.objectContaining({ name: 'CheckerSettingsError', message: expect.stringMatching(sentence) }),
    );
  });

  it('name the variable of a secret that the description needs', () => {
    const create = () =>
      configuredChecker({ names: 'http', settings: described({ 'x-key': '{secret.key}' }) });
    expect(create).toThrow(
      /^The description in DIALPROOF_HTTP_CHECKER has \{secret\.key\}: set DIALPROOF_HTTP_CHECKER_SECRET, or DIALPROOF_HTTP_CHECKER_SECRET_FILE with the path of a file that holds it\.$/,
    );
  });

  it('say which secret settings can give', () => {
    const headers = { 'x-key': '{secret.key}', 'x-other': '{secret.other} {secret.other}' };
    const settings = { ...described(headers), DIALPROOF_HTTP_CHECKER_SECRET: 'secret-4' };
    expect(() => configuredChecker({ names: 'http', settings })).toThrow(
      /^The description in DIALPROOF_HTTP_CHECKER has \{secret\.other\}: settings can give only \{secret\.key\}\.$/,
    );
  });

  it('tell of a secret that is missing and of what is wrong with the description at once', () => {
    const settings = described({ 'x-key': '{secret.key}', host: 'elsewhere' });
    const create = () => configuredChecker({ names: 'http', settings });
    expect(create).toThrow(/set DIALPROOF_HTTP_CHECKER_SECRET/);
    expect(create).toThrow(/is not for a description to set/);
    expect(create).not.toThrow(/option secrets/);
  });

  it('refuses a description that is no JSON', () => {
    const settings = { DIALPROOF_HTTP_CHECKER: file('{') };
    expect(() => configuredChecker({ names: 'http', settings })).toThrow(/which is no JSON/);
  });

  it('name no secret', () => {
    const settings = { ...TWILIO, DIALPROOF_TWILIO_AUTH_TOKEN: 'secret-1\n2' };
    const create = () => configuredChecker({ names: 'twilio', settings });
    expect(create).toThrow(/^The checker twilio: option authToken/);
    expect(create).not.toThrow(/secret-1/);
  });
});

describe('trying a checker out', () => {
  it('finds credentials that are refused, without asking anything that costs', async () => {
    const { fetch, requests } = vendor([401, { code: 20003, message: 'Authenticate', status: 401 }]);
    const { tryOut } = configuredChecker({ names: 'twilio', settings: TWILIO, fetch });
    await expect(tryOut()).rejects.toMatchObject({
      name: 'CheckerSettingsError',
      message: expect.stringMatching(/^The checker twilio: checker_unauthorized/),
    });
    expect(requests[0]?.url).not.toContain('Fields=');
  });

  it.each([
    ['an upstream that is away', [503, {}]],
    ['an upstream that answers', [200, { ...live, phone_number: '+11111111111', valid: false }]],
  ] as const)('lets %s pass', async (_, reply) => {
    const { tryOut } = configuredChecker({ names: 'twilio', settings: TWILIO, fetch: vendor(reply).fetch });
    await expect(tryOut()).resolves.toBeUndefined();
  });

  it.each([
    ['infobip', INFOBIP, 'https://x.api.infobip.com/account/1/balance'],
    ['hlr-lookups', HLR_LOOKUPS, 'https://www.hlr-lookups.com/api/v2/auth-test'],
    ['dialproof', UPSTREAM, 'https://numbers.example.com/v1/credits'],
  ])('asks about the account alone: %s', async (names, settings, url) => {
    const { fetch, requests } = vendor([401, {}]);
    const { tryOut } = configuredChecker({ names, settings, fetch });
    await expect(tryOut()).rejects.toThrow(/checker_unauthorized/);
    expect(requests.map((request) => request.url)).toEqual([url]);
    const { fetch: known } = vendor([200, {}]);
    await expect(configuredChecker({ names, settings, fetch: known }).tryOut()).resolves.toBeUndefined();
  });

  it('asks nothing where nothing is free', async () => {
    const { fetch, requests } = vendor([401, {}]);
    const settings = {
      DIALPROOF_CAMARA_URL: 'https://camara.example.com',
      DIALPROOF_CAMARA_TOKEN: 'secret-3',
    };
    await configuredChecker({ names: 'camara', settings, fetch }).tryOut();
    expect(requests).toEqual([]);
  });

  it('ends in the words of the host', async () => {
    const { fetch } = vendor([401, {}]);
    const refusal = (sentences: string) => new RangeError(sentences);
    const options = { names: 'twilio', settings: TWILIO, fetch, refusal };
    await expect(triedChecker(options)).rejects.toThrow(RangeError);
    await expect(triedChecker({ ...options, settings: {} })).rejects.toThrow(
      /^The checker twilio needs DIALPROOF_TWILIO_ACCOUNT_SID/,
    );
    const tried = await triedChecker({ ...options, names: 'sandbox' });
    expect(tried.names).toEqual(['sandbox']);
  });
});
