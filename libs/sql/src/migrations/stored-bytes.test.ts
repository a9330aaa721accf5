import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { storedBytes } from './0016-stored-bytes.js';
import { fileBefore } from './file-before.fixture.js';

/** A task with two row blocks and a chunk, one with nothing, and a draft. */
const TASKS = `
  insert into tasks (task_id, account_id, status, created_at, file)
    values ('a', 'ann', 'done', 1, '{}'), ('b', 'ann', 'queued', 2, '{}'), ('c', 'ann', 'draft', 3, '{}');
  insert into task_rows (task_id, block_index, block)
    values ('a', 0, zeroblob(100)), ('a', 1, zeroblob(20)), ('c', 0, zeroblob(7));
  insert into task_chunks (task_id, chunk_index, chunk) values ('a', 0, zeroblob(3));`;

it('counts the bytes of tasks that an earlier version stored', async () => {
  const file = await fileBefore(storedBytes, TASKS);
  await temporaryDatabase(file);
  const later = new Database(file, { readonly: true });
  const bytes = later.prepare('select stored_bytes from tasks order by task_id').pluck().all();
  later.close();
  expect(bytes).toEqual([1_024 + 123, 1_024, 0]);
});
