import { type E164, isBulkNumberChecker, MemorySpendingCounts } from '@dialproof/core';
import { MemoryObservationStore } from '@dialproof/testkit/memory';
import { describe, expect, it } from 'vitest';
import { MemoryAnswerCache } from '../around/money/cached.js';
import {
  configured,
  context,
  dead,
  described,
  EVIDENCE,
  file,
  INFOBIP,
  live,
  NUMBER,
  SANDBOX,
  statusBy,
  TRESTLE,
  TWILIO,
  UPSTREAM,
  vendor,
} from './vendor.fixture.js';

/** The name of the cache of a checker. */
function cacheName(entry: object): string {
  const asked: string[] = [];
  configured([entry], {
    around: { cacheHours: 1 },
    answerCache: (name) => {
      asked.push(name);
      return new MemoryAnswerCache();
    },
  });
  expect(asked).toHaveLength(1);
  return asked.join();
}

describe('the wrappers of upstreams by settings', () => {
  it('makes a chain of several, and counts the cost of each', async () => {
    const { fetch, requests } = vendor([200, live], [200, dead('41791234567')]);
    const { checker, costReports, names } = configured(
      [
        { ...TWILIO, price: 0.005 },
        { ...INFOBIP, price: 0.005 },
      ],
      { fetch },
    );
    await statusBy(checker);
    expect(names).toEqual(['twilio', 'infobip']);
    expect(requests).toHaveLength(2);
    expect(costReports()).toMatchObject([
      { name: 'twilio', report: { calls: 1, numbers: 1, cost: 0.005 } },
      { name: 'infobip', report: { calls: 1, numbers: 1, cost: 0.005 } },
    ]);
  });

  it('spends no more a day than is set, over all of its links', async () => {
    const { fetch, requests } = vendor([200, live], [200, { is_valid: true, activity_score: 100 }]);
    const entries = [
      { ...TWILIO, price: 0.01 },
      { ...TRESTLE, price: 0.01 },
    ];
    const { checker } = configured(entries, { around: { spendingLimit: 0.02 }, fetch });
    await statusBy(checker);
    await expect(statusBy(checker)).rejects.toMatchObject({
      code: 'checker_out_of_funds',
      hint: expect.stringContaining('raise spendingLimit,'),
    });
    expect(requests).toHaveLength(2);
  });

  it('needs a limit that pays for one full call', () => {
    expect(() => configured([{ ...INFOBIP, price: 0.01 }], { around: { spendingLimit: 9 } })).toThrow(
      /^checkers\.json: spendingLimit is 9, which does not pay for one full call: raise it\./,
    );
  });

  it('keeps each upstream of a chain to the rate, and bounds the calls at once', async () => {
    const { fetch, requests } = vendor([200, live], [200, dead('41791234567')]);
    const chain = configured([TWILIO, INFOBIP], { around: { callsPerSecond: 0.1 }, fetch });
    expect(chain).toMatchObject({ maxCallsPerSecond: 0.1, checkConcurrency: 1 });
    await statusBy(chain.checker);
    expect(requests).toHaveLength(2);
    // Ten seconds are longer than a check may wait for.
    await expect(statusBy(chain.checker)).rejects.toMatchObject({ code: 'checker_unavailable' });
    expect(requests).toHaveLength(2);
  });

  it('uses answers again for as long as is set, those of each upstream apart', async () => {
    const caches = new Map<string, MemoryAnswerCache>();
    const host = {
      around: { cacheHours: 24, callsPerSecond: 10 },
      answerCache: (name: string) => {
        const cache = caches.get(name) ?? new MemoryAnswerCache();
        caches.set(name, cache);
        return cache;
      },
    };
    const { fetch, requests } = vendor([200, live], [200, dead('41791234567')]);
    const chain = configured([TWILIO, INFOBIP], { ...host, fetch });
    // A known answer needs no turn.
    expect(chain).toMatchObject({ maxCallsPerSecond: Number.POSITIVE_INFINITY, checkConcurrency: 40 });
    for (let check = 0; check < 3; check += 1) expect(await statusBy(chain.checker)).toBe('unknown');
    expect(requests).toHaveLength(2);
    expect([...caches.keys()]).toEqual([
      expect.stringMatching(/^twilio-[0-9a-f]{16}$/),
      expect.stringMatching(/^infobip-[0-9a-f]{16}$/),
    ]);
    const restarted = configured([INFOBIP], { ...host, fetch });
    expect(await statusBy(restarted.checker)).toBe('dead');
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['trestle', TRESTLE, { baseUrl: 'https://other.example.com' }],
    ['twilio', TWILIO, { baseUrl: 'https://other.example.com' }],
    ['dialproof', UPSTREAM, { baseUrl: 'https://other.example.com' }],
    ['infobip', INFOBIP, { baseUrl: 'https://y.api.infobip.com' }],
  ])('does not use answers of %s again once something else is asked', (_, entry, change) => {
    expect(cacheName({ ...entry, ...change })).not.toEqual(cacheName(entry));
  });

  it('does not use answers of an API again once its description has changed, wherever the file is', () => {
    const { description } = described({ 'x-kind': 'line' });
    const before = cacheName({ checker: 'http', description });
    expect(cacheName({ checker: 'http', description: file(JSON.stringify(description)) })).toEqual(before);
    expect(cacheName(described({ 'x-kind': 'app' }))).not.toEqual(before);
  });

  it.each([
    ['trestle', TRESTLE, { secrets: { api_key: { env: 'OTHER_TOKEN' } } }],
    ['twilio', TWILIO, { accountSid: 'SK1', price: 0.01 }],
  ])('uses answers of %s again with other credentials, and at another price', (...given) => {
    const [, entry, change] = given;
    expect(cacheName({ ...entry, ...change })).toEqual(cacheName(entry));
  });

  it('makes one call of single checks that come together', async () => {
    const others = ['41791234568', '41791234569'];
    const { fetch, requests } = vendor([
      200,
      { results: [dead('41791234567'), ...others.map(dead)].flatMap(({ results }) => results) },
    ]);
    const { checker } = configured([INFOBIP], { around: { batchMs: 5 }, fetch });
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
    const collecting = configured([INFOBIP], { around: { batchMs: 5, callsPerSecond: 0.5 }, fetch });
    expect(collecting).toMatchObject({ maxCallsPerSecond: Number.POSITIVE_INFINITY, checkConcurrency: 2 });
    const { checker } = collecting;
    if (!isBulkNumberChecker(checker)) throw new TypeError('it is not bulk');
    const asked = [NUMBER, '+41791234568' as E164];
    const answers = await Promise.all(asked.map((number) => checker.checkMany([number], context())));
    expect(answers.flat()).toMatchObject([{ status: 'dead' }, { status: 'dead' }]);
    expect(requests).toHaveLength(1);
  });

  it('keeps calls that single checks share to the rate', async () => {
    const { fetch, requests } = vendor([200, dead('41791234567')]);
    const { checker } = configured([INFOBIP], { around: { batchMs: 5, callsPerSecond: 0.1 }, fetch });
    expect(await statusBy(checker)).toBe('dead');
    // Ten seconds are longer than a check may wait for.
    await expect(statusBy(checker)).rejects.toMatchObject({ code: 'checker_unavailable' });
    expect(requests).toHaveLength(1);
  });

  it('keeps to the part of the rate of one of several processes', async () => {
    const { fetch, requests } = vendor([200, dead('41791234567')]);
    const options = { around: { batchMs: 5, callsPerSecond: 0.2 }, fetch, processes: 2 };
    const { checker } = configured([INFOBIP], options);
    expect(await statusBy(checker)).toBe('dead');
    // Ten seconds are longer than a check may wait for.
    await expect(statusBy(checker)).rejects.toMatchObject({ code: 'checker_unavailable' });
    expect(requests).toHaveLength(1);
  });

  it.each([
    [0.000_000_9, 1],
    [0.000_1, 1_000],
  ])('refuses a rate of %d that leaves each of %i processes hardly a call', (callsPerSecond, processes) => {
    const options = { around: { batchMs: 5, callsPerSecond }, processes };
    expect(() => configured([INFOBIP], options)).toThrow(
      'callsPerSecond leaves a process less than 0.000001 calls a second: raise it. [settings_contradict]',
    );
  });

  it('continues with the earlier cost of the day', async () => {
    const spendingCounts = new MemorySpendingCounts();
    const entries = [{ ...TWILIO, price: 0.01 }];
    const around = { spendingLimit: 0.01 };
    const { fetch, requests } = vendor([200, live]);
    const started = () => configured(entries, { around, fetch, spendingCounts }).checker;
    await statusBy(started());
    await expect(statusBy(started())).rejects.toMatchObject({ code: 'checker_out_of_funds' });
    expect(requests).toHaveLength(1);
  });
});

const ANY = Number.POSITIVE_INFINITY;

interface PaceOptions {
  readonly checkDeadlineMs?: number;
  /** The number of processes that call the upstreams. */
  readonly processes?: number;
}

const ENTRIES: Readonly<Record<string, object>> = {
  evidence: EVIDENCE,
  http: described({}),
  infobip: INFOBIP,
  sandbox: SANDBOX,
  twilio: TWILIO,
};

function pace(names: string, callsPerSecond: number, { checkDeadlineMs, processes }: PaceOptions = {}) {
  const { checkConcurrency, maxCallsPerSecond } = configured(
    names.split(',').map((name) => ENTRIES[name] ?? {}),
    {
      around: { callsPerSecond },
      observations: new MemoryObservationStore(),
      ...(checkDeadlineMs === undefined ? {} : { checkDeadlineMs }),
      ...(processes === undefined ? {} : { processes }),
    },
  );
  return [maxCallsPerSecond, checkConcurrency];
}

describe('the configured rate', () => {
  it.each([
    ['sandbox', 2.5, ANY],
    ['infobip', 2.5, ANY],
    ['twilio,http', 2.5, 10],
    ['twilio,infobip', 2.5, 10],
    ['evidence,sandbox', 2.5, 10],
    // Their calls are not those of the first upstream.
    ['evidence,http', ANY, 10],
    ['evidence,infobip', ANY, 10],
    ['infobip,http', ANY, 10],
  ])(
    'is that of the service if each of its calls is a call of the first upstream: %s',
    (names, rate, atOnce) => {
      expect(pace(names, 2.5)).toEqual([rate, atOnce]);
    },
  );

  it('bounds the checks under way so that none waits for too long', () => {
    expect(pace('evidence,http', 10, { checkDeadlineMs: 60_000 })).toEqual([ANY, 40]);
    expect(pace('evidence,http', 10, { checkDeadlineMs: 2_000 })).toEqual([ANY, 8]);
    expect(pace('evidence,http', 10, { checkDeadlineMs: 200 })).toEqual([10, 1]);
    expect(pace('evidence,http', 0.2)).toEqual([0.2, 1]);
  });

  it.each([
    ['sandbox', 2.5, ANY],
    ['infobip', 2.5, ANY],
    ['twilio,http', 2.5, 10],
    ['evidence,http', ANY, 10],
  ])('is divided among the processes: %s', (names, rate, atOnce) => {
    expect(pace(names, 10, { processes: 4 })).toEqual([rate, atOnce]);
  });

  it.each([0, 1.5])('is not divided among %s processes', (processes) => {
    expect(() => pace('infobip', 10, { processes })).toThrow(RangeError);
  });

  it('needs a deadline', () => {
    expect(() => pace('evidence,http', 5, { checkDeadlineMs: 0 })).toThrow(TypeError);
  });
});
