import type { Migration } from './migration.js';

/** How many tasks an account has queued on a day. The day of the migration begins with 0. */
export const tasksOfDay: Migration = {
  version: 18,
  name: 'tasks of a day',
  statements: ({ builder: { schema }, dialect }) => [
    schema
      .alterTable('task_accounts')
      .addColumn('day', dialect.integer, (column) => column.notNull().defaultTo(0)),
    schema
      .alterTable('task_accounts')
      .addColumn('tasks_of_day', dialect.integer, (column) => column.notNull().defaultTo(0)),
  ],
};
