import {
  DialproofError,
  type Lease,
  type Task,
  type TaskEnding,
  type TaskId,
  type TaskStore,
} from '@dialproof/core';
import { FaultError } from '../../runner/broken.fixture.js';
import { blindly, brokenStore, claiming, noting, PerTask, showing } from '../subject/broken-store.fixture.js';
import { LEASE_MS } from '../subject/sample-task.js';

/** A store whose tasks end as `ended` says: from the task as it ended rightly, and from every ending in turn. */
function endingAs(store: TaskStore, ended: (task: Task, ending: TaskEnding) => Task): Partial<TaskStore> {
  const endings = new Map<TaskId, TaskEnding>();
  return {
    ...showing(store, (task) => {
      const ending = endings.get(task.taskId);
      return ending === undefined ? task : ended(task, ending);
    }),
    async finish(lease, ending) {
      await store.finish(lease, ending);
      endings.set(lease.taskId, ending);
    },
  };
}

const WITH_LAST = 'claims the finish with the last record, for as long as that says';
const CLOSED = 'takes no record of a task whose finish was claimed, given back or not';
const COST = 'ends a task with its charge';
const STAYS = 'leaves an ended task unchanged';
const FAILED = 'fails a task with its reason and keeps its records';
const PASSED = 'ends a task whose lease has passed, unless others were given one';
const NOT_HELD = 'ends nothing under a lease that was given back, or is on something else';

export const BROKEN_FINISHES = [
  brokenStore('leaves the finish to the next claim', WITH_LAST, (store) => ({
    async record(lease, record) {
      const answer = await store.record(lease, record);
      if (answer.outcome !== 'recorded' || answer.finish === null) return answer;
      await store.giveBack(answer.finish.lease, 0);
      return { ...answer, finish: null };
    },
  })),
  brokenStore('leases a finish for as long as any', WITH_LAST, (store) => ({
    record: (lease, record) => store.record(lease, { ...record, leaseMs: LEASE_MS }),
  })),
  brokenStore('forgets a finish whose lease has ended', WITH_LAST, (store) => ({
    record: (lease, record) => store.record(lease, { ...record, leaseMs: 1e12 }),
  })),
  brokenStore(
    'adds up verified numbers wrongly',
    'adds up the verified numbers of each record of a chunk',
    (store) => {
      const last = new PerTask(() => ({ verified: 0 }));
      return {
        async record(lease, record) {
          last.of(lease.taskId).verified = record.verified;
          const answer = await store.record(lease, record);
          if (answer.outcome !== 'recorded' || answer.finish === null) return answer;
          return { ...answer, finish: { ...answer.finish, verified: record.verified } };
        },
      };
    },
  ),
  brokenStore('goes on recording when the finish was claimed', CLOSED, (store) => ({
    async record(lease, record) {
      const answer = await store.record(lease, record);
      if (answer.outcome !== 'closed') return answer;
      return { outcome: 'recorded', revision: record.revision + 1, isEnding: false, finish: null };
    },
  })),
  brokenStore('takes records again when a finish is given back', CLOSED, (store) => {
    const givenBack = new Set<TaskId>();
    return {
      async giveBack(lease, ms) {
        givenBack.add(lease.taskId);
        await store.giveBack(lease, ms);
      },
      async record(lease, record) {
        const answer = await store.record(lease, record);
        if (answer.outcome !== 'closed' || !givenBack.has(lease.taskId)) return answer;
        return { outcome: 'outdated', revision: record.revision, statuses: new Uint8Array() };
      },
    };
  }),
  brokenStore('rejects a record of what is no task', 'takes no record of an unknown task', (store) => ({
    async record(lease, record) {
      if ((await store.find(lease.taskId)) === undefined) throw new DialproofError('task_not_found');
      return store.record(lease, record);
    },
  })),
  brokenStore('forgets what a task cost', COST, (store) => ({
    finish: (lease, ending) => store.finish(lease, { ...ending, charged: 0 }),
  })),
  brokenStore('shows credits as held of what has ended', COST, (store) =>
    endingAs(store, (task) => ({ ...task, credits: { ...task.credits, held: 3 } })),
  ),
  brokenStore('ends a task at the time of its last record', COST, (store, clock) => {
    const recorded = new PerTask(() => ({ at: 0 }));
    return {
      ...showing(store, (task) =>
        task.finishedAt === null ? task : { ...task, finishedAt: recorded.of(task.taskId).at },
      ),
      async record(lease, record) {
        recorded.of(lease.taskId).at = clock.now();
        return store.record(lease, record);
      },
    };
  }),
  brokenStore(
    'believes the clock also when it ends a task before it was started',
    'ends no task before it was started, whatever the clock says',
    (store, clock) => endingAs(store, (task) => ({ ...task, finishedAt: clock.now() })),
  ),
  brokenStore('ends a task again', STAYS, (store) =>
    endingAs(store, (task, { status, failureReason, charged }) => ({
      ...task,
      status,
      failureReason,
      credits: { held: 0, charged },
    })),
  ),
  brokenStore('rejects the repeat of a finish', STAYS, (store) => {
    const ended = new Set<TaskId>();
    return {
      async finish(lease, ending) {
        if (ended.has(lease.taskId)) throw new FaultError('the task has ended');
        ended.add(lease.taskId);
        await store.finish(lease, ending);
      },
    };
  }),
  brokenStore(
    'charges for each who ends a task',
    'ends a task once when it is ended several times at once',
    (store) => {
      const charged = new PerTask(() => ({ sum: 0 }));
      return {
        ...showing(store, (task) => ({
          ...task,
          credits: { ...task.credits, charged: charged.of(task.taskId).sum },
        })),
        async finish(lease, ending) {
          charged.of(lease.taskId).sum += ending.charged;
          await store.finish(lease, ending);
        },
      };
    },
  ),
  brokenStore('lets anybody end a task', PASSED, (store) =>
    blindly(store, (current) => ({ finish: (lease, ending) => store.finish(current(lease), ending) })),
  ),
  brokenStore('ends no task when the lease has passed', PASSED, (store, clock) => {
    const ends = new Map<string, number>();
    const notes = noting(store, (lease: Lease) => void ends.set(lease.token, clock.elapsed() + LEASE_MS));
    return {
      ...notes,
      async finish(lease, ending) {
        if ((ends.get(lease.token) ?? 0) > clock.elapsed()) await store.finish(lease, ending);
      },
    };
  }),
  brokenStore('keeps a lease that was given back', NOT_HELD, () => ({ giveBack: async () => {} })),
  brokenStore('ends a task under the lease of a chunk', NOT_HELD, (store) => ({
    async finish(lease, ending) {
      await store.finish(lease, ending);
      const isChunk = lease.chunkIndex !== null && (await store.extendLease(lease, LEASE_MS));
      if (!isChunk) return;
      await store.giveBack(lease, 0);
      await store.fail(lease.taskId, 'cancelled');
      const { claims } = await store.claim({ leaseMs: LEASE_MS, limit: 1, taskId: lease.taskId });
      for (const claim of claims) await store.finish(claim.lease, ending);
    },
  })),
  brokenStore('throws away what a failed task has recorded', FAILED, (store) =>
    endingAs(store, (task) =>
      task.status === 'failed' ? { ...task, processed: 0, summary: { ...task.summary, dead: 0 } } : task,
    ),
  ),
  brokenStore('gives no statuses of what has failed', FAILED, (store) => ({
    statuses: async (taskId) =>
      (await store.find(taskId))?.status === 'failed' ? [] : store.statuses(taskId),
  })),
  brokenStore('shows no reason of what has failed', FAILED, (store) => ({
    finish: (lease, ending) => store.finish(lease, { ...ending, failureReason: null }),
  })),
  brokenStore(
    'says of no finish how much was verified',
    'adds up the verified numbers of each record of a chunk',
    (store) => claiming(store, (claim) => (claim.kind === 'finish' ? { ...claim, verified: 0 } : claim)),
  ),
];
