import type { SchemaDialect } from '../migrations/schema-dialect.js';

const UNFINISHED = "status in ('queued', 'processing')";

const ADD_NEW = add('new.stored_bytes', `new.${UNFINISHED}`);
const REMOVE_OLD = `update account_usage set stored_bytes = stored_bytes - old.stored_bytes,
    unfinished_tasks = unfinished_tasks - (old.${UNFINISHED}) where account_id = old.account_id`;

/** Keep `account_usage` row by row: in a file, within the process, a trigger costs next to nothing. */
const USAGE_TRIGGERS: readonly string[] = [
  `create trigger account_usage_of_added after insert on tasks when new.status <> 'draft'
    begin ${ADD_NEW}; end`,
  `create trigger account_usage_of_changed after update of status, stored_bytes on tasks
    when old.account_id = new.account_id
      and (old.stored_bytes <> new.stored_bytes or (old.${UNFINISHED}) <> (new.${UNFINISHED}))
    begin ${add('new.stored_bytes - old.stored_bytes', `(new.${UNFINISHED}) - (old.${UNFINISHED})`)}; end`,
  `create trigger account_usage_of_passed_on after update of account_id on tasks
    when old.account_id <> new.account_id
    begin ${REMOVE_OLD}; ${ADD_NEW}; end`,
  `create trigger account_usage_of_removed after delete on tasks when old.status <> 'draft'
    begin ${REMOVE_OLD}; end`,
];

function add(storedBytes: string, unfinishedTasks: string): string {
  return `insert into account_usage (account_id, stored_bytes, unfinished_tasks)
    values (new.account_id, ${storedBytes}, ${unfinishedTasks})
    on conflict (account_id) do update set stored_bytes = stored_bytes + excluded.stored_bytes,
      unfinished_tasks = unfinished_tasks + excluded.unfinished_tasks`;
}

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
  compressedRows: [],
  usageTriggers: USAGE_TRIGGERS,
  dropRates: [],
  begin: [],
};
