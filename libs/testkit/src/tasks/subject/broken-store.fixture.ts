import {
  type Claim,
  type Clock,
  type Lease,
  type ManualClock,
  MemoryTaskStore,
  type Task,
  type TaskId,
  type TaskStore,
} from '@dialproof/core';
import { type Broken, withFault } from '../../runner/broken.fixture.js';
import type { TaskStoreSubject } from './task-store-subject.js';

type BrokenStore = Broken<TaskStoreSubject, [ManualClock]>;

export async function correctStore(clock: ManualClock): Promise<TaskStoreSubject> {
  return subjectOf(new MemoryTaskStore({ clock }));
}

/** A store that does everything but this right. */
export function brokenStore(
  fault: string,
  caughtBy: string,
  make: (store: TaskStore, clock: ManualClock) => Partial<TaskStore>,
): BrokenStore {
  const create = async (clock: ManualClock) => {
    const store: TaskStore = new MemoryTaskStore({ clock });
    return subjectOf(withFault(store, make(store, clock)));
  };
  return { fault, caughtBy, create };
}

/** A store that is correct by the wrong clock. */
export function onClock(fault: string, caughtBy: string, other: (clock: ManualClock) => Clock): BrokenStore {
  const create = async (clock: ManualClock) => subjectOf(new MemoryTaskStore({ clock: other(clock) }));
  return { fault, caughtBy, create };
}

/** A store that is correct until it is reopened; then `again` breaks it. */
export function openedAgain(
  fault: string,
  caughtBy: string,
  again: (store: TaskStore, clock: ManualClock) => TaskStore | Promise<TaskStore>,
): BrokenStore {
  const create = async (clock: ManualClock) => {
    const store: TaskStore = new MemoryTaskStore({ clock });
    return { ...subjectOf(store), reopen: async () => again(store, clock) };
  };
  return { fault, caughtBy, create };
}

/** A store whose tasks come out as `show` says, wherever they do. */
export function showing(store: TaskStore, show: (task: Task) => Task): Partial<TaskStore> {
  return {
    enqueue: async (lease, contents) => show(await store.enqueue(lease, contents)),
    resume: async (lease, contents) => show(await store.resume(lease, contents)),
    async find(taskId) {
      const task = await store.find(taskId);
      return task && show(task);
    },
  };
}

/** A store whose claims, from `claim` and from `record`, `change` replaces; null removes them. */
export function claiming(store: TaskStore, change: (claim: Claim) => Claim | null): Partial<TaskStore> {
  return {
    async claim(request) {
      const { claims, ...rest } = await store.claim(request);
      return { claims: claims.flatMap((claim) => change(claim) ?? []), ...rest };
    },
    async record(lease, record) {
      const answer = await store.record(lease, record);
      if (answer.outcome !== 'recorded' || answer.finish === null) return answer;
      const finish = change(answer.finish);
      return { ...answer, finish: finish?.kind === 'finish' ? finish : null };
    },
  };
}

/** A store that calls `note` with every lease that it gives. */
export function noting(
  store: TaskStore,
  note: (lease: Lease, claim: Claim | null) => Promise<void> | void,
): Pick<TaskStore, 'begin' | 'claim' | 'record' | 'beginRetry'> {
  return {
    async begin(draft) {
      const lease = await store.begin(draft);
      await note(lease, null);
      return lease;
    },
    async claim(request) {
      const answer = await store.claim(request);
      for (const claim of answer.claims) await note(claim.lease, claim);
      return answer;
    },
    async record(lease, record) {
      const answer = await store.record(lease, record);
      if (answer.outcome === 'recorded' && answer.finish !== null) {
        await note(answer.finish.lease, answer.finish);
      }
      return answer;
    },
    async beginRetry(taskId, leaseMs) {
      const retry = await store.beginRetry(taskId, leaseMs);
      if (retry !== undefined) await note(retry.lease, null);
      return retry;
    },
  };
}

/** A store with methods that ignore the token: `current` replaces a lease by the present one on the same work. */
export function blindly(
  store: TaskStore,
  make: (current: (lease: Lease) => Lease) => Partial<TaskStore>,
): Partial<TaskStore> & Pick<TaskStore, 'begin' | 'claim'> {
  const tokens = new Map<string, string>();
  const notes = noting(store, (lease) => void tokens.set(keyOf(lease), lease.token));
  return {
    ...notes,
    ...make((lease) => ({ ...lease, token: tokens.get(keyOf(lease)) ?? lease.token })),
  };
}

export function keyOf({ taskId, chunkIndex }: Lease): string {
  return `${taskId} ${chunkIndex}`;
}

/** A value for each task. */
export class PerTask<Value> {
  readonly #values = new Map<TaskId, Value>();
  readonly #make: () => Value;

  constructor(make: () => Value) {
    this.#make = make;
  }

  of(taskId: TaskId): Value {
    const value = this.#values.get(taskId) ?? this.#make();
    this.#values.set(taskId, value);
    return value;
  }
}

function subjectOf(store: TaskStore): TaskStoreSubject {
  return { store, close: async () => {} };
}
