import {
  type Clock,
  DialproofError,
  MemoryTaskStore,
  type Task,
  type TaskId,
  type TaskStore,
} from '@dialproof/core';
import { describe, it } from 'vitest';
import {
  byOwnTime,
  byWallClock,
  crowding,
  failing,
  lending,
  type Mutant,
  ONE_TOKEN,
  provesSuite,
  sharing,
  withFault,
} from '../runner/suite-proof.fixture.js';
import type { TaskStoreSubject } from './subject/sample-task.js';
import { taskStoreContract } from './task-store-contract.js';

type Wrong = Mutant<TaskStore, TaskStoreSubject>;

const create = (clock: Clock, change: (right: TaskStore) => TaskStore): TaskStoreSubject => ({
  store: change(new MemoryTaskStore({ clock })),
  close: async () => {},
});

/** A store whose tasks come out as `show` says. */
const showing =
  (show: (task: Task, clock: Clock) => Task): Wrong =>
  (store, clock) => ({
    enqueue: async (lease, contents) => show(await store.enqueue(lease, contents), clock),
    async find(taskId) {
      const task = await store.find(taskId);
      return task && show(task, clock);
    },
  });

/** Takes a record whatever has been recorded since its worker read the chunk. */
const atAnyRevision: Wrong = (store) => ({
  async record(lease, record) {
    const answer = await store.record(lease, record);
    return answer.outcome === 'outdated'
      ? store.record(lease, { ...record, revision: answer.revision })
      : answer;
  },
});

/** Takes answers from whoever still holds the lease, and drops those of a late worker. */
const underLeaseAlone: Wrong = (store) => ({
  record: async (lease, record) =>
    (await store.extendLease(lease, 60_000)) ? store.record(lease, record) : { outcome: 'closed' },
});

/** Takes a lease for lost as soon as its time has passed, although nobody else was given it. */
const losingAtTheEnd: Wrong = (store) => {
  const sweep = () => store.claim({ leaseMs: 0, limit: 99, taskId: null });
  return {
    extendLease: (lease, ms) => sweep().then(() => store.extendLease(lease, ms)),
    enqueue: (lease, contents) => sweep().then(() => store.enqueue(lease, contents)),
    resume: (lease, contents) => sweep().then(() => store.resume(lease, contents)),
    finish: (lease, ending) => sweep().then(() => store.finish(lease, ending)),
  };
};

const withOneToken: Wrong = (_, clock) => new MemoryTaskStore({ clock, entropy: ONE_TOKEN });
const emptyAfterRestart: Wrong = (_, clock) => ({ reopen: async () => new MemoryTaskStore({ clock }) });

/** A store that is right until a restart, which does this to it. */
const restartWith =
  (harm: (store: TaskStore) => Promise<void>): Wrong =>
  (store) => ({
    async reopen() {
      await harm(store);
      return store;
    },
  });

describe('MemoryTaskStore', () => {
  provesSuite<TaskStore, TaskStoreSubject>(taskStoreContract, create, {
    'begins one draft of those that are begun at once with one id': sharing('begin'),
    'makes one task of a draft in concurrent calls': crowding('enqueue'),
    'begins no retry of a task that has not ended, or whose retry was begun': sharing('beginRetry'),
    ...failing(
      sharing('claim'),
      'gives concurrent claims different chunks',
      'gives the finish to one at a time, and again when that lease ends',
      'lets one probe out in concurrent claims',
      'is never wrong about a task while 16 use it at once (seed 3)',
    ),
    'takes one of the records that come at once at the same revision': sharing('record'),
    'ends a task once when it is ended several times at once': (store, clock) => {
      let charged = 0;
      return {
        ...showing((task) => ({ ...task, credits: { held: 0, charged } }))(store, clock),
        async finish(lease, ending) {
          charged += ending.charged;
          await store.finish(lease, ending);
        },
      };
    },

    ...failing(
      atAnyRevision,
      'changes nothing by a record of another revision, and returns the present one',
      'changes nothing by the repeat of a record that completed its chunk',
      'changes nothing by answers from before a chunk was reopened',
      'is never wrong about a task while 1 use it at once (seed 1)',
    ),
    ...failing(
      underLeaseAlone,
      'takes the answers of a late worker, also when the chunk is claimed by another',
      'takes records during a pause',
      'counts the answers of a late worker of the run before in the present run',
    ),
    ...failing(
      withOneToken,
      'gives every lease a token of its own',
      'extends the lease of a check that has ended, unless others were given one',
      'frees nothing that belongs to another worker by now',
      'ends a task whose lease has passed, unless others were given one',
      'lets a lost lease neither discard nor extend nor give back a draft',
      'offers an abandoned retry to be discarded, with its run',
      'ends no run by the finish of the one before',
      'is never wrong about a task while 5 use it at once (seed 2)',
    ),
    ...failing(
      losingAtTheEnd,
      'extends the lease of a finish that has ended, unless others were given one',
      'makes a task of a draft whose time has passed, unless it is claimed',
      'resumes a retry whose time has passed, unless it is claimed',
    ),

    ...failing(
      byWallClock,
      'measures leases and pauses alike when the clock is set ahead',
      'measures leases and pauses alike when the clock is set back',
      'measures an outage alike when the clock is set',
    ),
    'starts no task before it was created, whatever the clock says': showing((task, clock) => ({
      ...task,
      startedAt: task.startedAt && clock.now(),
    })),
    'ends no task before it was started, whatever the clock says': showing((task, clock) => ({
      ...task,
      finishedAt: task.finishedAt && clock.now(),
    })),

    ...failing(
      emptyAfterRestart,
      'remembers a draft when it is opened again',
      'remembers progress, statuses and leases when it is opened again',
    ),
    'remembers pauses and an outage when it is opened again': restartWith((store) => store.endOutage()),
    'remembers which probe is out when it is opened again': restartWith(async (store) => {
      await store.endOutage();
      await store.reportOutage({
        reason: 'checker_unavailable',
        isInferred: false,
        retryAfterMs: 0,
        failAfterMs: 1e12,
      });
    }),
    'remembers a retry and its run when it is opened again': (store) => ({
      reopen: async () =>
        withFault(store, { resume: () => Promise.reject(new DialproofError('task_not_found')) }),
    }),

    'keeps copies of its arguments': (store) => {
      const blocks = new Map<number, Uint8Array>();
      return {
        appendRows: (lease, index, block) =>
          store.appendRows(lease, index, blocks.set(index, block).get(index) ?? block),
        rowBlock: async (_, index) => blocks.get(index),
      };
    },
    'keeps copies of the chunks that a retry reopens': (store) => {
      let kept: Uint8Array | undefined;
      return {
        async resume(lease, contents) {
          kept = contents.reopened[0]?.statuses;
          return store.resume(lease, contents);
        },
        statuses: async (taskId) => (kept === undefined ? store.statuses(taskId) : [kept]),
      };
    },
    'returns copies of its data': [lending('rowBlock'), lending('statuses'), lending('find')],
    'gives a task as of one moment, which later changes leave alone': (store, clock) => {
      const objects = new Map<TaskId, Task>();
      return showing((task) => {
        const object = Object.assign(objects.get(task.taskId) ?? task, task);
        objects.set(task.taskId, object);
        return object;
      })(store, clock);
    },
  });
});

describe('MemoryTaskStore, by a time of its own', () => {
  taskStoreContract({ describe, it }, byOwnTime(create));
});
