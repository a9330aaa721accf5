import type { TaskId, TaskStore } from '@dialproof/core';
import { FaultError } from '../../runner/broken.fixture.js';
import { blindly, brokenStore, claiming, keyOf } from '../subject/broken-store.fixture.js';

/** A store that pauses a task as a whole. */
function pausingTasks(store: TaskStore, elapsed: () => number): Partial<TaskStore> {
  const pausedUntil = new Map<TaskId, number>();
  return {
    async giveBack(lease, ms) {
      pausedUntil.set(lease.taskId, elapsed() + ms);
      await store.giveBack(lease, ms);
    },
    async claim(request) {
      const answer = await store.claim(request);
      const isPaused = (taskId: TaskId) => (pausedUntil.get(taskId) ?? 0) > elapsed();
      return { ...answer, claims: answer.claims.filter(({ taskId }) => !isPaused(taskId)) };
    },
  };
}

const AT_ONCE = 'lets others claim a chunk at once that is given back';
const PAUSE = 'claims a chunk not before its pause is over, and the others meanwhile';
const FINISH = 'lets others claim a finish when its pause is over, and counts how often';

export const BROKEN_PAUSES = [
  brokenStore('does not take a chunk back', AT_ONCE, () => ({ giveBack: async () => {} })),
  brokenStore('pauses what is given back at once', AT_ONCE, (store) => ({
    giveBack: (lease, ms) => store.giveBack(lease, Math.max(ms, 1_000)),
  })),
  brokenStore('does not pause', PAUSE, (store) => ({ giveBack: (lease) => store.giveBack(lease, 0) })),
  brokenStore('pauses for too long', PAUSE, (store) => ({
    giveBack: (lease, ms) => store.giveBack(lease, ms + 7_000),
  })),
  brokenStore('pauses the whole task', PAUSE, (store, clock) => pausingTasks(store, () => clock.elapsed())),
  brokenStore('takes back chunks alone', FINISH, (store) => ({
    async giveBack(lease, ms) {
      if (lease.chunkIndex !== null) await store.giveBack(lease, ms);
    },
  })),
  brokenStore('does not pause a finish', FINISH, (store) => ({
    giveBack: (lease, ms) => store.giveBack(lease, lease.chunkIndex === null ? 0 : ms),
  })),
  brokenStore('does not count how often a finish is given back', FINISH, (store) =>
    claiming(store, (claim) => (claim.kind === 'finish' ? { ...claim, tries: 0 } : claim)),
  ),
  brokenStore(
    'frees what another has been given',
    'frees nothing that belongs to another worker by now',
    (store) => blindly(store, (current) => ({ giveBack: (lease, ms) => store.giveBack(current(lease), ms) })),
  ),
  brokenStore('drops what is recorded during a pause', 'takes records during a pause', (store) => {
    const paused = new Set<string>();
    return {
      async giveBack(lease, ms) {
        if (ms > 0) paused.add(keyOf(lease));
        await store.giveBack(lease, ms);
      },
      record: async (lease, record) =>
        paused.has(keyOf(lease)) ? { outcome: 'closed' } : store.record(lease, record),
    };
  }),
  brokenStore(
    'opens a complete chunk again that is given back',
    'does nothing when a complete chunk is given back',
    (store) => {
      const complete = new Set<string>();
      return {
        async record(lease, record) {
          if (record.isComplete) complete.add(keyOf(lease));
          return store.record(lease, { ...record, isComplete: false });
        },
        async extendLease(lease, ms) {
          return !complete.has(keyOf(lease)) && store.extendLease(lease, ms);
        },
      };
    },
  ),
  brokenStore(
    'rejects what is given back of a task that it does not know',
    'does nothing when something of an ended or unknown task is given back',
    (store) => ({
      async giveBack(lease, ms) {
        if ((await store.find(lease.taskId)) === undefined) throw new FaultError('no such task');
        await store.giveBack(lease, ms);
      },
    }),
  ),
];
