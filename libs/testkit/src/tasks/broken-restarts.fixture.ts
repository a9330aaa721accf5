import { DialproofError, MemoryTaskStore, type TaskStore } from '@dialproof/core';
import { withFault } from '../runner/broken.fixture.js';
import { claiming, openedAgain } from './subject/broken-store.fixture.js';

/** A broken store after it has been reopened. */
const without = (store: TaskStore, fault: Partial<TaskStore>): TaskStore => withFault(store, fault);

const DISCARDING = 'remembers running discards when it is opened again';
const PROGRESS = 'remembers progress, statuses and leases when it is opened again';
const PAUSE = 'remembers pauses and an outage when it is opened again';
const TOLD = 'remembers that a task is failing when it is opened again';
const RETRY = 'remembers a retry and its run when it is opened again';

export const BROKEN_RESTARTS = [
  openedAgain('forgets everything at a restart', PROGRESS, (_, clock) => new MemoryTaskStore({ clock })),
  openedAgain(
    'forgets drafts at a restart',
    'remembers a draft when it is opened again',
    (_, clock) => new MemoryTaskStore({ clock }),
  ),
  openedAgain('leaves behind the drafts of an earlier process', DISCARDING, (store) =>
    without(
      store,
      claiming(store, (claim) => (claim.kind === 'discard' ? null : claim)),
    ),
  ),
  openedAgain('forgets leases at a restart', PROGRESS, async (store) => {
    await store.endLeases();
    return store;
  }),
  openedAgain('forgets statuses at a restart', PROGRESS, (store) =>
    without(store, { statuses: async (taskId) => (await store.statuses(taskId)).map(() => undefined) }),
  ),
  openedAgain('counts from zero what was verified after a restart', PROGRESS, (store) =>
    without(
      store,
      claiming(store, (claim) =>
        claim.kind === 'finish' ? { ...claim, verified: claim.verified - 2 } : claim,
      ),
    ),
  ),
  openedAgain('forgets pauses at a restart', PAUSE, async (store) => {
    await store.endLeases();
    return store;
  }),
  openedAgain('forgets outages at a restart', PAUSE, async (store) => {
    await store.endOutage();
    return store;
  }),
  openedAgain(
    'forgets at a restart which probe is out',
    'remembers which probe is out when it is opened again',
    async (store) => {
      await store.endOutage();
      await store.reportOutage({ reason: 'checker_unavailable', retryAfterMs: 0, failAfterMs: 1e12 });
      return store;
    },
  ),
  openedAgain('forgets at a restart why a task was told to fail', TOLD, (store) =>
    without(
      store,
      claiming(store, (claim) => (claim.kind === 'finish' ? { ...claim, failureReason: null } : claim)),
    ),
  ),
  openedAgain(
    'forgets at a restart that a finish was claimed',
    'remembers that a finish was claimed when it is opened again',
    (store) =>
      without(
        store,
        claiming(store, (claim) =>
          claim.kind === 'finish' ? { ...claim, failureReason: 'cancelled' } : claim,
        ),
      ),
  ),
  openedAgain('forgets retries at a restart', RETRY, (store) =>
    without(store, { resume: () => Promise.reject(new DialproofError('task_not_found')) }),
  ),
  openedAgain('counts the runs of a task anew after a restart', RETRY, (store) =>
    without(
      store,
      claiming(store, (claim) => ({ ...claim, run: 2 })),
    ),
  ),
];
