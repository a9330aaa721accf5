import { byManyCallers } from '../runner/expectations.js';
import type { DefineCase } from '../runner/test-runner.js';
import {
  ADA,
  BOB,
  expectKnown,
  HOUR_MS,
  NOON,
  numbersInRow,
  type ObservationStoreSubject,
  observation,
} from './sample-observations.js';

const OLDER = observation({ seenAt: NOON - 1, source: 'import' });
const NEWER = observation({ seenAt: NOON + 1, source: 'whatsapp_read' });

export function recordCases(it: DefineCase<ObservationStoreSubject>): void {
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

  it('keeps the newest of concurrent observations', async ({ store }) => {
    const times = [3, 1, 5, 2, 4].map((ms) => NOON + ms);
    await Promise.all(times.map((seenAt) => store.record([observation({ seenAt })])));
    await expectKnown(store, [observation({ seenAt: NOON + 5 })]);
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

  it('records nothing of an empty list', async ({ store }) => {
    await store.record([]);
    await expectKnown(store, [], { numbers: [ADA] });
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
