import { MemoryObservationStore, type Observation, type ObservationStore } from '@dialproof/core';
import { type Broken, FaultError, nextTurn, refusingCrowds, withFault } from '../runner/broken.fixture.js';
import type { ObservationStoreSubject } from './observation-store-subject.js';

type BrokenObservations = Broken<ObservationStoreSubject>;

export async function correctObservations(): Promise<ObservationStoreSubject> {
  return { store: new MemoryObservationStore(), close: async () => {} };
}

/** A store that does everything but this right. */
function brokenObservations(
  fault: string,
  caughtBy: string,
  make: (store: ObservationStore) => Partial<ObservationStore>,
): BrokenObservations {
  const create = async () => {
    const store: ObservationStore = new MemoryObservationStore();
    return { store: withFault(store, make(store)), close: async () => {} };
  };
  return { fault, caughtBy, create };
}

/** A store that records something else than it is given. */
const recording =
  (change: (observation: Observation) => Observation) =>
  (store: ObservationStore): Partial<ObservationStore> => ({
    record: (observations) => store.record(observations.map(change)),
  });

const FINDS = 'finds recorded observations, to the millisecond';
const APART = 'keeps the apps of a number apart, and numbers';
const NEWER = 'replaces an observation by a newer one, never by an older one';
const IN_ONE_CALL = 'keeps the newest of one call, in whatever order they come';
const FIRST = 'keeps the first of two with the same time';
const MANY = 'records many in one call, and finds many';
const NOTHING = 'records nothing of an empty list';
const SINCE = 'finds observations at that time or later, and no older ones';
const UNKNOWN = 'leaves out numbers without an observation';
const FORGETS = 'forgets a number on all apps, and no other';
const ANEW = 'records a number anew that was forgotten';
const REMOVES = 'removes observations before a time, at most as many as asked';
const COPIES = 'keeps copies of its arguments, and returns copies';

/** Removes the stored observations on the apps of these observations. Those on other apps stay. */
async function withoutApps(store: ObservationStore, observations: readonly Observation[]): Promise<void> {
  for (const { number, app } of observations) {
    const known = await store.find([number], 0);
    await store.forget(number);
    await store.record(known.filter((one) => one.app !== app));
  }
}

export const BROKEN_OBSERVATIONS: readonly BrokenObservations[] = [
  brokenObservations(
    'refuses callers because of others',
    'keeps the newest of each number that many callers record at once, in any order',
    (store) => ({ record: refusingCrowds((seen) => store.record(seen)) }),
  ),
  brokenObservations(
    'keeps times in seconds',
    FINDS,
    recording((seen) => ({ ...seen, seenAt: Math.floor(seen.seenAt / 1_000) * 1_000 })),
  ),
  brokenObservations(
    'does not keep where it was seen',
    FINDS,
    recording((seen) => ({ ...seen, source: 'unknown' })),
  ),
  brokenObservations(
    'cuts sources off',
    FINDS,
    recording((seen) => ({ ...seen, source: seen.source.slice(0, 32) })),
  ),
  brokenObservations('has one observation for each number', APART, (store) => ({
    async record(observations) {
      for (const seen of observations) {
        await store.forget(seen.number);
        await store.record([seen]);
      }
    },
  })),
  brokenObservations(
    'takes every app for one',
    APART,
    recording((seen) => ({ ...seen, app: 'whatsapp' })),
  ),
  brokenObservations('keeps what came last', NEWER, (store) => ({
    async record(observations) {
      await withoutApps(store, observations);
      await store.record(observations);
    },
  })),
  brokenObservations('keeps what came first', NEWER, (store) => ({
    async record(observations) {
      const numbers = observations.map(({ number }) => number);
      const known = await store.find(numbers, 0);
      const isKnown = ({ number, app }: Observation) =>
        known.some((one) => one.number === number && one.app === app);
      await store.record(observations.filter((seen) => !isKnown(seen)));
    },
  })),
  brokenObservations('takes the last one of a call for the newest', IN_ONE_CALL, (store) => ({
    record: (observations) =>
      store.record([...new Map(observations.map((seen) => [`${seen.number} ${seen.app}`, seen])).values()]),
  })),
  brokenObservations('rejects a call that has a number twice, as a database may', IN_ONE_CALL, (store) => ({
    async record(observations) {
      const names = new Set(observations.map(({ number, app }) => `${number} ${app}`));
      if (names.size < observations.length) throw new FaultError('cannot affect a row a second time');
      await store.record(observations);
    },
  })),
  brokenObservations('keeps the last of two with the same time', FIRST, (store) => ({
    async record(observations) {
      for (const seen of observations) {
        const known = await store.find([seen.number], seen.seenAt);
        const isAsNew = known.some(({ app, seenAt }) => app === seen.app && seenAt === seen.seenAt);
        if (isAsNew) await withoutApps(store, [seen]);
        await store.record([seen]);
      }
    },
  })),
  brokenObservations(
    'reads its observation and then replaces it',
    'keeps the newest of concurrent observations',
    (store) => ({
      async record(observations) {
        const known = await store.find(
          observations.map(({ number }) => number),
          0,
        );
        await nextTurn();
        const isNewer = (seen: Observation) =>
          known.every(
            ({ number, app, seenAt }) => number !== seen.number || app !== seen.app || seenAt < seen.seenAt,
          );
        const newer = observations.filter(isNewer);
        await withoutApps(store, newer);
        await store.record(newer);
      },
    }),
  ),
  brokenObservations('records the first thousand of a call', MANY, (store) => ({
    record: (observations) => store.record(observations.slice(0, 1_000)),
  })),
  brokenObservations('binds more parameters than its database takes', MANY, (store) => ({
    async find(numbers, since) {
      if (numbers.length > 999) throw new FaultError('too many SQL variables');
      return store.find(numbers, since);
    },
  })),
  brokenObservations('makes a statement without values', NOTHING, (store) => ({
    async record(observations) {
      if (observations.length === 0) throw new FaultError('syntax error');
      await store.record(observations);
    },
  })),
  brokenObservations('finds what is too old', SINCE, (store) => ({
    find: (numbers) => store.find(numbers, 0),
  })),
  brokenObservations('leaves out what was seen at that very time', SINCE, (store) => ({
    find: (numbers, since) => store.find(numbers, since + 1),
  })),
  brokenObservations('finds the newest app of a number alone', SINCE, (store) => ({
    async find(numbers, since) {
      const found = await store.find(numbers, since);
      const newest = new Map<string, Observation>();
      for (const seen of found) {
        if ((newest.get(seen.number)?.seenAt ?? -1) < seen.seenAt) newest.set(seen.number, seen);
      }
      return [...newest.values()];
    },
  })),
  brokenObservations('answers every number that it is asked about', UNKNOWN, (store) => ({
    async find(numbers, since) {
      const found = await store.find(numbers, since);
      const never = { app: 'whatsapp', seenAt: 0, source: 'none' } as const;
      return numbers.map((number) => found.find((seen) => seen.number === number) ?? { number, ...never });
    },
  })),
  brokenObservations('finds everything when it is asked about nothing', UNKNOWN, (store) => {
    const known = new Map<string, Observation>();
    return {
      async record(observations) {
        for (const seen of observations) known.set(seen.number, seen);
        await store.record(observations);
      },
      find: async (numbers, since) =>
        numbers.length === 0 ? [...known.values()] : store.find(numbers, since),
    };
  }),
  brokenObservations(
    'gives a number as often as it is in the request',
    'gives each observation once, however often its number is asked for',
    (store) => ({
      find: async (numbers, since) =>
        (await Promise.all(numbers.map((number) => store.find([number], since)))).flat(),
    }),
  ),
  brokenObservations('forgets nothing', FORGETS, () => ({ forget: async () => {} })),
  brokenObservations('forgets a number on the first app alone', FORGETS, (store) => ({
    async forget(number) {
      const known = await store.find([number], 0);
      await store.forget(number);
      await store.record(known.filter(({ app }) => app === 'telegram'));
    },
  })),
  brokenObservations('forgets everything', FORGETS, (store) => ({
    async forget() {
      await store.expire({ before: Number.MAX_SAFE_INTEGER, limit: 1_000 });
    },
  })),
  brokenObservations('rejects the repeat of a forget', FORGETS, (store) => ({
    async forget(number) {
      if ((await store.find([number], 0)).length === 0) throw new FaultError('no such number');
      await store.forget(number);
    },
  })),
  brokenObservations('remembers whom it has forgotten', ANEW, (store) => {
    const forgotten = new Set<string>();
    return {
      async forget(number) {
        forgotten.add(number);
        await store.forget(number);
      },
      record: (observations) => store.record(observations.filter(({ number }) => !forgotten.has(number))),
    };
  }),
  brokenObservations('removes nothing', REMOVES, () => ({ expire: async () => 0 })),
  brokenObservations('removes everything at once', REMOVES, (store) => ({
    expire: ({ before }) => store.expire({ before, limit: 1_000 }),
  })),
  brokenObservations('removes what was seen at that very time', REMOVES, (store) => ({
    expire: ({ before, limit }) => store.expire({ before: before + 1, limit }),
  })),
  brokenObservations('counts what it was told to remove', 'counts the removed observations', (store) => ({
    async expire({ before, limit }) {
      await store.expire({ before, limit });
      return limit;
    },
  })),
  brokenObservations("keeps the caller's objects", COPIES, (store) => {
    const given = new Map<string, Observation>();
    return {
      async record(observations) {
        for (const seen of observations) given.set(seen.number, seen);
        await store.record(observations);
      },
      find: async (numbers) =>
        numbers.flatMap((number) => {
          const seen = given.get(number);
          return seen === undefined ? [] : [{ ...seen }];
        }),
    };
  }),
  brokenObservations('gives its own objects away', COPIES, (store) => {
    const given = new Map<string, readonly Observation[]>();
    return {
      async find(numbers, since) {
        const name = `${numbers.join()} ${since}`;
        const found = given.get(name) ?? (await store.find(numbers, since));
        given.set(name, found);
        return found;
      },
    };
  }),
  {
    fault: 'forgets everything at a restart',
    caughtBy: 'remembers observations when it is opened again',
    create: async () => ({
      store: new MemoryObservationStore(),
      reopen: async () => new MemoryObservationStore(),
      close: async () => {},
    }),
  },
];
