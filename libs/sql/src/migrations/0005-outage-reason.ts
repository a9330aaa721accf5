import type { Migration } from './migration.js';

/** Why no number can be checked. An outage of before had one reason. */
export const outageReason: Migration = {
  version: 5,
  name: 'outage reason',
  statements: ({ builder: { schema } }) => [
    schema
      .alterTable('task_outage')
      .addColumn('reason', 'text', (column) => column.notNull().defaultTo('checker_unavailable')),
  ],
};
