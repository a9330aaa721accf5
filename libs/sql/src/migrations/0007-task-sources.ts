import type { Migration } from './migration.js';

/** How many rows of a task each source has answered, as JSON. Earlier records name no source. */
export const taskSources: Migration = {
  version: 7,
  name: 'task sources',
  statements: ({ builder: { schema } }) => [
    schema.alterTable('tasks').addColumn('sources', 'text', (column) => column.notNull().defaultTo('{}')),
  ],
};
