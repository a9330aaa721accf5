import assert from 'node:assert/strict';
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
  sameObservations,
} from './sample-observations.js';

export function findCases(it: DefineCase<ObservationStoreSubject>): void {
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
    sameObservations(await store.find([], 0), []);
  });

  it('gives each observation once, however often its number is asked for', async ({ store }) => {
    await store.record([observation()]);
    sameObservations(
      await store.find(
        Array.from({ length: 300 }, () => ADA),
        0,
      ),
      [observation()],
    );
  });
}

export function removalCases(it: DefineCase<ObservationStoreSubject>): void {
  it('forgets a number on all apps, and no other', async ({ store }) => {
    const ofBob = observation({ number: BOB });
    await store.record([observation(), observation({ app: 'telegram' }), ofBob]);
    await store.forget(ADA);
    await expectKnown(store, [ofBob], { numbers: [ADA] });
    await store.forget(ADA);
    await expectKnown(store, [ofBob], { numbers: [ADA] });
  });

  it('records a number anew that was forgotten', async ({ store }) => {
    await store.record([observation()]);
    await store.forget(ADA);
    const older = observation({ seenAt: NOON - HOUR_MS, source: 'import' });
    await store.record([older]);
    await expectKnown(store, [older]);
  });

  it('removes observations before a time, at most as many as asked', async ({ store }) => {
    const old = numbersInRow(4).map((number) => observation({ number, seenAt: NOON - 1 }));
    const kept = [
      observation(),
      // The other app of a number that goes.
      ...old.map((seen) => ({ ...seen, app: 'telegram' as const, seenAt: NOON })),
    ];
    await store.record([...old, observation({ app: 'telegram', seenAt: NOON - HOUR_MS }), ...kept]);
    assert.equal(await store.expire({ before: NOON - HOUR_MS, limit: 9 }), 0);
    assert.equal(await store.expire({ before: NOON, limit: 2 }), 2);
    assert.equal(await store.expire({ before: NOON, limit: 3 }), 3);
    assert.equal(await store.expire({ before: NOON, limit: 9 }), 0);
    await expectKnown(store, kept);
  });

  it('counts the removed observations', async ({ store }) => {
    await store.record(numbersInRow(3).map((number) => observation({ number })));
    assert.equal(await store.expire({ before: NOON + 1, limit: 9 }), 3);
    await expectKnown(store, [], { numbers: numbersInRow(3) });
  });
}
