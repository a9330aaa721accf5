import { type LeaseTarget, MemoryTaskStore, type TaskId, type TaskStore } from '@dialproof/core';

/** The order in which tasks are asked for work. */
export interface Turns {
  /** A task or a draft has come. */
  add(taskId: TaskId): void;
  /** Next first. */
  order(): readonly TaskId[];
  /** Something of this one was claimed at this time. */
  served(taskId: TaskId, now: number): void;
}

/** A store of stores, one for each task, that asks them for work in any order that it is told. */
export function tasksApart(turns: Turns): TaskStore {
  const stores = new Map<TaskId, TaskStore>();
  const storeOf = (taskId: TaskId): TaskStore => stores.get(taskId) ?? new MemoryTaskStore();
  const storeBehind = ({ taskId }: LeaseTarget): TaskStore => storeOf(taskId);
  return {
    async begin(draft) {
      const store = storeOf(draft.taskId);
      await store.begin(draft);
      if (!stores.has(draft.taskId)) turns.add(draft.taskId);
      stores.set(draft.taskId, store);
    },
    async claim(request) {
      let retryAt = Number.POSITIVE_INFINITY;
      for (const taskId of [...turns.order()]) {
        const answer = await storeOf(taskId).claim(request);
        if (answer.claim !== null) {
          turns.served(taskId, request.now);
          return answer;
        }
        retryAt = Math.min(retryAt, answer.retryAt ?? retryAt);
      }
      return { claim: null, retryAt: Number.isFinite(retryAt) ? retryAt : null };
    },
    async endLeases() {
      for (const store of stores.values()) await store.endLeases();
    },
    appendRows: (taskId, index, block) => storeOf(taskId).appendRows(taskId, index, block),
    enqueue: (taskId, contents) => storeOf(taskId).enqueue(taskId, contents),
    discard: (taskId) => storeOf(taskId).discard(taskId),
    find: (taskId) => storeOf(taskId).find(taskId),
    extendLease: (target, leaseUntil) => storeBehind(target).extendLease(target, leaseUntil),
    record: (taskId, chunkIndex, result) => storeOf(taskId).record(taskId, chunkIndex, result),
    giveBack: (target, giveBack) => storeBehind(target).giveBack(target, giveBack),
    fail: (taskId, reason) => storeOf(taskId).fail(taskId, reason),
    finish: (taskId, ending) => storeOf(taskId).finish(taskId, ending),
    rowBlock: (taskId, index) => storeOf(taskId).rowBlock(taskId, index),
    statuses: (taskId) => storeOf(taskId).statuses(taskId),
  };
}

/** The order in which tasks came. */
export function inOrderOfArrival(): Turns {
  const taskIds: TaskId[] = [];
  return { add: (taskId) => taskIds.push(taskId), order: () => taskIds, served: () => {} };
}

/** By the time at which they were last served, as one column of a table would tell it. */
export function byTimeServed(): Turns {
  const times = new Map<TaskId, number>();
  return {
    add: (taskId) => times.set(taskId, Number.NEGATIVE_INFINITY),
    order: () => [...times].sort(([, a], [, b]) => a - b).map(([taskId]) => taskId),
    served: (taskId, now) => times.set(taskId, now),
  };
}
