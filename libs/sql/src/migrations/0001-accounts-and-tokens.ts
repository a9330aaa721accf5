import type { Migration } from './migration.js';

export const accountsAndTokens: Migration = {
  version: 1,
  name: 'accounts and tokens',
  statements: ({ builder: { schema }, dialect }) => [
    schema
      .createTable('accounts')
      .addColumn('account_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('email', 'text')
      .addColumn('email_key', 'text')
      .addColumn('created_at', dialect.integer, (column) => column.notNull())
      .addColumn('suspended_at', dialect.integer)
      .modifyEnd(dialect.tableEnd),
    schema.createIndex('accounts_email_key').unique().on('accounts').column('email_key'),
    schema
      .createTable('tokens')
      .addColumn('token_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.account_id'))
      .addColumn('secret_hash', dialect.bytes, (column) => column.notNull())
      .addColumn('created_at', dialect.integer, (column) => column.notNull())
      .addColumn('revoked_at', dialect.integer)
      .modifyEnd(dialect.tableEnd),
    schema.createIndex('tokens_account_id').on('tokens').column('account_id'),
  ],
};
