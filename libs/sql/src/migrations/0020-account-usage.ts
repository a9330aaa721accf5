import { sql } from 'kysely';
import type { Migration } from './migration.js';

/**
 * Two sums for each account: the bytes of its tasks, and the number of its unfinished tasks. Triggers keep them, so they stay right even
 * when a process of an earlier release changes a task. The index is dropped first: that takes the strongest lock on `tasks`, and a
 * weaker lock before it could end in a deadlock.
 */
export const accountUsage: Migration = {
  version: 20,
  name: 'account usage',
  statements: ({ builder, builder: { schema }, dialect }) => [
    schema.dropIndex('tasks_of_account_by_bytes'),
    schema
      .createTable('account_usage')
      .addColumn('account_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('stored_bytes', dialect.integer, (column) => column.notNull())
      .addColumn('unfinished_tasks', dialect.integer, (column) => column.notNull())
      .modifyEnd(dialect.tableEnd),
    ...dialect.accountUsageTriggers(builder),
    {
      compile: () =>
        sql`insert into account_usage (account_id, stored_bytes, unfinished_tasks)
          select account_id, sum(stored_bytes), sum(case when status in ('queued', 'processing') then 1 else 0 end)
          from tasks where status <> 'draft' group by account_id`.compile(builder),
    },
  ],
};
