import { DialproofError, type E164, ManualClock, normalizePhone, type Observation } from '@dialproof/core';
import { bulkNumberCheckerContract } from '@dialproof/testkit';
import { MemoryObservationStore } from '@dialproof/testkit/memory';
import { describe, expect, it } from 'vitest';
import { chain } from '../chain/chain.js';
import { evidenceChecker, NOT_SEEN } from './evidence-checker.js';

const NOON = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 86_400_000;
const ADA = normalizePhone('+14155552671');
const BOB = normalizePhone('+41446681800');
const EVE = normalizePhone('+442071838750');
const OPEN = { status: 'unknown', source: 'evidence', reason: NOT_SEEN };

const seen = (changes: Partial<Observation> = {}): Observation => ({
  number: ADA,
  app: 'whatsapp',
  seenAt: NOON - DAY_MS,
  source: 'whatsapp_message',
  ...changes,
});

const context = { signal: new AbortController().signal };

async function checkerOver(observations: readonly Observation[], maxAgeMs = 30 * DAY_MS) {
  const store = new MemoryObservationStore();
  await store.record(observations);
  return evidenceChecker({ store, maxAgeMs, clock: new ManualClock(NOON) });
}

describe('evidenceChecker', () => {
  bulkNumberCheckerContract({ describe, it }, async () => ({
    checker: await checkerOver([seen(), seen({ number: BOB, app: 'telegram', source: 'telegram_contact' })]),
    answers: [
      [ADA, 'wa_registered'],
      [BOB, 'telegram_registered'],
      [EVE, 'unknown'],
    ],
    close: async () => {},
  }));

  it('gives the source and the time of an observation', async () => {
    const checker = await checkerOver([
      seen(),
      seen({ number: BOB, app: 'telegram', source: 'telegram_contact', seenAt: NOON - 2 * DAY_MS }),
    ]);

    expect(await checker.checkMany([BOB, EVE, ADA], context)).toEqual([
      {
        status: 'telegram_registered',
        source: 'evidence',
        reason: 'telegram_contact',
        checkedAt: new Date(NOON - 2 * DAY_MS),
      },
      OPEN,
      {
        status: 'wa_registered',
        source: 'evidence',
        reason: 'whatsapp_message',
        checkedAt: new Date(NOON - DAY_MS),
      },
    ]);
  });

  it.each([
    ['first', (one: Observation, other: Observation) => [one, other]],
    ['last', (one: Observation, other: Observation) => [other, one]],
  ] as const)('lets the first app win, also where it was seen earlier and comes %s', async (_, order) => {
    const telegram = seen({ app: 'telegram', seenAt: NOON });
    const checker = await checkerOver(order(seen(), telegram));

    expect(await checker.checkMany([ADA], context)).toMatchObject([
      { status: 'wa_registered', checkedAt: new Date(NOON - DAY_MS) },
    ]);
  });

  it('uses the second app if the first observation is too old', async () => {
    const checker = await checkerOver(
      [seen({ seenAt: NOON - 3 * DAY_MS }), seen({ app: 'telegram' })],
      2 * DAY_MS,
    );

    expect(await checker.checkMany([ADA], context)).toMatchObject([{ status: 'telegram_registered' }]);
  });

  it('counts observations up to the maximal age, and nothing older', async () => {
    const observations = [seen({ seenAt: NOON - DAY_MS }), seen({ number: BOB, seenAt: NOON - DAY_MS - 1 })];

    expect(await (await checkerOver(observations, DAY_MS)).checkMany([ADA, BOB], context)).toMatchObject([
      { status: 'wa_registered' },
      OPEN,
    ]);
  });

  it('answers from an age without end, and after a number was forgotten no more', async () => {
    const store = new MemoryObservationStore();
    await store.record([seen({ seenAt: 1 })]);
    const checker = evidenceChecker({ store, maxAgeMs: Number.POSITIVE_INFINITY });

    expect(await checker.checkMany([ADA], context)).toMatchObject([{ status: 'wa_registered' }]);
    await store.forget(ADA);
    expect(await checker.checkMany([ADA], context)).toEqual([OPEN]);
  });

  it('has a failed check if the store fails', async () => {
    const checker = evidenceChecker({
      store: { find: () => Promise.reject(new DialproofError('storage_unavailable')) },
      maxAgeMs: DAY_MS,
    });

    await expect(checker.checkMany([ADA], context)).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('reads nothing if its signal is aborted', async () => {
    const checker = await checkerOver([seen()]);
    await expect(checker.checkMany([ADA], { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow(
      'stop',
    );
  });

  it('leaves only unseen numbers to the next link of a chain', async () => {
    const evidence = await checkerOver([seen(), seen({ number: BOB, app: 'telegram' })]);
    const asked: (readonly E164[])[] = [];
    const upstream = {
      maxNumbers: 10,
      async checkMany(numbers: readonly E164[]) {
        asked.push(numbers);
        return numbers.map(() => 'inactive' as const);
      },
    };

    const answers = await chain([evidence, upstream]).checkMany([EVE, ADA, BOB], context);

    expect(asked).toEqual([[EVE]]);
    expect(answers).toMatchObject([
      'inactive',
      { status: 'wa_registered', source: 'evidence' },
      { status: 'telegram_registered', source: 'evidence' },
    ]);
  });

  it('refuses invalid options', () => {
    const store = new MemoryObservationStore();
    for (const maxAgeMs of [0, -1, Number.NaN]) {
      expect(() => evidenceChecker({ store, maxAgeMs })).toThrow(RangeError);
    }
    expect(() => evidenceChecker({ store: {} as never, maxAgeMs: 1 })).toThrow(TypeError);
  });
});
