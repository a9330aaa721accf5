import { MemoryTaskStore, type Task, type TaskId, type TaskStore } from '@dialproof/core';
import { type Broken, withFault } from '../runner/broken.fixture.js';
import type { TaskStoreSubject } from './task-store-contract.js';

export async function correctStore(): Promise<TaskStoreSubject> {
  return subjectOf(new MemoryTaskStore());
}

/** A store that does everything but this right. */
export function brokenStore(
  fault: string,
  caughtBy: string,
  make: (store: TaskStore) => Partial<TaskStore>,
): Broken<TaskStoreSubject> {
  const create = async () => {
    const store: TaskStore = new MemoryTaskStore();
    return subjectOf(withFault(store, make(store)));
  };
  return { fault, caughtBy, create };
}

/** A store that is right until it is opened again: from then on it is what `again` makes of it. */
export function openedAgain(
  fault: string,
  caughtBy: string,
  again: (store: TaskStore) => TaskStore | Promise<TaskStore>,
): Broken<TaskStoreSubject> {
  const create = async () => {
    const store: TaskStore = new MemoryTaskStore();
    return { ...subjectOf(store), reopen: async () => again(store) };
  };
  return { fault, caughtBy, create };
}

/** A store whose tasks come out as `show` says, wherever they do. */
export function showing(store: TaskStore, show: (task: Task) => Task): Partial<TaskStore> {
  return {
    enqueue: async (taskId, contents) => show(await store.enqueue(taskId, contents)),
    async find(taskId) {
      const task = await store.find(taskId);
      return task && show(task);
    },
    async claim(request) {
      const answer = await store.claim(request);
      const { claim } = answer;
      if (claim === null || claim.kind === 'discard') return answer;
      return { claim: { ...claim, task: show(claim.task) } };
    },
    record: async (taskId, chunkIndex, result) => show(await store.record(taskId, chunkIndex, result)),
    finish: async (taskId, ending) => show(await store.finish(taskId, ending)),
  };
}

/** Something that is kept for each task. */
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
