import type { TaskDraft, TaskId, TaskStore } from '@dialproof/core';
import { FaultError } from '../../runner/broken.fixture.js';
import { blindly, brokenStore, claiming, noting } from '../subject/broken-store.fixture.js';
import { OWNER } from '../subject/sample-task.js';

const isDraft = async (store: TaskStore, taskId: TaskId) => (await store.find(taskId)) === undefined;

const OFFERED = 'offers a draft to be discarded when its lease has ended, not before';
const ONCE = 'offers a draft to one at a time, and again when that lease ends';
const LOST = 'lets a lost lease neither discard nor extend nor give back a draft';
const PAUSED = 'pauses a draft that is given back, and counts how often';
const LATE = 'lets no late call of an upload delay its task';

export const BROKEN_DISCARDS = [
  brokenStore('discards tasks', 'never discards a task', (store) => {
    const discarded = new Set<TaskId>();
    return {
      async discard(lease) {
        await store.discard(lease);
        discarded.add(lease.taskId);
      },
      find: async (taskId) => (discarded.has(taskId) ? undefined : store.find(taskId)),
    };
  }),
  brokenStore('rejects the repeat of a discard', 'removes a draft together with its row blocks', (store) => {
    const discarded = new Set<string>();
    return {
      async discard(lease) {
        if (discarded.has(lease.token)) throw new FaultError('no such draft');
        discarded.add(lease.token);
        await store.discard(lease);
      },
    };
  }),
  brokenStore('never offers a draft to be discarded', OFFERED, (store) => ({
    begin: (draft) => store.begin({ ...draft, leaseMs: Number.POSITIVE_INFINITY }),
  })),
  brokenStore('offers a draft to be discarded from the beginning', OFFERED, (store) => ({
    begin: (draft) => store.begin({ ...draft, leaseMs: 0 }),
  })),
  brokenStore('does not know whose a draft is', OFFERED, (store) =>
    claiming(store, (claim) => (claim.kind === 'discard' ? { ...claim, accountId: OWNER } : claim)),
  ),
  brokenStore(
    'discards drafts when there is nothing else to do',
    'offers abandoned drafts before anything of a task',
    (store) => ({
      async claim(request) {
        const { claims, ...rest } = await store.claim(request);
        const isDiscard = ({ kind }: (typeof claims)[number]) => kind === 'discard';
        return {
          claims: [...claims.filter((claim) => !isDiscard(claim)), ...claims.filter(isDiscard)],
          ...rest,
        };
      },
    }),
  ),
  brokenStore(
    'does not extend the lease of a draft',
    'leaves a draft alone whose lease is extended',
    (store) => ({
      extendLease: async (lease, leaseMs) =>
        (await isDraft(store, lease.taskId)) || store.extendLease(lease, leaseMs),
    }),
  ),
  brokenStore('offers a draft again and again', ONCE, (store) =>
    noting(store, async (lease, claim) => {
      if (claim?.kind === 'discard') await store.extendLease(lease, 0);
    }),
  ),
  brokenStore('offers a draft once and never again', ONCE, (store) =>
    noting(store, async (lease, claim) => {
      if (claim?.kind === 'discard') await store.discard(lease);
    }),
  ),
  brokenStore(
    'makes a task of a draft that is being discarded',
    'makes no task of a draft that was claimed to be discarded',
    (store) => {
      const drafts = new Map<TaskId, TaskDraft>();
      return blindly(store, (current) => ({
        async begin(draft) {
          drafts.set(draft.taskId, draft);
          return store.begin(draft);
        },
        async enqueue(lease, contents) {
          const draft = drafts.get(lease.taskId);
          const held = current(lease);
          if (draft === undefined || held.token === lease.token) return store.enqueue(lease, contents);
          await store.discard(held);
          return store.enqueue(await store.begin(draft), contents);
        },
      }));
    },
  ),
  brokenStore('lets an upload discard what others are discarding', LOST, (store) =>
    blindly(store, (current) => ({ discard: (lease) => store.discard(current(lease)) })),
  ),
  brokenStore('lets an upload give back what others are discarding', LOST, (store) =>
    blindly(store, (current) => ({ giveBack: (lease, ms) => store.giveBack(current(lease), ms) })),
  ),
  brokenStore('lets an upload extend the lease of those who discard it', LOST, (store) =>
    blindly(store, (current) => ({ extendLease: (lease, ms) => store.extendLease(current(lease), ms) })),
  ),
  brokenStore('does not pause a draft', PAUSED, (store) => ({
    giveBack: async (lease, ms) => store.giveBack(lease, (await isDraft(store, lease.taskId)) ? 0 : ms),
  })),
  brokenStore('does not take a draft back', PAUSED, (store) => ({
    async giveBack(lease, ms) {
      if (!(await isDraft(store, lease.taskId))) await store.giveBack(lease, ms);
    },
  })),
  brokenStore('does not count how often a draft is given back', PAUSED, (store) =>
    claiming(store, (claim) => (claim.kind === 'discard' ? { ...claim, tries: 0 } : claim)),
  ),
  brokenStore(
    'counts an upload that gives up for a try to discard it',
    'offers a draft to be discarded that its upload gives back',
    (store) => {
      const givenBack = new Set<TaskId>();
      const counted = claiming(store, (claim) =>
        claim.kind === 'discard' && givenBack.has(claim.taskId)
          ? { ...claim, tries: claim.tries + 1 }
          : claim,
      );
      return {
        ...counted,
        async giveBack(lease, ms) {
          givenBack.add(lease.taskId);
          await store.giveBack(lease, ms);
        },
      };
    },
  ),
  brokenStore(
    'says that it extends the lease of missing work',
    'does not extend the lease of a missing draft',
    (store) => ({
      extendLease: async (lease, ms) =>
        (await store.extendLease(lease, ms)) || (await isDraft(store, lease.taskId)),
    }),
  ),
  brokenStore("extends an upload's lease on the task that came of it", LATE, (store) => ({
    async extendLease(lease, ms) {
      return (await store.find(lease.taskId))?.status === 'queued' || store.extendLease(lease, ms);
    },
  })),
];
