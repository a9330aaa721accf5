import type { Task, TaskContents, TaskId, TaskStore } from '@dialproof/core';
import { brokenStore, PerTask, showing } from './broken-store.fixture.js';

/** A store with one object for each task, which it gives to everybody and changes. */
function oneObjectPerTask(store: TaskStore): Partial<TaskStore> {
  const objects = new Map<TaskId, Task>();
  return showing(store, (task) => {
    const object = Object.assign(objects.get(task.taskId) ?? { ...task }, task);
    objects.set(task.taskId, object);
    return object;
  });
}

const KEEPS = 'keeps copies of what it is given';
const GIVES = 'gives copies of what it keeps';

export const BROKEN_COPIES = [
  brokenStore("keeps the caller's row blocks", KEEPS, (store) => {
    const blocks = new PerTask(() => new Map<number, Uint8Array>());
    return {
      async appendRows(taskId, index, block) {
        await store.appendRows(taskId, index, block);
        blocks.of(taskId).set(index, block);
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
      async enqueue(taskId, contents) {
        const task = await store.enqueue(taskId, contents);
        if (!kept.has(taskId)) kept.set(taskId, contents);
        return task;
      },
      async claim(request) {
        const answer = await store.claim(request);
        if (answer.claim?.kind !== 'check') return answer;
        const chunk = kept.get(answer.claim.task.taskId)?.chunks[answer.claim.chunkIndex];
        return { claim: { ...answer.claim, chunk: new Uint8Array(chunk ?? []) } };
      },
    };
  }),
  brokenStore("keeps the caller's file", KEEPS, (store) => {
    const kept = new Map<TaskId, TaskContents>();
    const show = (task: Task) => ({
      ...task,
      file: structuredClone(kept.get(task.taskId)?.file ?? task.file),
    });
    return {
      ...showing(store, show),
      async enqueue(taskId, contents) {
        if (!kept.has(taskId)) kept.set(taskId, contents);
        return show(await store.enqueue(taskId, contents));
      },
    };
  }),
  brokenStore("keeps the caller's statuses", KEEPS, (store) => {
    const kept = new PerTask(() => new Map<number, Uint8Array>());
    return {
      async record(taskId, index, result) {
        const task = await store.record(taskId, index, result);
        if (!kept.of(taskId).has(index)) kept.of(taskId).set(index, result.statuses);
        return task;
      },
      statuses: async (taskId) =>
        (await store.statuses(taskId)).map((statuses, index) => {
          const own = statuses && kept.of(taskId).get(index);
          return own && new Uint8Array(own);
        }),
    };
  }),
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
    return {
      async claim(request) {
        const answer = await store.claim(request);
        if (answer.claim?.kind !== 'check') return answer;
        const { task, chunkIndex } = answer.claim;
        const chunk = chunks.of(task.taskId).get(chunkIndex) ?? answer.claim.chunk;
        chunks.of(task.taskId).set(chunkIndex, chunk);
        return { claim: { ...answer.claim, chunk } };
      },
    };
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
