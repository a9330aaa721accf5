import { sql } from 'kysely';
import type { Migration } from './migration.js';

export const credits: Migration = {
  version: 2,
  name: 'credits',
  statements: ({ builder, builder: { schema }, dialect }) => [
    schema
      .createTable('balances')
      .addColumn('account_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('available', dialect.integer, (column) => column.notNull().check(sql`available >= 0`))
      .addColumn('held', dialect.integer, (column) => column.notNull().check(sql`held >= 0`))
      .modifyEnd(dialect.tableEnd),
    schema
      .createTable('holds')
      .addColumn('hold_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('credits', dialect.integer, (column) => column.notNull().check(sql`credits >= 0`))
      .addColumn('created_at', dialect.integer, (column) => column.notNull())
      .addColumn('expires_at', dialect.integer)
      .addColumn('charged', dialect.integer, (column) => column.check(sql`charged between 0 and credits`))
      .addColumn('closed_at', dialect.integer)
      .modifyEnd(dialect.tableEnd),
    // Holds only the open holds, so it stays small however many were closed.
    schema
      .createIndex('holds_open_by_expiry')
      .on('holds')
      .column('expires_at')
      .where(sql.ref('charged'), 'is', null),
    schema
      .createTable('journal')
      .addColumn('entry_id', dialect.integer, dialect.identity)
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('grant', 'charge')`))
      .addColumn('credits', dialect.integer, (column) => column.notNull())
      .addColumn('hold_id', 'text')
      .addColumn('note', 'text')
      .addColumn('created_at', dialect.integer, (column) => column.notNull())
      .modifyEnd(dialect.tableEnd),
    schema.createIndex('journal_account_id').on('journal').columns(['account_id', 'entry_id']),
    ...dialect.appendOnly(builder, 'journal'),
  ],
};
