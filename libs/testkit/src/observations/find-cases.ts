import type { DefineCase } from '../runner/test-runner.js';
import type { ObservationStoreSubject } from './observation-store-subject.js';
import { ADA, BOB, expectKnown, NOON, observation, sameObservations } from './sample-observations.js';

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
