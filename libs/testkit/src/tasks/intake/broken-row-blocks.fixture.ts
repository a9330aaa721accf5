import { blindly, brokenStore, PerTask } from '../subject/broken-store.fixture.js';

const BYTES = 'gives row blocks back byte for byte, under their indexes';
const REPEATED = 'replaces a row block that is repeated';

export const BROKEN_ROW_BLOCKS = [
  brokenStore('shows the row blocks of drafts', 'shows no draft', (store) => {
    const blocks = new PerTask(() => new Map<number, Uint8Array>());
    return {
      async appendRows(lease, index, block) {
        await store.appendRows(lease, index, block);
        blocks.of(lease.taskId).set(index, block);
      },
      rowBlock: async (taskId, index) => blocks.of(taskId).get(index),
    };
  }),
  brokenStore('gives an empty block where there is none', BYTES, (store) => ({
    rowBlock: async (taskId, index) => (await store.rowBlock(taskId, index)) ?? new Uint8Array(),
  })),
  brokenStore('takes an empty block for none', BYTES, (store) => ({
    async rowBlock(taskId, index) {
      const block = await store.rowBlock(taskId, index);
      return block?.length === 0 ? undefined : block;
    },
  })),
  brokenStore('keeps row blocks as text', BYTES, (store) => ({
    appendRows: (lease, index, block) =>
      store.appendRows(lease, index, Buffer.from(Buffer.from(block).toString('utf8'))),
  })),
  brokenStore('keeps the whole memory behind a row block', BYTES, (store) => ({
    appendRows: (lease, index, block) => store.appendRows(lease, index, new Uint8Array(block.buffer)),
  })),
  brokenStore('keeps the first of a repeated row block', REPEATED, (store) => {
    const known = new PerTask(() => new Set<number>());
    return {
      async appendRows(lease, index, block) {
        if (!known.of(lease.taskId).has(index)) await store.appendRows(lease, index, block);
        known.of(lease.taskId).add(index);
      },
    };
  }),
  brokenStore('adds a repeated row block at the end', REPEATED, (store) => {
    const counts = new PerTask(() => ({ next: 0 }));
    return {
      async appendRows(lease, _, block) {
        await store.appendRows(lease, counts.of(lease.taskId).next, block);
        counts.of(lease.taskId).next += 1;
      },
    };
  }),
  brokenStore(
    'numbers the row blocks of all drafts together',
    'keeps the row blocks of two drafts apart',
    (store) => {
      const blocks = new Map<number, Uint8Array>();
      return {
        async appendRows(lease, index, block) {
          await store.appendRows(lease, index, block);
          blocks.set(index, block);
        },
        rowBlock: async (taskId, index) =>
          (await store.rowBlock(taskId, index)) === undefined ? undefined : blocks.get(index),
      };
    },
  ),
  brokenStore('swallows rows that belong nowhere', 'adds row blocks to drafts alone', (store) => ({
    appendRows: (lease, index, block) => store.appendRows(lease, index, block).catch(() => {}),
  })),
  brokenStore(
    'takes rows for a draft from any caller',
    'adds no row block under the lease of another draft',
    (store) =>
      blindly(store, (current) => ({
        appendRows: (lease, index, block) => store.appendRows(current(lease), index, block),
      })),
  ),
  brokenStore(
    'keeps the row blocks of a discarded draft',
    'removes a draft together with its row blocks',
    (store) => {
      const blocks = new PerTask(() => new Map<number, Uint8Array>());
      return {
        async appendRows(lease, index, block) {
          await store.appendRows(lease, index, block);
          blocks.of(lease.taskId).set(index, block);
        },
        async rowBlock(taskId, index) {
          const block = await store.rowBlock(taskId, index);
          const isTask = (await store.find(taskId)) !== undefined;
          return block ?? (isTask ? blocks.of(taskId).get(index) : undefined);
        },
      };
    },
  ),
];
