import { type E164, isBulkNumberChecker, type RateLeaseRequest } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { MemoryAnswerCache } from '../around/money/memory-answer-cache.js';
import { MemorySpendingCounts } from '../around/money/memory-spending-counts.js';
import { configuredChecker } from './configured-checker.js';
import {
  CAMARA,
  context,
  dead,
  described,
  INFOBIP,
  live,
  NUMBER,
  statusBy,
  TWILIO,
  UPSTREAM,
  vendor,
} from './vendor.fixture.js';

/** The names of the caches of these settings. */
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

describe('the wrappers of upstreams by settings', () => {
  it('makes a chain of several, and counts the cost of each', async () => {
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
    // A known answer needs no turn.
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
    ['twilio', TWILIO, { ...TWILIO, DIALPROOF_TWILIO_URL: 'https://other.example.com' }],
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

  it('keeps each upstream to the rate that processes share, in a store of its name', async () => {
    const { fetch, requests } = vendor([200, live], [200, dead('41791234567')]);
    const leases: [name: string, request: RateLeaseRequest][] = [];
    const { checker } = configuredChecker({
      names: 'twilio,infobip',
      settings: { ...TWILIO, ...INFOBIP, DIALPROOF_CALLS_PER_SECOND: '10' },
      fetch,
      sharedRate: {
        processes: 2,
        store: (name) => ({
          async lease(request) {
            leases.push([name, request]);
            return { delaysMs: request.weights.map(() => 0), waitMs: 0 };
          },
        }),
      },
    });
    await statusBy(checker);
    expect(requests).toHaveLength(2);
    const limits = [{ name: 'perSecond', limit: 10, windowMs: 1_000, isSpread: true }];
    expect(leases).toMatchObject([
      ['twilio', { limits }],
      ['infobip', { limits }],
    ]);
  });

  it('continues with its part of the rate while the shared store is away', async () => {
    const { fetch, requests } = vendor([200, live]);
    const { checker } = configuredChecker({
      names: 'twilio',
      settings: { ...TWILIO, DIALPROOF_CALLS_PER_SECOND: '0.2' },
      fetch,
      sharedRate: { processes: 2, store: () => ({ lease: () => Promise.reject(new Error('away')) }) },
    });
    await statusBy(checker);
    // Ten seconds are longer than a check may wait for.
    await expect(statusBy(checker)).rejects.toMatchObject({ code: 'checker_unavailable' });
    expect(requests).toHaveLength(1);
  });

  it('continues with the earlier cost of the day', async () => {
    const spendingCounts = new MemorySpendingCounts();
    const settings = { ...TWILIO, DIALPROOF_PRICE_PER_NUMBER: '0.01', DIALPROOF_SPENDING_LIMIT: '0.01' };
    const { fetch, requests } = vendor([200, live]);
    const started = () => configuredChecker({ names: 'twilio', settings, fetch, spendingCounts }).checker;
    await statusBy(started());
    await expect(statusBy(started())).rejects.toMatchObject({ code: 'checker_out_of_funds' });
    expect(requests).toHaveLength(1);
  });
});
