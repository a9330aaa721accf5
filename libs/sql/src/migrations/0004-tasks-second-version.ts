import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Migration, MigrationContext } from './migration.js';

/** Adds lease tokens, revisions, runs, turns by account and a table for the outage, and moves the header out of the task's row. */
export const tasksSecondVersion: Migration = {
  version: 4,
  name: 'tasks, second version',
  statements: (context) => [
    ...addColumns(context),
    ...addTables(context),
    ...moveRows(context),
    ...context.dialect.moveTaskData(context.builder),
    ...dropColumns(context),
    ...addIndexes(context),
  ],
};

const TASK_COUNTS = ['is_ready', 'tries', 'is_closed', 'queued_at', 'checks_failed'] as const;

function addColumns({ builder: { schema }, dialect }: MigrationContext): Compilable[] {
  const tasks = () => schema.alterTable('tasks');
  const chunks = () => schema.alterTable('task_chunks');
  const whole = dialect.integer;
  return [
    tasks().addColumn('step', 'text'),
    tasks().addColumn('available_at', whole),
    tasks().addColumn('lease_token', 'text'),
    tasks().addColumn('resumed_by', 'text'),
    ...TASK_COUNTS.map((name) => tasks().addColumn(name, whole, (column) => column.notNull().defaultTo(0))),
    ...(['run', 'last_run'] as const).map((name) =>
      tasks().addColumn(name, whole, (column) => column.notNull().defaultTo(1)),
    ),
    chunks().addColumn('lease_token', 'text'),
    chunks().addColumn('revision', whole, (column) => column.notNull().defaultTo(0)),
    // Most existing rows are complete. With this default, none of them has to be written.
    chunks().addColumn('is_complete', whole, (column) => column.notNull().defaultTo(1)),
  ];
}

function addTables({ builder: { schema }, dialect }: MigrationContext): Compilable[] {
  return [
    schema
      .createTable('task_accounts')
      .addColumn('account_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('turn', dialect.integer, (column) => column.notNull())
      .addColumn('last_task_turn', dialect.integer, (column) => column.notNull())
      .addColumn('ready', 'text')
      .modifyEnd(dialect.tableEnd),
    schema
      .createTable('task_outage')
      .addColumn('outage_id', dialect.integer, (column) =>
        column.primaryKey().notNull().defaultTo(1).check(sql`outage_id = 1`),
      )
      .addColumn('since', dialect.integer, (column) => column.notNull())
      .addColumn('next_try_at', dialect.integer, (column) => column.notNull())
      .addColumn('probe_task_id', 'text')
      .addColumn('probe_chunk_index', dialect.integer)
      .addColumn('probe_token', 'text')
      .modifyEnd(dialect.tableEnd),
  ];
}

/**
 * Schema version 3 leaves leases without a token, which end at their time, and a pause and an outage for each task. Tasks become due at
 * once, and the claims that find them decide the next step.
 */
function moveRows({ builder }: MigrationContext): Compilable[] {
  const unfinished = sql`status in ('queued', 'processing')`;
  const isToBeFinished = sql`(open_chunks = 0 or failure_reason is not null)`;
  const statements: RawBuilder<unknown>[] = [
    sql`update task_chunks set is_complete = 0 where statuses is null`,
    // Takes the latest outage, so that no task fails too early.
    sql`insert into task_outage (outage_id, since, next_try_at)
      select 1, max(outage_since), max(not_before) from tasks
      where ${unfinished} and outage_since is not null having count(*) > 0`,
    sql`update tasks set status = 'draft', available_at = lease_until,
      step = case when status = 'draft' then 'begun' else 'discard' end
      where status in ('draft', 'abandoned')`,
    sql`update tasks set queued_at = created_at, available_at = 0,
      step = case when ${isToBeFinished} then 'finish' else 'check' end,
      is_closed = case when lease_until > 0 then 1 else 0 end,
      lease_until = case when ${isToBeFinished} and not_before > lease_until then not_before else lease_until end
      where ${unfinished}`,
    sql`insert into task_accounts (account_id, turn, last_task_turn)
      select account_id, row_number() over (order by min(turn), account_id), max(turn) from tasks
      where ${unfinished} group by account_id`,
  ];
  return statements.map((statement) => ({ compile: () => statement.compile(builder) }));
}

function dropColumns({ builder: { schema } }: MigrationContext): Compilable[] {
  return [
    schema.dropIndex('tasks_unfinished'),
    schema.dropIndex('task_chunks_open'),
    schema.alterTable('tasks').dropColumn('not_before'),
    schema.alterTable('tasks').dropColumn('outage_since'),
  ];
}

/** The indexes for claims. Each holds only the rows that claims look for, and stays small however many tasks have ended. */
function addIndexes({ builder: { schema } }: MigrationContext): Compilable[] {
  const isReady = [sql.ref('is_ready'), '=', sql.lit(1)] as const;
  return [
    schema
      .createIndex('tasks_due')
      .on('tasks')
      .columns(['step', 'available_at'])
      .where(sql.ref('available_at'), 'is not', null),
    schema
      .createIndex('tasks_ready')
      .on('tasks')
      .columns(['account_id', 'turn'])
      .where(...isReady),
    schema
      .createIndex('tasks_ready_to_finish')
      .on('tasks')
      .columns(['account_id', 'turn'])
      .where(...isReady)
      .where(sql.ref('step'), '=', sql.lit('finish')),
    schema
      .createIndex('tasks_to_check')
      .on('tasks')
      .column('queued_at')
      .where(sql.ref('step'), '=', sql.lit('check')),
    schema.createIndex('task_accounts_turn').on('task_accounts').column('turn'),
    schema
      .createIndex('task_accounts_ready')
      .on('task_accounts')
      .column('turn')
      .where(sql.ref('ready'), 'is not', null),
    schema
      .createIndex('task_accounts_ready_to_finish')
      .on('task_accounts')
      .column('turn')
      .where(sql.ref('ready'), '=', sql.lit('finish')),
    schema
      .createIndex('task_chunks_open')
      .on('task_chunks')
      .columns(['task_id', 'lease_until', 'chunk_index'])
      .where(sql.ref('is_complete'), '=', sql.lit(0)),
  ];
}
