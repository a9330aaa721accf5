import type { BenchSchema } from './bench-schema.js';

export interface CopiesOptions {
  readonly copies: number;
  /** The number of accounts for the tasks, including that of the first task. */
  readonly accounts: number;
}

/**
 * Copies the only task of a schema, with its chunks and its account's place in the line. The rows are those that the store would write,
 * in seconds instead of hours. Each copy stands behind the one before.
 */
export async function copyTasks(schema: BenchSchema, { copies, accounts }: CopiesOptions): Promise<void> {
  const account = `case copy.place % ${accounts} when 0 then task.account_id else 'account-' || (copy.place % ${accounts}) end`;
  await schema.rows(
    'create table "schema".copy as select gen_random_uuid()::text as task_id, place from generate_series(1, $1::int) as place',
    [copies],
  );
  await copyRows(schema, 'tasks', {
    task_id: 'copy.task_id',
    account_id: account,
    turn: 'task.turn + copy.place',
  });
  await copyRows(schema, 'task_chunks', { task_id: 'copy.task_id' });
  await schema.rows(
    `insert into "schema".task_accounts (account_id, turn, last_task_turn, ready)
      select distinct on (tasks.account_id) tasks.account_id, copy.place + 1, 0, line.ready
      from "schema".copy join "schema".tasks using (task_id), "schema".task_accounts as line
      where not exists (select from "schema".task_accounts as known where known.account_id = tasks.account_id)
      order by tasks.account_id, copy.place`,
  );
  await schema.rows(
    `update "schema".task_accounts as line set last_task_turn =
      (select max(turn) from "schema".tasks where tasks.account_id = line.account_id)`,
  );
  await schema.rows('drop table "schema".copy');
  for (const table of ['tasks', 'task_chunks', 'task_accounts'])
    await schema.rows(`vacuum analyze "schema".${table}`);
}

/** Adds rows of the first task once for each copy, with these columns changed. */
async function copyRows(
  schema: BenchSchema,
  table: 'tasks' | 'task_chunks',
  changed: Readonly<Record<string, string>>,
): Promise<void> {
  const columns = await schema.rows<{ name: string }>(
    'select column_name as name from information_schema.columns where table_schema = $1 and table_name = $2',
    [schema.name, table],
  );
  const values = columns.map(({ name }) => changed[name] ?? `task.${name}`);
  await schema.rows(
    `insert into "schema".${table} (${columns.map(({ name }) => name).join()})
      select ${values.join()} from "schema".${table} as task, "schema".copy`,
  );
}
