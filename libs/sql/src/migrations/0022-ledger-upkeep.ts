import { sql } from 'kysely';
import type { Migration } from './migration.js';

/**
 * Numbers the entries of the journal by account, since a number over all accounts shows everyone's volume to each. Lets closed holds be pruned
 * and charges be summed up, and closed holds keep the answer that was charged.
 */
export const ledgerUpkeep: Migration = {
  version: 22,
  name: 'ledger upkeep',
  statements: ({ builder, builder: { schema }, dialect }) => [
    schema
      .createTable('numbered_journal')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('entry', dialect.integer, (column) => column.notNull())
      .addColumn('kind', 'text', (column) =>
        column.notNull().check(sql`kind in ('grant', 'charge', 'charges_of_month')`),
      )
      .addColumn('credits', dialect.integer, (column) => column.notNull())
      .addColumn('hold_id', 'text')
      .addColumn('note', 'text')
      .addColumn('created_at', dialect.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('journal_entries', ['account_id', 'entry'])
      .modifyEnd(dialect.tableEnd),
    {
      compile: () =>
        sql`insert into numbered_journal (account_id, entry, kind, credits, hold_id, note, created_at)
          select account_id, row_number() over (partition by account_id order by entry_id), kind, credits, hold_id, note, created_at
          from journal`.compile(builder),
    },
    schema.dropTable('journal'),
    schema.alterTable('numbered_journal').renameTo('journal'),
    // The charges that are not summed up yet, by their time.
    schema
      .createIndex('journal_charges_by_time')
      .on('journal')
      .column('created_at')
      .where(sql<boolean>`kind = 'charge'`),
    ...dialect.journalGuard(builder),
    schema
      .alterTable('balances')
      .addColumn('last_entry', dialect.integer, (column) => column.notNull().defaultTo(0)),
    schema
      .alterTable('balances')
      .addColumn('pruned_charges', dialect.integer, (column) => column.notNull().defaultTo(0)),
    {
      compile: () =>
        sql`update balances set last_entry =
          coalesce((select max(entry) from journal where journal.account_id = balances.account_id), 0)`.compile(
          builder,
        ),
    },
    schema.alterTable('holds').addColumn('answer', 'text'),
    schema
      .createIndex('holds_closed_by_time')
      .on('holds')
      .column('closed_at')
      .where(sql.ref('charged'), 'is not', null),
  ],
};
