import type { FailureReason, Lease, TaskId } from '@dialproof/core';
import { FaultError } from '../../runner/broken.fixture.js';
import { brokenStore, claiming, noting, PerTask, showing } from '../subject/broken-store.fixture.js';

const OFFERS = 'offers the finish of a failing task, with its verified numbers';
const WAITS = 'waits for the leases of a failing task';
const GOES_ON = 'lets the leases of a failing task last until their end';
const STILL = 'takes late answers of a failing task, and reports that it ends';
const LAST = 'offers the finish of a failing task when its last chunk is given back';
const CLAIMED = 'does not fail a task whose finish was claimed';

export const BROKEN_FAILURES = [
  brokenStore('does not fail', OFFERS, () => ({ fail: async () => {} })),
  brokenStore('fails a task at once', OFFERS, (store) => {
    const told = new Set<TaskId>();
    return {
      ...showing(store, (task) =>
        told.has(task.taskId) ? { ...task, status: 'failed', failureReason: 'cancelled' } : task,
      ),
      async fail(taskId, reason) {
        told.add(taskId);
        await store.fail(taskId, reason);
      },
    };
  }),
  brokenStore('lets the last reason count', OFFERS, (store) => {
    const reasons = new Map<TaskId, FailureReason>();
    return {
      ...claiming(store, (claim) =>
        claim.kind === 'finish'
          ? { ...claim, failureReason: reasons.get(claim.taskId) ?? claim.failureReason }
          : claim,
      ),
      async fail(taskId, reason) {
        reasons.set(taskId, reason);
        await store.fail(taskId, reason);
      },
    };
  }),
  brokenStore('charges nothing for what fails', OFFERS, (store) =>
    claiming(store, (claim) =>
      claim.kind === 'finish' && claim.failureReason !== null ? { ...claim, verified: 0 } : claim,
    ),
  ),
  brokenStore('forgets why a task fails', OFFERS, (store) =>
    claiming(store, (claim) => (claim.kind === 'finish' ? { ...claim, failureReason: null } : claim)),
  ),
  ...([WAITS, GOES_ON] as const).map((caughtBy) =>
    brokenStore(`finishes while chunks are leased (${caughtBy})`, caughtBy, (store) => {
      const leases = new PerTask<Lease[]>(() => []);
      const notes = noting(store, (lease) => void leases.of(lease.taskId).push(lease));
      return {
        ...notes,
        async fail(taskId, reason) {
          await store.fail(taskId, reason);
          for (const lease of leases.of(taskId)) await store.giveBack(lease, 0);
        },
      };
    }),
  ),
  brokenStore('hands out chunks of what was told to fail', WAITS, (store) => {
    const told = new Map<TaskId, FailureReason>();
    return {
      async fail(taskId, reason) {
        told.set(taskId, reason);
      },
      async claim(request) {
        const answer = await store.claim(request);
        for (const [taskId, reason] of told) await store.fail(taskId, reason);
        return answer;
      },
    };
  }),
  brokenStore('says that it extends the leases of what was told to fail', GOES_ON, (store) => ({
    extendLease: async (lease, ms) => (await store.extendLease(lease, ms)) || lease.chunkIndex !== null,
  })),
  brokenStore('records nothing on a task that was told to fail', STILL, (store) => {
    const told = new Set<TaskId>();
    return {
      async fail(taskId, reason) {
        told.add(taskId);
        await store.fail(taskId, reason);
      },
      record: async (lease, record) =>
        told.has(lease.taskId) ? { outcome: 'closed' } : store.record(lease, record),
    };
  }),
  brokenStore('does not say that a task is ending', STILL, (store) => ({
    async record(lease, record) {
      const answer = await store.record(lease, record);
      return answer.outcome === 'recorded' ? { ...answer, isEnding: false } : answer;
    },
  })),
  brokenStore('claims the finish with the next record of what was told to fail', STILL, (store) => ({
    async record(lease, record) {
      const answer = await store.record(lease, record);
      if (answer.outcome !== 'recorded' || !answer.isEnding || answer.finish !== null) return answer;
      const { taskId } = lease;
      return {
        ...answer,
        finish: {
          kind: 'finish',
          lease: { taskId, chunkIndex: null, token: 'any' },
          taskId,
          accountId: (await store.find(taskId))?.accountId ?? ('' as never),
          run: 1,
          verified: record.verified,
          failureReason: 'cancelled',
          tries: 0,
        },
      };
    },
  })),
  brokenStore('waits for the pauses of a task that was told to fail', LAST, (store) => {
    const longest = new PerTask(() => ({ ms: 0 }));
    return {
      async giveBack(lease, ms) {
        longest.of(lease.taskId).ms = Math.max(longest.of(lease.taskId).ms, ms);
        await store.giveBack(lease, ms);
      },
      async claim(request) {
        const answer = await store.claim(request);
        const isPaused = (taskId: TaskId) => longest.of(taskId).ms > 0;
        return {
          ...answer,
          claims: answer.claims.filter(({ kind, taskId }) => kind !== 'finish' || !isPaused(taskId)),
        };
      },
    };
  }),
  brokenStore(
    'extends no lease of a failing task',
    'extends the lease on the finish of a failing task',
    (store) => {
      const told = new Set<TaskId>();
      return {
        async fail(taskId, reason) {
          told.add(taskId);
          await store.fail(taskId, reason);
        },
        extendLease: async (lease, ms) => !told.has(lease.taskId) && store.extendLease(lease, ms),
      };
    },
  ),
  brokenStore('fails only what is processing', 'takes a queued failing task through processing', (store) => ({
    async fail(taskId, reason) {
      if ((await store.find(taskId))?.status === 'processing') await store.fail(taskId, reason);
    },
  })),
  brokenStore(
    'does not fail a completely recorded task',
    'fails a task that has only its finish left, unless that is claimed',
    (store) => ({
      async fail(taskId, reason) {
        if ((await store.statuses(taskId)).some((statuses) => statuses === undefined)) {
          await store.fail(taskId, reason);
        }
      },
    }),
  ),
  brokenStore('fails what is being finished', CLAIMED, (store) => {
    const told = new Set<TaskId>();
    return {
      ...claiming(store, (claim) =>
        claim.kind === 'finish' && told.has(claim.taskId) ? { ...claim, failureReason: 'cancelled' } : claim,
      ),
      async fail(taskId, reason) {
        told.add(taskId);
        await store.fail(taskId, reason);
      },
    };
  }),
  brokenStore(
    'rejects when an unknown task is to fail',
    'does nothing when an unknown or ended task is to fail',
    (store) => ({
      async fail(taskId, reason) {
        if ((await store.find(taskId)) === undefined) throw new FaultError('no such task');
        await store.fail(taskId, reason);
      },
    }),
  ),
];
