import { expect, it, onTestFinished } from 'vitest';
import { sql } from '../query.js';
import type { Columns } from '../schema.js';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';
import { beginDraft, FILE } from './task.fixture.js';

describeOnEachDatabase('the chunks of a task', (create) => {
  it.each([0, 1, 256, 257, 600])(
    'are stored byte by byte in their order, when there are %i',
    async (count) => {
      const test = await create();
      onTestFinished(() => test.remove());
      const { database } = test;
      const store = new SqlTaskStore({ database });
      // The chunks have many lengths, one of them 0, and every value of a byte.
      const chunks = Array.from({ length: count }, (_, index) =>
        Uint8Array.from({ length: (index * 7) % 300 }, (_, place) => (index + place) % 256),
      );
      const lease = await beginDraft(store);
      await store.enqueue(lease, {
        total: count,
        rowsWithoutNumber: 0,
        heldCredits: count,
        file: FILE,
        chunks,
      });

      const stored = await database.read.rows(
        sql<object, Columns<'task_chunks', 'chunk_index' | 'chunk' | 'is_complete'>>`
          select chunk_index, chunk, is_complete from task_chunks order by chunk_index`,
        {},
      );

      expect(stored.map(({ chunk_index }) => chunk_index)).toEqual(chunks.map((_, index) => index));
      expect(stored.every(({ is_complete }) => is_complete === 0)).toBe(true);
      expect(stored.map(({ chunk }) => Buffer.from(chunk).toString('hex'))).toEqual(
        chunks.map((chunk) => Buffer.from(chunk).toString('hex')),
      );
    },
  );
});
