import type { Migration } from './migration.js';

/** Tokens have names, ends and scopes, and are known to be in use. Those of before have no end and every scope. */
export const tokenLives: Migration = {
  version: 17,
  name: 'token lives',
  statements: ({ builder: { schema }, dialect }) => [
    schema.alterTable('tokens').addColumn('name', 'text'),
    schema.alterTable('tokens').addColumn('expires_at', dialect.integer),
    schema.alterTable('tokens').addColumn('last_used_at', dialect.integer),
    schema.alterTable('tokens').addColumn('scopes', 'text'),
  ],
};
