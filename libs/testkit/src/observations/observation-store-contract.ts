import assert from 'node:assert/strict';
import { type E164, normalizePhone, type Observation, type ObservationStore } from '@dialproof/core';
import { byManyCallers, sameJson } from '../runner/expectations.js';
import {
  type Closable,
  casesWith,
  type DefineCase,
  type Reopens,
  type TestRunner,
} from '../runner/test-runner.js';

/** The subject of a case: an observation store of its own. */
export interface ObservationStoreSubject extends Closable, Reopens<ObservationStore> {
  readonly store: ObservationStore;
}

/** With milliseconds that are not zero. */
const NOON = Date.UTC(2026, 10, 20, 12, 0, 8) + 123;
const HOUR_MS = 3_600_000;
const ADA = normalizePhone('+14155552671');
const BOB = normalizePhone('+41446681800');

function observation(changes: Partial<Observation> = {}): Observation {
  return { number: ADA, app: 'whatsapp', seenAt: NOON, source: 'whatsapp_message', ...changes };
}

/** Numbers that differ in their last digits alone. */
function numbersInRow(count: number): readonly E164[] {
  return Array.from({ length: count }, (_, index) => normalizePhone(`+4479460${String(10_000 + index)}`));
}

/** Expects exactly these observations about their numbers and about `numbers`, in any order. */
async function expectKnown(
  store: ObservationStore,
  expected: readonly Observation[],
  { numbers = [], since = 0 }: { readonly numbers?: readonly E164[]; readonly since?: number } = {},
): Promise<void> {
  const asked = new Set([...numbers, ...expected.map(({ number }) => number)]);
  sameObservations(await store.find([...asked], since), expected);
}

function sameObservations(found: readonly Observation[], expected: readonly Observation[]): void {
  assert.equal(found.length, expected.length, `${found.length} observations, expected ${expected.length}`);
  sameJson(inOrder(found), inOrder(expected));
}

function inOrder(observations: readonly Observation[]): readonly Observation[] {
  const fields = observations.map(({ number, app, seenAt, source }) => ({ number, app, seenAt, source }));
  const nameOf = ({ number, app }: Observation) => `${number} ${app}`;
  return fields.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

const OLDER = observation({ seenAt: NOON - 1, source: 'import' });
const NEWER = observation({ seenAt: NOON + 1, source: 'whatsapp_read' });

function recordCases(it: DefineCase<ObservationStoreSubject>): void {
  it('finds recorded observations, to the millisecond', async ({ store }) => {
    const seen = [
      observation(),
      observation({
        number: BOB,
        app: 'telegram',
        seenAt: 1,
        source: 'a.source-of_40_chars.at-most_0123456789',
      }),
    ];
    await store.record(seen);
    await expectKnown(store, seen);
  });

  it('keeps the apps of a number apart, and numbers', async ({ store }) => {
    const [first = ADA, second = ADA] = numbersInRow(2);
    await store.record([observation({ number: first })]);
    await store.record([observation({ number: first, app: 'telegram', seenAt: NOON - HOUR_MS })]);
    await store.record([observation({ number: second, app: 'telegram', seenAt: NOON + HOUR_MS })]);
    await expectKnown(store, [
      observation({ number: first }),
      observation({ number: first, app: 'telegram', seenAt: NOON - HOUR_MS }),
      observation({ number: second, app: 'telegram', seenAt: NOON + HOUR_MS }),
    ]);
  });

  it('replaces an observation by a newer one, never by an older one', async ({ store }) => {
    for (const next of [observation(), OLDER, NEWER, observation(), OLDER]) await store.record([next]);
    await expectKnown(store, [NEWER]);
  });

  it('keeps the newest of one call, in whatever order they come', async ({ store }) => {
    const ofBob = [OLDER, NEWER, observation()].map((seen) => ({ ...seen, number: BOB }));
    await store.record([NEWER, ...ofBob, observation(), OLDER]);
    await expectKnown(store, [NEWER, { ...NEWER, number: BOB }]);
  });

  it('keeps the first of two with the same time', async ({ store }) => {
    const later = observation({ source: 'import' });
    await store.record([observation(), later]);
    await expectKnown(store, [observation()]);
    await store.record([later]);
    await expectKnown(store, [observation()]);
  });

  it('keeps the newest of each number that many callers record at once, in any order', async ({ store }) => {
    const numbers = numbersInRow(30);
    await byManyCallers(async (caller) => {
      const seen = numbers.map((number) => observation({ number, seenAt: NOON + caller }));
      await store.record(caller % 2 === 0 ? seen : seen.reverse());
    });
    await expectKnown(
      store,
      numbers.map((number) => observation({ number, seenAt: NOON + 49 })),
    );
  });

  it('records many in one call, and finds many', async ({ store }) => {
    const numbers = numbersInRow(3_001);
    const seen = numbers.flatMap((number, index) => [
      observation({ number, seenAt: NOON + index }),
      observation({ number, app: 'telegram', seenAt: NOON - index }),
    ]);
    await store.record(seen);
    await expectKnown(store, seen);
  });

  it('keeps copies of its arguments, and returns copies', async ({ store }) => {
    const given = { ...observation() };
    await store.record([given]);
    given.seenAt += HOUR_MS;
    await expectKnown(store, [observation()]);
    for (const found of await store.find([ADA], 0)) Object.assign(found, { seenAt: 0 });
    await expectKnown(store, [observation()]);
  });

  it('remembers observations when it is opened again', async ({ store, reopen }) => {
    await store.record([observation(), observation({ number: BOB, app: 'telegram' })]);
    await store.forget(BOB);
    const later = (await reopen?.()) ?? store;
    await later.record([OLDER]);
    await expectKnown(later, [observation()], { numbers: [BOB] });
  });
}

function findCases(it: DefineCase<ObservationStoreSubject>): void {
  it('finds observations at that time or later, and no older ones', async ({ store }) => {
    const telegram = observation({ app: 'telegram', seenAt: NOON - 1 });
    await store.record([observation(), telegram]);
    await expectKnown(store, [observation(), telegram], { since: NOON - 1 });
    await expectKnown(store, [observation()], { since: NOON });
    await expectKnown(store, [], { numbers: [ADA], since: NOON + 1 });
    await expectKnown(store, [observation(), telegram], { since: -1 });
  });

  it('leaves out numbers without an observation', async ({ store }) => {
    await store.record([observation()]);
    sameObservations(await store.find([BOB, ADA], 0), [observation()]);
    sameObservations(await store.find([BOB], 0), []);
    await store.record([]);
    sameObservations(await store.find([], 0), []);
  });
}

function removalCases(it: DefineCase<ObservationStoreSubject>): void {
  it('forgets a number on all apps, and no other', async ({ store }) => {
    const ofBob = observation({ number: BOB });
    await store.record([observation(), observation({ app: 'telegram' }), ofBob]);
    await store.forget(ADA);
    await expectKnown(store, [ofBob], { numbers: [ADA] });
    await store.forget(ADA);
    await expectKnown(store, [ofBob], { numbers: [ADA] });
  });

  it('removes observations before a time, at most as many as asked', async ({ store }) => {
    const old = numbersInRow(4).map((number) => observation({ number, seenAt: NOON - 1 }));
    const kept = [
      observation(),
      // An observation about the same number and another app is removed too.
      ...old.map((seen) => ({ ...seen, app: 'telegram' as const, seenAt: NOON })),
    ];
    await store.record([...old, observation({ app: 'telegram', seenAt: NOON - HOUR_MS }), ...kept]);
    assert.equal(await store.expire({ before: NOON - HOUR_MS, limit: 9 }), 0);
    assert.equal(await store.expire({ before: NOON, limit: 2 }), 2);
    assert.equal(await store.expire({ before: NOON, limit: 3 }), 3);
    assert.equal(await store.expire({ before: NOON, limit: 9 }), 0);
    await expectKnown(store, kept);
  });
}

/** Tests every sentence of {@link ObservationStore}. Each case calls `create` for an empty store. */
export function observationStoreContract(
  runner: TestRunner,
  create: () => Promise<ObservationStoreSubject>,
): void {
  runner.describe('observation store contract', () => {
    const it = casesWith(runner, create);
    recordCases(it);
    findCases(it);
    removalCases(it);
  });
}
