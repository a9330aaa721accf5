import type { SchemaDialect } from '../migrations/schema-dialect.js';
import { SQLITE_USAGE_TRIGGERS } from './usage-triggers.js';

export const sqliteSchemaDialect: SchemaDialect = {
  bytes: 'blob',
  whole: 'integer',
  identity: 'integer primary key autoincrement',
  // Without it SQLite accepts any value in any column, such as a text in a column of numbers.
  end: ' strict',
  journalGuard: [
    `create trigger journal_refuses_update before update on journal
      when not (new.kind = 'charges_of_month' and old.kind in ('charge', 'charges_of_month')
        and new.account_id = old.account_id and new.entry = old.entry and new.created_at = old.created_at)
      begin select raise(abort, 'entries of the journal are never changed, except into sums'); end`,
    `create trigger journal_refuses_delete before delete on journal
      when old.kind = 'grant' or not exists (
        select 1 from journal as later
        where later.account_id = old.account_id and later.entry > old.entry and later.kind = 'charges_of_month')
      begin select raise(abort, 'entries of the journal are never changed, except into sums'); end`,
  ],
  usageTriggers: SQLITE_USAGE_TRIGGERS,
  rateTables: [],
  begin: [],
};
