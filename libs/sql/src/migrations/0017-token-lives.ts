import type { Migration } from './migration.js';

/** Adds names, ends, scopes and the last use of tokens. Earlier tokens have no end and every scope. */
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
