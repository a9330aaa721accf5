const UNFINISHED = "status in ('queued', 'processing')";

/**
 * Keeps `account_usage`. A write locks the row of an account after the rows of its tasks, and waits for no other write afterwards. So there
 * is no deadlock, even with a process of an earlier release that locks no account first.
 *
 * Added and removed tasks are summed up for each statement. Triggers for each row would change the row of the account once for each task,
 * and each change within a transaction has to pass all earlier ones.
 */
export function postgresUsageTriggers(schemaName: string): readonly string[] {
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
