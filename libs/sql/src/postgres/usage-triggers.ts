import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../schema.js';

const UNFINISHED = sql.raw("status in ('queued', 'processing')");

/**
 * Keeps `account_usage`. A write locks the row of an account after the rows of its tasks, and waits for no other write afterwards. So there is
 * no deadlock, even with a process of an earlier release that locks no account first.
 *
 * Added and removed tasks are summed up for each statement. Triggers for each row would change the row of the account once for each task, and
 * each change within a transaction has to pass all earlier ones.
 */
export function postgresUsageTriggers(builder: Kysely<Tables>, schemaName: string): readonly Compilable[] {
  // Qualified by its schema, since the connection that changes a task may have another search path.
  const usage = sql.id(schemaName, 'account_usage');
  const add = (rows: RawBuilder<unknown>) => sql`
    insert into ${usage} as kept (account_id, stored_bytes, unfinished_tasks) ${rows}
    on conflict (account_id) do update set stored_bytes = kept.stored_bytes + excluded.stored_bytes,
      unfinished_tasks = kept.unfinished_tasks + excluded.unfinished_tasks`;
  const remove = (rows: RawBuilder<unknown>) => sql`
    update ${usage} as kept set stored_bytes = kept.stored_bytes - gone.stored_bytes,
      unfinished_tasks = kept.unfinished_tasks - gone.unfinished_tasks
    from (${rows}) as gone (account_id, stored_bytes, unfinished_tasks) where kept.account_id = gone.account_id`;
  const sumsOf = (table: string) => sql`
    select account_id, sum(stored_bytes), count(*) filter (where ${UNFINISHED})
    from ${sql.id(table)} where status <> 'draft' group by account_id order by account_id`;
  const rowOf = (row: 'new' | 'old') => {
    const [accountId, storedBytes] = [sql.id(row, 'account_id'), sql.id(row, 'stored_bytes')];
    return sql`select ${accountId}, ${storedBytes}, (${sql.id(row)}.${UNFINISHED})::int`;
  };
  const triggers = [
    {
      name: 'account_usage_of_added',
      fires: sql`after insert on tasks referencing new table as added for each statement`,
      does: add(sumsOf('added')),
    },
    {
      name: 'account_usage_of_changed',
      fires: sql`after update of status, stored_bytes on tasks for each row
        when (old.account_id = new.account_id
          and (old.stored_bytes <> new.stored_bytes or (old.${UNFINISHED}) <> (new.${UNFINISHED})))`,
      does: add(sql`select new.account_id, new.stored_bytes - old.stored_bytes,
        (new.${UNFINISHED})::int - (old.${UNFINISHED})::int`),
    },
    {
      name: 'account_usage_of_passed_on',
      fires: sql`after update of account_id on tasks for each row when (old.account_id <> new.account_id)`,
      does: sql`${remove(rowOf('old'))}; ${add(rowOf('new'))}`,
    },
    {
      name: 'account_usage_of_removed',
      fires: sql`after delete on tasks referencing old table as removed for each statement`,
      does: remove(sumsOf('removed')),
    },
  ];
  return triggers
    .flatMap(({ does, fires, name }) => [
      sql`create function ${sql.id(name)}() returns trigger language plpgsql as $$ begin ${does}; return null; end $$`,
      sql`create trigger ${sql.id(name)} ${fires} execute function ${sql.id(name)}()`,
    ])
    .map((statement) => ({ compile: () => statement.compile(builder) }));
}
