import type { TaskDraft, TaskId } from '@dialproof/core';
import { FaultError } from '../runner/broken.fixture.js';
import { brokenStore, PerTask } from './broken-store.fixture.js';

export const BROKEN_DISCARDS = [
  brokenStore(
    'keeps the row blocks of a discarded draft',
    'removes a draft together with its row blocks',
    (store) => {
      const blocks = new PerTask(() => new Map<number, Uint8Array>());
      return {
        async appendRows(taskId, index, block) {
          await store.appendRows(taskId, index, block);
          blocks.of(taskId).set(index, block);
        },
        async rowBlock(taskId, index) {
          const block = await store.rowBlock(taskId, index);
          const isTask = (await store.find(taskId)) !== undefined;
          return block ?? (isTask ? blocks.of(taskId).get(index) : undefined);
        },
      };
    },
  ),
  brokenStore('discards tasks', 'never discards a task', (store) => {
    const discarded = new Set<TaskId>();
    return {
      async discard(taskId) {
        await store.discard(taskId);
        discarded.add(taskId);
      },
      find: async (taskId) => (discarded.has(taskId) ? undefined : store.find(taskId)),
    };
  }),
  brokenStore('rejects the repeat of a discard', 'removes a draft together with its row blocks', (store) => {
    const discarded = new Set<TaskId>();
    return {
      async discard(taskId) {
        if (discarded.has(taskId)) throw new FaultError('no such draft');
        discarded.add(taskId);
        await store.discard(taskId);
      },
    };
  }),
  brokenStore(
    'never offers a draft to be discarded',
    'offers a draft to be discarded when its lease has ended, not before',
    (store) => ({ begin: (draft) => store.begin({ ...draft, leaseUntil: Number.POSITIVE_INFINITY }) }),
  ),
  brokenStore(
    'offers a draft to be discarded from the beginning',
    'offers a draft to be discarded when its lease has ended, not before',
    (store) => ({ begin: (draft) => store.begin({ ...draft, leaseUntil: draft.createdAt }) }),
  ),
  brokenStore(
    'does not extend the lease of a draft',
    'leaves a draft alone whose lease is extended',
    (store) => ({
      extendLease: async (target, leaseUntil) =>
        target.chunkIndex === null || store.extendLease(target, leaseUntil),
    }),
  ),
  brokenStore(
    'offers a draft again and again',
    'offers a draft to one at a time, and again when that lease ends',
    (store) => ({
      async claim(request) {
        const answer = await store.claim(request);
        if (answer.claim?.kind === 'discard') {
          const target = { taskId: answer.claim.taskId, chunkIndex: null };
          await store.extendLease(target, request.now);
        }
        return answer;
      },
    }),
  ),
  brokenStore(
    'offers a draft once and never again',
    'offers a draft to one at a time, and again when that lease ends',
    (store) => ({
      async claim(request) {
        const answer = await store.claim(request);
        if (answer.claim?.kind === 'discard') {
          await store.discard(answer.claim.taskId);
        }
        return answer;
      },
    }),
  ),
  brokenStore(
    'makes a task of a draft that is being discarded',
    'makes no task of a draft that was claimed to be discarded',
    (store) => {
      const claimed = new Map<TaskId, TaskDraft>();
      const drafts = new Map<TaskId, TaskDraft>();
      return {
        async begin(draft) {
          await store.begin(draft);
          drafts.set(draft.taskId, draft);
        },
        async claim(request) {
          const answer = await store.claim(request);
          if (answer.claim?.kind === 'discard') {
            const draft = drafts.get(answer.claim.taskId);
            if (draft !== undefined) claimed.set(draft.taskId, draft);
          }
          return answer;
        },
        async enqueue(taskId, contents) {
          const draft = claimed.get(taskId);
          if (draft !== undefined) {
            await store.discard(taskId);
            await store.begin(draft);
          }
          return store.enqueue(taskId, contents);
        },
      };
    },
  ),
  brokenStore(
    'does not take a draft back',
    'offers a draft at once that is given back, whatever the pause',
    (store) => ({
      async giveBack(target, giveBack) {
        if ((await store.find(target.taskId)) !== undefined) await store.giveBack(target, giveBack);
      },
    }),
  ),
  brokenStore(
    'says that it extends the lease of what is gone',
    'does not extend the lease of a draft that is gone',
    (store) => ({
      extendLease: async (target, leaseUntil) =>
        (await store.extendLease(target, leaseUntil)) || (await store.find(target.taskId)) === undefined,
    }),
  ),
  brokenStore(
    "extends an upload's lease on the task that came of it",
    'lets no late extension of an upload hold up the task that came of it',
    (store) => ({
      async extendLease(target, leaseUntil) {
        const task = await store.find(target.taskId);
        return task?.status === 'queued' || store.extendLease(target, leaseUntil);
      },
    }),
  ),
];
