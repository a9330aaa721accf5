import type { Migration } from './migration.js';

/** When the tasks of an account were stopped. */
export const suspendedAccounts: Migration = {
  version: 23,
  name: 'suspended accounts',
  statements: ({ builder: { schema }, dialect }) => [
    schema.alterTable('task_accounts').addColumn('suspended_at', dialect.integer),
  ],
};
