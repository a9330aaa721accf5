import type { GiveBack, TaskId, TaskStore } from '@dialproof/core';
import { FaultError } from '../runner/broken.fixture.js';
import { brokenStore, PerTask } from './broken-store.fixture.js';

const NEVER = Number.NEGATIVE_INFINITY;

/** A store that pauses as a whole, until what `until` says of the pauses so far and a new one. */
function pausing(store: TaskStore, until: (so_far: number, notBefore: number) => number): Partial<TaskStore> {
  let pausedUntil = NEVER;
  return {
    async giveBack(target, giveBack) {
      pausedUntil = until(pausedUntil, giveBack.notBefore);
      await store.giveBack(target, { ...giveBack, notBefore: NEVER });
    },
    claim: async (request) =>
      request.now < pausedUntil ? { claim: null, retryAt: pausedUntil } : store.claim(request),
  };
}

/** A store that keeps outages by itself. */
function withOutages(
  store: TaskStore,
  begins: (since: number | null, giveBack: GiveBack) => number | null,
  recorded: (since: number | null, isFirst: boolean) => number | null,
  keyOf: (taskId: TaskId) => TaskId = (taskId) => taskId,
): Partial<TaskStore> {
  const outages = new PerTask<{ since: number | null }>(() => ({ since: null }));
  const outageOf = (taskId: TaskId) => outages.of(keyOf(taskId));
  return {
    async giveBack(target, giveBack) {
      await store.giveBack(target, giveBack);
      const outage = outageOf(target.taskId);
      outage.since = begins(outage.since, giveBack);
    },
    async record(taskId, index, result) {
      const before = (await store.find(taskId))?.processed;
      const task = await store.record(taskId, index, result);
      const outage = outageOf(taskId);
      outage.since = recorded(outage.since, task.processed !== before);
      return task;
    },
    async claim(request) {
      const answer = await store.claim(request);
      if (answer.claim?.kind !== 'check') return answer;
      return { claim: { ...answer.claim, outageSince: outageOf(answer.claim.task.taskId).since } };
    },
  };
}

const begin = (since: number | null, { outageSince }: GiveBack) => since ?? outageSince;
const end = (since: number | null, isFirst: boolean) => (isFirst ? null : since);
const SOMEBODY = 'somebody' as TaskId;

export const BROKEN_PAUSES = [
  brokenStore('does not take a chunk back', 'lets others claim a chunk at once that is given back', () => ({
    giveBack: async () => {},
  })),
  brokenStore(
    'takes back chunks alone',
    'lets others claim a finish at once that is given back',
    (store) => ({
      async giveBack(target, giveBack) {
        if (target.chunkIndex !== null) await store.giveBack(target, giveBack);
      },
    }),
  ),
  brokenStore('does not pause', 'claims nothing of a task before its pause is over', (store) => ({
    giveBack: (target, giveBack) => store.giveBack(target, { ...giveBack, notBefore: NEVER }),
  })),
  brokenStore(
    'pauses a millisecond too long',
    'claims nothing of a task before its pause is over',
    (store) => ({
      giveBack: (target, giveBack) =>
        store.giveBack(target, { ...giveBack, notBefore: giveBack.notBefore + 1 }),
    }),
  ),
  brokenStore('does not pause a finish', 'pauses a finish too', (store) => ({
    giveBack: (target, giveBack) =>
      store.giveBack(target, target.chunkIndex === null ? { ...giveBack, notBefore: NEVER } : giveBack),
  })),
  brokenStore('pauses all tasks', 'pauses the one task and no other', (store) => pausing(store, Math.max)),
  brokenStore('keeps to the last of two pauses', 'keeps to the longer of two pauses', (store) =>
    pausing(store, (_, notBefore) => notBefore),
  ),
  brokenStore('drops what is recorded during a pause', 'records what is checked during a pause', (store) => {
    const paused = new Set<TaskId>();
    return {
      async giveBack(target, giveBack) {
        paused.add(target.taskId);
        await store.giveBack(target, giveBack);
      },
      async record(taskId, index, result) {
        const task = await store.find(taskId);
        return task !== undefined && paused.has(taskId) ? task : store.record(taskId, index, result);
      },
    };
  }),
  brokenStore('pauses for a recorded chunk', 'does nothing when a recorded chunk is given back', (store) =>
    pausing(store, Math.max),
  ),
  brokenStore(
    'rejects what is given back of a task that it does not know',
    'does nothing when something of an ended or unknown task is given back',
    (store) => ({
      async giveBack(target, giveBack) {
        if ((await store.find(target.taskId)) === undefined) throw new FaultError('no such task');
        await store.giveBack(target, giveBack);
      },
    }),
  ),
  brokenStore(
    'tells one claim alone of an outage',
    'tells every later claim of a task since when its outage lasts',
    (store) => {
      const told = new Set<TaskId>();
      return {
        async claim(request) {
          const answer = await store.claim(request);
          if (answer.claim?.kind !== 'check' || answer.claim.outageSince === null) return answer;
          const { taskId } = answer.claim.task;
          const outageSince = told.has(taskId) ? null : answer.claim.outageSince;
          told.add(taskId);
          return { claim: { ...answer.claim, outageSince } };
        },
      };
    },
  ),
  brokenStore('moves the beginning of an outage', 'does not move the beginning of an outage', (store) =>
    withOutages(store, (since, { outageSince }) => outageSince ?? since, end),
  ),
  brokenStore(
    'ends an outage that somebody else does not see',
    'does not move the beginning of an outage',
    (store) =>
      withOutages(
        store,
        (since, { outageSince }) => (outageSince === null ? null : (since ?? outageSince)),
        end,
      ),
  ),
  brokenStore(
    'takes everything that is given back for an outage',
    'begins no outage when a chunk is given back for another reason',
    (store) =>
      withOutages(store, (since, { outageSince, notBefore }) => since ?? outageSince ?? notBefore, end),
  ),
  brokenStore(
    'never ends an outage',
    'ends an outage when a chunk is recorded, and begins another later',
    (store) => withOutages(store, begin, (since) => since),
  ),
  brokenStore(
    'ends an outage with the repeat of a record',
    'does not end an outage when a chunk is recorded again',
    (store) => withOutages(store, begin, () => null),
  ),
  brokenStore(
    'has one outage for all tasks',
    'knows outages of one task apart from those of another',
    (store) => withOutages(store, begin, end, () => SOMEBODY),
  ),
];
