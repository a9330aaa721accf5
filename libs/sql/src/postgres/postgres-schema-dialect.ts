import type { SchemaDialect } from '../migrations/schema-dialect.js';

/** The seed for the hash of the schema's name, the key of the lock for which concurrent starts wait. Other programs hardly use this key. */
const MIGRATION_LOCK = 7_341_592_650;

/**
 * Tables go into their own schema, apart from those of the host. `isAlone`: nobody else makes this schema, so no lock is taken. With a
 * lock, other migrations would wait until the transaction ends, which may take long. The name is one that `assertSchemaName` takes.
 */
export function postgresSchemaDialect(
  schemaName: string,
  { isAlone = false }: { readonly isAlone?: boolean } = {},
): SchemaDialect {
  const lock = `select pg_advisory_xact_lock(hashtextextended('${schemaName}', ${MIGRATION_LOCK}))`;
  return {
    bytes: 'bytea',
    whole: 'bigint',
    identity: 'bigint primary key generated always as identity',
    end: '',
    journalGuard: journalGuard(schemaName),
    compressedRows: [COMPRESSED_ROWS],
    usageTriggers: usageTriggers(schemaName),
    dropRates: [
      'drop table if exists rate_counts',
      'drop function if exists lease_rate',
      'drop table if exists rate_leases',
    ],
    begin: [
      ...(isAlone ? [] : [lock]),
      `create schema if not exists "${schemaName}"`,
      `set local search_path to "${schemaName}"`,
    ],
  };
}

/**
 * The default method gives up at the beginning of a block, where the indexes of its numbers grow, and stores it as it is. LZ4 makes 0.4 of it,
 * in no more time. A server before version 14, which cannot read the statement, or one built without LZ4, keeps the default.
 */
const COMPRESSED_ROWS = `do $$ begin
    execute 'alter table task_rows alter column block set compression lz4';
  exception when feature_not_supported or syntax_error then null;
  end $$`;

function journalGuard(schemaName: string): readonly string[] {
  // Qualified by its schema, since the connection that changes an entry may have another search path.
  const journal = `"${schemaName}".journal`;
  return [
    `create or replace function journal_refuses_changes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if new.kind = 'charges_of_month' and old.kind in ('charge', 'charges_of_month')
          and new.account_id = old.account_id and new.entry = old.entry and new.created_at = old.created_at
        then return new; end if;
      elsif tg_op = 'DELETE' then
        if old.kind <> 'grant' and exists (
          select 1 from ${journal} as later
          where later.account_id = old.account_id and later.entry > old.entry and later.kind = 'charges_of_month')
        then return old; end if;
      end if;
      raise exception 'entries of the journal are never changed, except into sums';
    end $$`,
    `create trigger journal_refuses_changes before update or delete on journal
      for each row execute function journal_refuses_changes()`,
    `create trigger journal_refuses_truncate before truncate on journal
      for each statement execute function journal_refuses_changes()`,
  ];
}

const UNFINISHED = "status in ('queued', 'processing')";

/**
 * Keeps `account_usage`. A write locks the row of an account after the rows of its tasks, and waits for no other write afterwards. So there
 * is no deadlock, even with a process of an earlier release that locks no account first.
 *
 * Added and removed tasks are summed up for each statement. Triggers for each row would change the row of the account once for each task,
 * and each change within a transaction has to pass all earlier ones.
 */
function usageTriggers(schemaName: string): readonly string[] {
  // Qualified by its schema, since the connection that changes a task may have another search path.
  const usage = `"${schemaName}".account_usage`;
  const add = (rows: string) => `
    insert into ${usage} as kept (account_id, stored_bytes, unfinished_tasks) ${rows}
    on conflict (account_id) do update set stored_bytes = kept.stored_bytes + excluded.stored_bytes,
      unfinished_tasks = kept.unfinished_tasks + excluded.unfinished_tasks`;
  const remove = (rows: string) => `
    update ${usage} as kept set stored_bytes = kept.stored_bytes - gone.stored_bytes,
      unfinished_tasks = kept.unfinished_tasks - gone.unfinished_tasks
    from (${rows}) as gone (account_id, stored_bytes, unfinished_tasks) where kept.account_id = gone.account_id`;
  const sumsOf = (table: string) => `
    select account_id, sum(stored_bytes), count(*) filter (where ${UNFINISHED})
    from ${table} where status <> 'draft' group by account_id order by account_id`;
  const rowOf = (row: 'new' | 'old') =>
    `select ${row}.account_id, ${row}.stored_bytes, (${row}.${UNFINISHED})::int`;
  const triggers = [
    {
      name: 'account_usage_of_added',
      fires: `after insert on tasks referencing new table as added for each statement`,
      does: add(sumsOf('added')),
    },
    {
      name: 'account_usage_of_changed',
      fires: `after update of status, stored_bytes on tasks for each row
        when (old.account_id = new.account_id
          and (old.stored_bytes <> new.stored_bytes or (old.${UNFINISHED}) <> (new.${UNFINISHED})))`,
      does: add(`select new.account_id, new.stored_bytes - old.stored_bytes,
        (new.${UNFINISHED})::int - (old.${UNFINISHED})::int`),
    },
    {
      name: 'account_usage_of_passed_on',
      fires: `after update of account_id on tasks for each row when (old.account_id <> new.account_id)`,
      does: `${remove(rowOf('old'))}; ${add(rowOf('new'))}`,
    },
    {
      name: 'account_usage_of_removed',
      fires: `after delete on tasks referencing old table as removed for each statement`,
      does: remove(sumsOf('removed')),
    },
  ];
  return triggers.flatMap(({ does, fires, name }) => [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${does}; return null; end $$`,
    `create trigger ${name} ${fires} execute function ${name}()`,
  ]);
}

export const DEFAULT_SCHEMA = 'dialproof';

/**
 * Whether a schema may have this name: 1 to 50 lowercase letters, digits and underscores, no digit first. PostgreSQL allows 63 bytes. The
 * rest is for names that are derived from it.
 */
export function isSchemaName(schema: string): boolean {
  return /^[a-z_][a-z0-9_]{0,49}$/.test(schema);
}

/** Throws TypeError. */
export function assertSchemaName(schema: string): void {
  if (!isSchemaName(schema)) {
    throw new TypeError('schema must be 1 to 50 small letters, digits and underscores, no digit first');
  }
}
