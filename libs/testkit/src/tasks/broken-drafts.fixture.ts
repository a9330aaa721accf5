import { DialproofError, MemoryTaskStore, type TaskDraft, type TaskId } from '@dialproof/core';
import { FaultError, nextTurn } from '../runner/broken.fixture.js';
import { brokenStore, PerTask, showing } from './broken-store.fixture.js';
import { sampleContents, sampleDraft } from './sample-task.js';

export const BROKEN_DRAFTS = [
  brokenStore('takes an id that exists', 'refuses to begin a draft with an id that exists', (store) => ({
    begin: (draft) => store.begin(draft).catch(() => {}),
  })),
  brokenStore('shows drafts as tasks', 'shows a draft to nobody', (store) => {
    const drafts = new Map<TaskId, TaskDraft>();
    return {
      async begin(draft) {
        await store.begin(draft);
        drafts.set(draft.taskId, draft);
      },
      async find(taskId) {
        const draft = drafts.get(taskId);
        const task = await store.find(taskId);
        if (task !== undefined || draft === undefined) return task;
        const shadow = new MemoryTaskStore();
        await shadow.begin(draft);
        return shadow.enqueue(taskId, sampleContents(0));
      },
    };
  }),
  brokenStore('shows the row blocks of drafts', 'shows a draft to nobody', (store) => {
    const blocks = new PerTask(() => new Map<number, Uint8Array>());
    return {
      async appendRows(taskId, index, block) {
        await store.appendRows(taskId, index, block);
        blocks.of(taskId).set(index, block);
      },
      rowBlock: async (taskId, index) => blocks.of(taskId).get(index),
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
      enqueue: (taskId, contents) =>
        store.enqueue(taskId, { ...contents, chunks: contents.chunks.slice(0, 10_000) }),
      record: async (taskId, index, result) =>
        store.record(taskId, Math.min(index, (await store.statuses(taskId)).length - 1), result),
    }),
  ),
  brokenStore(
    'gives an empty block where there is none',
    'gives row blocks back byte for byte, under their indexes',
    (store) => ({
      rowBlock: async (taskId, index) => (await store.rowBlock(taskId, index)) ?? new Uint8Array(),
    }),
  ),
  brokenStore(
    'takes an empty block for none',
    'gives row blocks back byte for byte, under their indexes',
    (store) => ({
      async rowBlock(taskId, index) {
        const block = await store.rowBlock(taskId, index);
        return block?.length === 0 ? undefined : block;
      },
    }),
  ),
  brokenStore(
    'keeps row blocks as text',
    'gives row blocks back byte for byte, under their indexes',
    (store) => ({
      appendRows: (taskId, index, block) =>
        store.appendRows(taskId, index, Buffer.from(Buffer.from(block).toString('utf8'))),
    }),
  ),
  brokenStore(
    'keeps the whole memory behind a row block',
    'gives row blocks back byte for byte, under their indexes',
    (store) => ({
      appendRows: (taskId, index, block) => store.appendRows(taskId, index, new Uint8Array(block.buffer)),
    }),
  ),
  brokenStore('keeps the first of a repeated row block', 'replaces a row block that is repeated', (store) => {
    const known = new PerTask(() => new Set<number>());
    return {
      async appendRows(taskId, index, block) {
        if (!known.of(taskId).has(index)) await store.appendRows(taskId, index, block);
        known.of(taskId).add(index);
      },
    };
  }),
  brokenStore('adds a repeated row block at the end', 'replaces a row block that is repeated', (store) => {
    const counts = new PerTask(() => ({ next: 0 }));
    return {
      async appendRows(taskId, _, block) {
        await store.appendRows(taskId, counts.of(taskId).next, block);
        counts.of(taskId).next += 1;
      },
    };
  }),
  brokenStore(
    'numbers the row blocks of all drafts together',
    'keeps the row blocks of two drafts apart',
    (store) => {
      const blocks = new Map<number, Uint8Array>();
      return {
        async appendRows(taskId, index, block) {
          await store.appendRows(taskId, index, block);
          blocks.set(index, block);
        },
        rowBlock: async (taskId, index) =>
          (await store.rowBlock(taskId, index)) === undefined ? undefined : blocks.get(index),
      };
    },
  ),
  brokenStore('swallows rows that belong nowhere', 'adds row blocks to drafts alone', (store) => ({
    appendRows: (taskId, index, block) => store.appendRows(taskId, index, block).catch(() => {}),
  })),
  brokenStore('counts held credits in 16 bits', 'makes a draft a queued task, as a whole', (store) => ({
    enqueue: (taskId, contents) =>
      store.enqueue(taskId, { ...contents, heldCredits: contents.heldCredits & 0xffff }),
  })),
  brokenStore(
    'counts the rows without a number at once',
    'makes a draft a queued task, as a whole',
    (store) =>
      showing(store, (task) =>
        task.status === 'queued' ? { ...task, processed: 2, summary: { ...task.summary, unknown: 2 } } : task,
      ),
  ),
  brokenStore("loses the column's name", 'makes a draft a queued task, as a whole', (store) =>
    showing(store, ({ file, ...task }) => ({
      ...task,
      file: { ...file, phoneColumn: { index: file.phoneColumn.index, name: `${file.phoneColumn.index}` } },
    })),
  ),
  brokenStore("loses the sheet's name", 'makes a draft a queued task, as a whole', (store) =>
    showing(store, ({ file, ...task }) => ({ ...task, file: { ...file, sheet: null } })),
  ),
  brokenStore(
    'rejects the repeat of an enqueue',
    'changes nothing when a task is enqueued again',
    (store) => ({
      async enqueue(taskId, contents) {
        if ((await store.find(taskId)) !== undefined) throw new FaultError('duplicate key');
        return store.enqueue(taskId, contents);
      },
    }),
  ),
  brokenStore(
    'answers the repeat of an enqueue with a new task',
    'changes nothing when a task is enqueued again',
    (store) => {
      const first = new Map<TaskId, Awaited<ReturnType<typeof store.enqueue>>>();
      return {
        async enqueue(taskId, contents) {
          const task = first.get(taskId) ?? (await store.enqueue(taskId, contents));
          first.set(taskId, task);
          return task;
        },
      };
    },
  ),
  brokenStore(
    'looks for a task and then makes it',
    'makes one task of a draft that is enqueued several times at once',
    (store) => {
      const made = new Set<TaskId>();
      return {
        async enqueue(taskId, contents) {
          const known = made.has(taskId);
          await nextTurn();
          if (!known && made.has(taskId)) throw new FaultError('duplicate key');
          made.add(taskId);
          return store.enqueue(taskId, contents);
        },
      };
    },
  ),
  brokenStore('makes a task of an id it does not know', 'makes no task of what is no draft', (store) => ({
    async enqueue(taskId, contents) {
      await store.begin(sampleDraft({ taskId })).catch(() => {});
      return store.enqueue(taskId, contents);
    },
  })),
];
