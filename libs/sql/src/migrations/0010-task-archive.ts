import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Adds the end of a task by the store's time, and the indexes for lists and expiry. Earlier tasks get the end that they show. */
export const taskArchive: Migration = {
  version: 10,
  name: 'task archive',
  statements: ({ builder, builder: { schema }, dialect }) => [
    schema.alterTable('tasks').addColumn('ended_at', dialect.integer),
    {
      compile: () =>
        sql`update tasks set ended_at = finished_at where status in ('done', 'failed')`.compile(builder),
    },
    schema.createIndex('tasks_of_account').on('tasks').columns(['account_id', 'created_at', 'task_id']),
    schema
      .createIndex('tasks_of_account_by_status')
      .on('tasks')
      .columns(['account_id', 'status', 'created_at', 'task_id']),
    schema
      .createIndex('tasks_ended')
      .on('tasks')
      .column('ended_at')
      .where(sql.ref('ended_at'), 'is not', null),
  ],
};
