import type { Migration } from './migration.js';

/** Why no number can be checked. Before, all outages had the same reason. */
export const outageReason: Migration = {
  version: 5,
  name: 'outage reason',
  statements: ({ builder: { schema } }) => [
    schema
      .alterTable('task_outage')
      .addColumn('reason', 'text', (column) => column.notNull().defaultTo('checker_unavailable')),
  ],
};
