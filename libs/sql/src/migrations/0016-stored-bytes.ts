import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Adds the stored bytes of each task, for the limit of its account: 1,024 bytes, its row blocks and its chunks. A draft counts 0. */
export const storedBytes: Migration = {
  version: 16,
  name: 'stored bytes',
  statements: ({ builder, builder: { schema }, dialect }) => [
    schema
      .alterTable('tasks')
      .addColumn('stored_bytes', dialect.integer, (column) => column.notNull().defaultTo(0)),
    {
      compile: () =>
        sql`update tasks set stored_bytes = 1024
          + (select coalesce(sum(length(block)), 0) from task_rows where task_rows.task_id = tasks.task_id)
          + (select coalesce(sum(length(chunk)), 0) from task_chunks where task_chunks.task_id = tasks.task_id)
          where status <> 'draft'`.compile(builder),
    },
    schema.createIndex('tasks_of_account_by_bytes').on('tasks').columns(['account_id', 'stored_bytes']),
  ],
};
