import { DialproofError, type Lease, MemoryTaskStore, type Task, type TaskId } from '@dialproof/core';
import { FaultError, nextTurn } from '../../runner/broken.fixture.js';
import { blindly, brokenStore, showing } from '../subject/broken-store.fixture.js';
import { sampleContents, sampleDraft } from '../subject/sample-task.js';

const RUN = 'gives a draft the run that it was begun with, and its retries others';
const WHOLE = 'makes a draft a queued task, as a whole';
const AGAIN = 'changes nothing when a task is enqueued again';

export const BROKEN_DRAFTS = [
  brokenStore('takes an id that exists', 'refuses to begin a draft with an id that exists', (store) => ({
    begin: (draft) =>
      store.begin(draft).catch(() => ({ taskId: draft.taskId, chunkIndex: null, token: 'another token' })),
  })),
  brokenStore(
    'overwrites a draft that is begun again',
    'refuses to begin a draft with an id that exists',
    (store) => {
      const leases = new Map<TaskId, Lease>();
      return {
        async begin(draft) {
          const known = leases.get(draft.taskId);
          if (known !== undefined) await store.discard(known);
          const lease = await store.begin(draft);
          leases.set(draft.taskId, lease);
          return lease;
        },
      };
    },
  ),
  brokenStore(
    'searches an id and then takes it',
    'begins one draft of those that are begun at once with one id',
    (store) => {
      const taken = new Set<TaskId>();
      return {
        async begin(draft) {
          const isTaken = taken.has(draft.taskId);
          await nextTurn();
          taken.add(draft.taskId);
          const lease = store.begin(draft);
          if (isTaken) return lease;
          return lease.catch(() => ({ taskId: draft.taskId, chunkIndex: null, token: 'another token' }));
        },
      };
    },
  ),
  brokenStore('lets every draft be the first run', RUN, (store) => ({
    begin: (draft) => store.begin({ ...draft, run: 1 }),
  })),
  brokenStore('counts runs in 32 bits', RUN, (store) => ({
    begin: (draft) => store.begin({ ...draft, run: draft.run | 0 }),
  })),
  brokenStore('begins retries with the second run', RUN, (store) => ({
    async beginRetry(taskId, leaseMs) {
      const retry = await store.beginRetry(taskId, leaseMs);
      return retry && { ...retry, run: 7 };
    },
  })),
  brokenStore('shows drafts as tasks', 'shows no draft', (store) => {
    const drafts = new Map<TaskId, Task>();
    return {
      async begin(draft) {
        const lease = await store.begin(draft);
        const shadow = new MemoryTaskStore();
        drafts.set(draft.taskId, await shadow.enqueue(await shadow.begin(draft), sampleContents(0)));
        return lease;
      },
      find: async (taskId) => (await store.find(taskId)) ?? drafts.get(taskId),
    };
  }),
  brokenStore('rejects where it knows nothing', 'knows nothing of an id that was never used', (store) => ({
    async find(taskId) {
      const task = await store.find(taskId);
      if (task === undefined) throw new DialproofError('task_not_found');
      return task;
    },
  })),
  brokenStore(
    'rejects ids that its column does not take',
    'does not find ids that are no ids, and rejects none of them for it',
    (store) => ({
      async find(taskId) {
        if (!/^[0-9a-f-]{36}$/.test(taskId)) throw new FaultError('invalid input syntax for type uuid');
        return store.find(taskId);
      },
    }),
  ),
  brokenStore(
    'keeps as many chunks as fit into one statement',
    'keeps a chunk for every five numbers of the largest file',
    (store) => ({
      enqueue: (lease, contents) =>
        store.enqueue(lease, { ...contents, chunks: contents.chunks.slice(0, 10_000) }),
    }),
  ),
  brokenStore('counts held credits in 16 bits', WHOLE, (store) => ({
    enqueue: (lease, contents) =>
      store.enqueue(lease, { ...contents, heldCredits: contents.heldCredits & 0xffff }),
  })),
  brokenStore('counts the rows without a number at once', WHOLE, (store) =>
    showing(store, (task) =>
      task.status === 'queued' ? { ...task, processed: 2, summary: { ...task.summary, unknown: 2 } } : task,
    ),
  ),
  brokenStore('creates a task when it is enqueued', WHOLE, (store, clock) => {
    const createdAt = new Map<TaskId, number>();
    const shown = showing(store, (task) => ({
      ...task,
      createdAt: createdAt.get(task.taskId) ?? task.createdAt,
    }));
    return {
      ...shown,
      async enqueue(lease, contents) {
        createdAt.set(lease.taskId, createdAt.get(lease.taskId) ?? clock.now());
        return shown.enqueue?.(lease, contents) ?? store.enqueue(lease, contents);
      },
    };
  }),
  brokenStore("loses the column's name", WHOLE, (store) =>
    showing(store, ({ file, ...task }) => ({
      ...task,
      file: { ...file, phoneColumn: { index: file.phoneColumn.index, name: `${file.phoneColumn.index}` } },
    })),
  ),
  brokenStore("loses the sheet's name", WHOLE, (store) =>
    showing(store, ({ file, ...task }) => ({ ...task, file: { ...file, sheet: null } })),
  ),
  brokenStore('loses what tells one upload from another', WHOLE, (store) =>
    showing(store, ({ file: { upload: _, ...file }, ...task }) => ({ ...task, file })),
  ),
  brokenStore('rejects the repeat of an enqueue', AGAIN, (store) => ({
    async enqueue(lease, contents) {
      if ((await store.find(lease.taskId)) !== undefined) throw new FaultError('duplicate key');
      return store.enqueue(lease, contents);
    },
  })),
  brokenStore('answers the repeat of an enqueue with the first answer', AGAIN, (store) => {
    const first = new Map<TaskId, Task>();
    return {
      async enqueue(lease, contents) {
        const task = first.get(lease.taskId) ?? (await store.enqueue(lease, contents));
        first.set(lease.taskId, task);
        return task;
      },
    };
  }),
  brokenStore(
    'searches a task and then makes it',
    'makes one task of a draft in concurrent calls',
    (store) => {
      const made = new Set<TaskId>();
      return {
        async enqueue(lease, contents) {
          const known = made.has(lease.taskId);
          await nextTurn();
          if (!known && made.has(lease.taskId)) throw new FaultError('duplicate key');
          made.add(lease.taskId);
          return store.enqueue(lease, contents);
        },
      };
    },
  ),
  brokenStore('makes a task of an id it does not know', 'makes no task without a draft', (store) => ({
    async enqueue(lease, contents) {
      const begun = await store.begin(sampleDraft({ taskId: lease.taskId })).catch(() => lease);
      return store.enqueue(begun, contents);
    },
  })),
  brokenStore('makes a task of a draft of somebody else', 'makes no task without a draft', (store) =>
    blindly(store, (current) => ({
      enqueue: (lease, contents) => store.enqueue(current(lease), contents),
    })),
  ),
  brokenStore(
    'gives a draft up when its time has passed, claimed or not',
    'makes a task of a draft whose time has passed, unless it is claimed',
    (store, clock) => {
      const ends = new Map<TaskId, number>();
      return {
        async begin(draft) {
          ends.set(draft.taskId, clock.elapsed() + draft.leaseMs);
          return store.begin(draft);
        },
        async enqueue(lease, contents) {
          if ((ends.get(lease.taskId) ?? 0) <= clock.elapsed()) throw new DialproofError('task_not_found');
          return store.enqueue(lease, contents);
        },
      };
    },
  ),
];
