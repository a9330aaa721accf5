import type { ChunkRecord, Task, TaskContents, TaskId, TaskStore } from '@dialproof/core';
import { brokenStore, claiming, PerTask, showing } from './subject/broken-store.fixture.js';

/** A store with one object for each task, which it gives to everybody and changes. */
function oneObjectPerTask(store: TaskStore): Partial<TaskStore> {
  const objects = new Map<TaskId, Task>();
  return showing(store, (task) => {
    const object = Object.assign(objects.get(task.taskId) ?? { ...task }, task);
    objects.set(task.taskId, object);
    return object;
  });
}

const KEEPS = 'keeps copies of its arguments';
const GIVES = 'returns copies of its data';

export const BROKEN_COPIES = [
  brokenStore("keeps the caller's row blocks", KEEPS, (store) => {
    const blocks = new PerTask(() => new Map<number, Uint8Array>());
    return {
      async appendRows(lease, index, block) {
        await store.appendRows(lease, index, block);
        blocks.of(lease.taskId).set(index, block);
      },
      async rowBlock(taskId, index) {
        const block = (await store.rowBlock(taskId, index)) && blocks.of(taskId).get(index);
        return block && new Uint8Array(block);
      },
    };
  }),
  brokenStore("keeps the caller's chunks", KEEPS, (store) => {
    const kept = new Map<TaskId, TaskContents>();
    return {
      ...claiming(store, (claim) => {
        if (claim.kind !== 'check') return claim;
        const chunk = kept.get(claim.taskId)?.chunks[claim.chunkIndex];
        return { ...claim, chunk: new Uint8Array(chunk ?? []) };
      }),
      async enqueue(lease, contents) {
        if (!kept.has(lease.taskId)) kept.set(lease.taskId, contents);
        return store.enqueue(lease, contents);
      },
    };
  }),
  brokenStore("keeps the caller's file", KEEPS, (store) => {
    const kept = new Map<TaskId, TaskContents>();
    const shown = showing(store, (task) => ({
      ...task,
      file: structuredClone(kept.get(task.taskId)?.file ?? task.file),
    }));
    return {
      ...shown,
      async enqueue(lease, contents) {
        if (!kept.has(lease.taskId)) kept.set(lease.taskId, contents);
        return (shown.enqueue ?? store.enqueue)(lease, contents);
      },
    };
  }),
  brokenStore("keeps the caller's statuses", KEEPS, (store) => {
    const kept = new PerTask(() => new Map<number, Uint8Array>());
    return {
      async record(lease, record) {
        kept.of(lease.taskId).set(lease.chunkIndex ?? 0, record.statuses);
        return store.record(lease, record);
      },
      statuses: async (taskId) =>
        (await store.statuses(taskId)).map((statuses, index) => {
          const own = statuses && kept.of(taskId).get(index);
          return own && new Uint8Array(own);
        }),
    };
  }),
  brokenStore("keeps the caller's counts of sources", KEEPS, (store) => {
    const kept = new Map<TaskId, ChunkRecord['sources']>();
    return {
      ...showing(store, (task) => ({ ...task, sources: { ...(kept.get(task.taskId) ?? task.sources) } })),
      async record(lease, record) {
        kept.set(lease.taskId, record.sources);
        return store.record(lease, record);
      },
    };
  }),
  brokenStore(
    "keeps the caller's statuses of a retry",
    'keeps copies of the chunks that a retry reopens',
    (store) => {
      const kept = new PerTask(() => new Map<number, Uint8Array>());
      return {
        async resume(lease, contents) {
          for (const { chunkIndex, statuses } of contents.reopened) {
            kept.of(lease.taskId).set(chunkIndex, statuses);
          }
          return store.resume(lease, contents);
        },
        statuses: async (taskId) =>
          (await store.statuses(taskId)).map((statuses, index) => kept.of(taskId).get(index) ?? statuses),
      };
    },
  ),
  brokenStore('gives its own row blocks away', GIVES, (store) => {
    const blocks = new PerTask(() => new Map<number, Uint8Array>());
    return {
      async rowBlock(taskId, index) {
        const known = blocks.of(taskId).get(index) ?? (await store.rowBlock(taskId, index));
        if (known !== undefined) blocks.of(taskId).set(index, known);
        return known;
      },
    };
  }),
  brokenStore('gives its own chunks away', GIVES, (store) => {
    const chunks = new PerTask(() => new Map<number, Uint8Array>());
    return claiming(store, (claim) => {
      if (claim.kind !== 'check') return claim;
      const chunk = chunks.of(claim.taskId).get(claim.chunkIndex) ?? claim.chunk;
      chunks.of(claim.taskId).set(claim.chunkIndex, chunk);
      return { ...claim, chunk };
    });
  }),
  brokenStore('gives its own statuses away', GIVES, (store) => {
    const given = new PerTask(() => new Map<number, Uint8Array>());
    return {
      statuses: async (taskId) =>
        (await store.statuses(taskId)).map((statuses, index) => {
          const known = given.of(taskId).get(index) ?? statuses;
          if (known !== undefined) given.of(taskId).set(index, known);
          return known;
        }),
    };
  }),
  brokenStore('gives its counts of sources away', GIVES, (store) => {
    const counts = new Map<TaskId, Task['sources']>();
    return showing(store, (task) => {
      const sources = counts.get(task.taskId);
      if (sources !== undefined && Object.keys(sources).length > 0) return { ...task, sources };
      counts.set(task.taskId, task.sources);
      return task;
    });
  }),
  brokenStore('gives the file of a task away', GIVES, (store) => {
    const files = new Map<TaskId, Task['file']>();
    return showing(store, (task) => {
      const file = files.get(task.taskId) ?? task.file;
      files.set(task.taskId, file);
      return { ...task, file };
    });
  }),
  brokenStore(
    'changes a task that it has given away',
    'gives a task as of one moment, which later changes leave alone',
    oneObjectPerTask,
  ),
];
