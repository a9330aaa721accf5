import type { LeaseTarget, TaskId } from '@dialproof/core';
import { brokenStore, PerTask } from './broken-store.fixture.js';

const keyOf = ({ taskId, chunkIndex }: LeaseTarget) => `${taskId} ${chunkIndex}`;

export const BROKEN_LEASES = [
  brokenStore(
    'never gives a claim to another when its lease ends',
    'claims a chunk again when its lease has ended, not before',
    (store) => ({ claim: ({ now }) => store.claim({ now, leaseUntil: Number.MAX_SAFE_INTEGER }) }),
  ),
  brokenStore(
    'holds a lease for a millisecond longer',
    'claims a chunk again when its lease has ended, not before',
    (store) => ({ claim: ({ now, leaseUntil }) => store.claim({ now, leaseUntil: leaseUntil + 1 }) }),
  ),
  brokenStore(
    'goes back to expired chunks only when there are no others',
    'claims chunks whose leases have ended before those behind them',
    (store) => ({
      async claim(request) {
        const fresh = await store.claim({ ...request, now: Number.NEGATIVE_INFINITY });
        return fresh.claim === null ? store.claim(request) : fresh;
      },
    }),
  ),
  brokenStore('does not extend a lease', 'keeps a chunk claimed whose lease is extended', () => ({
    extendLease: async () => true,
  })),
  brokenStore(
    'extends the leases of chunks alone',
    'keeps a finish claimed whose lease is extended',
    (store) => ({
      extendLease: async (target, leaseUntil) =>
        target.chunkIndex !== null && store.extendLease(target, leaseUntil),
    }),
  ),
  brokenStore(
    'says that it extends the lease of a recorded chunk',
    'extends no lease of a recorded chunk',
    (store) => {
      const recorded = new Set<string>();
      return {
        record(taskId, chunkIndex, result) {
          recorded.add(keyOf({ taskId, chunkIndex }));
          return store.record(taskId, chunkIndex, result);
        },
        extendLease: async (target, leaseUntil) =>
          recorded.has(keyOf(target)) || store.extendLease(target, leaseUntil),
      };
    },
  ),
  brokenStore(
    'says that it extends a lease of what has ended',
    'extends no lease of a task that has ended',
    (store) => {
      const ended = new Set<TaskId>();
      return {
        finish(taskId, ending) {
          ended.add(taskId);
          return store.finish(taskId, ending);
        },
        extendLease: async (target, leaseUntil) =>
          ended.has(target.taskId) || store.extendLease(target, leaseUntil),
      };
    },
  ),
  brokenStore('says that it extends what was given back', 'extends no lease that was given back', (store) => {
    const givenBack = new Set<string>();
    return {
      async giveBack(target, giveBack) {
        givenBack.add(keyOf(target));
        await store.giveBack(target, giveBack);
      },
      extendLease: async (target, leaseUntil) =>
        (await store.extendLease(target, leaseUntil)) || givenBack.has(keyOf(target)),
    };
  }),
  brokenStore(
    'leaves leases alone when it is told to end them',
    'ends every lease, of chunks, finishes and drafts, when it is told to',
    () => ({ endLeases: async () => {} }),
  ),
  brokenStore(
    'leaves leases alone after a restart',
    'ends the leases of an earlier process when it is told to',
    () => ({
      endLeases: async () => {},
    }),
  ),
  brokenStore(
    'ends the leases of chunks alone',
    'ends every lease, of chunks, finishes and drafts, when it is told to',
    (store) => {
      const drafts = new PerTask<{ leaseUntil: number }>(() => ({ leaseUntil: 0 }));
      const open = new Set<TaskId>();
      return {
        async begin(draft) {
          await store.begin(draft);
          drafts.of(draft.taskId).leaseUntil = draft.leaseUntil;
          open.add(draft.taskId);
        },
        async endLeases() {
          await store.endLeases();
          for (const taskId of open) {
            await store.extendLease({ taskId, chunkIndex: null }, drafts.of(taskId).leaseUntil);
          }
        },
      };
    },
  ),
];
