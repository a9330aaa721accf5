import { type Claim, MemoryTaskStore, type TaskStore } from '@dialproof/core';
import { withFault } from '../runner/broken.fixture.js';
import { openedAgain } from './broken-store.fixture.js';

/** What is claimed of this store, as `change` makes it. */
function claiming(store: TaskStore, change: (claim: Claim) => Claim | null): TaskStore {
  return withFault(store, {
    async claim(request) {
      const answer = await store.claim(request);
      if (answer.claim === null) return answer;
      const claim = change(answer.claim);
      return claim === null ? { claim, retryAt: null } : { claim };
    },
  });
}

const PROGRESS = 'remembers progress, statuses and leases when it is opened again';
const PAUSE = 'remembers a pause and an outage when it is opened again';

export const BROKEN_RESTARTS = [
  openedAgain('forgets everything at a restart', PROGRESS, () => new MemoryTaskStore()),
  openedAgain(
    'forgets drafts at a restart',
    'remembers a draft when it is opened again',
    () => new MemoryTaskStore(),
  ),
  openedAgain(
    'leaves behind the drafts of an earlier process',
    'remembers an abandoned draft when it is opened again',
    (store) => claiming(store, (claim) => (claim.kind === 'discard' ? null : claim)),
  ),
  openedAgain('forgets leases at a restart', PROGRESS, async (store) => {
    await store.endLeases();
    return store;
  }),
  openedAgain('forgets statuses at a restart', PROGRESS, (store) =>
    withFault(store, { statuses: async (taskId) => (await store.statuses(taskId)).map(() => undefined) }),
  ),
  openedAgain('counts from zero what was verified after a restart', PROGRESS, (store) =>
    claiming(store, (claim) =>
      claim.kind === 'finish' ? { ...claim, verified: claim.verified - 2 } : claim,
    ),
  ),
  openedAgain('forgets pauses at a restart', PAUSE, (store) =>
    withFault(store, {
      claim: ({ now, leaseUntil }) => store.claim({ now: now + 300, leaseUntil }),
    }),
  ),
  openedAgain('forgets outages at a restart', PAUSE, (store) =>
    claiming(store, (claim) => (claim.kind === 'check' ? { ...claim, outageSince: null } : claim)),
  ),
  openedAgain(
    'forgets at a restart why a task was told to fail',
    'remembers that a task was told to fail when it is opened again',
    (store) =>
      claiming(store, (claim) => (claim.kind === 'finish' ? { ...claim, failureReason: null } : claim)),
  ),
];
