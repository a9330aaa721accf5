import { type Clock, DialproofError, MemoryTaskStore, type Task, type TaskStore } from '@dialproof/core';
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
import { OUTAGE, type TaskStoreSubject } from './subject/sample-task.js';
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

/** Extends the lease of a task that is not there. */
const extendingUnknown: Wrong = (store) => ({
  extendLease: async (lease, ms) =>
    (await store.find(lease.taskId)) === undefined && lease.chunkIndex !== null
      ? true
      : store.extendLease(lease, ms),
});

/** Takes the lease of an upload for one of its task. */
const extendingByUploads: Wrong = (store) => {
  const uploads = new Set<string>();
  return {
    async enqueue(lease, contents) {
      uploads.add(lease.token);
      return await store.enqueue(lease, contents);
    },
    extendLease: async (lease, ms) => uploads.has(lease.token) || store.extendLease(lease, ms),
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
      'lets one probe out in concurrent claims',
      'is never wrong about a task while 16 use it at once (seed 3)',
    ),
    'takes one of the records that come at once at the same revision': sharing('record'),

    ...failing(
      atAnyRevision,
      'changes nothing by a record of another revision, and returns the present one',
      'changes nothing by answers from before a chunk was reopened',
    ),
    'is never wrong about a task while 1 use it at once (seed 1)': [
      atAnyRevision,
      extendingUnknown,
      extendingByUploads,
    ],
    ...failing(
      underLeaseAlone,
      'takes the answers of a late worker, also when the chunk is claimed by another',
      'counts the answers of a late worker of the run before in the present run',
    ),
    ...failing(
      withOneToken,
      'gives every lease a token of its own',
      'extends the lease of a check that has ended, unless others were given one',
      'ends a task whose lease has passed, unless others were given one',
      'lets a lost lease neither discard nor extend nor give back a draft',
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
      await store.reportOutage({ ...OUTAGE, retryAfterMs: 0 });
    }),
    'remembers a retry and its run when it is opened again': (store) => ({
      reopen: async () =>
        withFault(store, { resume: () => Promise.reject(new DialproofError('task_not_found')) }),
    }),

    'returns copies of its data': [lending('rowBlock'), lending('statuses'), lending('find')],
  });
});

describe('MemoryTaskStore, by a time of its own', () => {
  taskStoreContract({ describe, it }, byOwnTime(create));
});
