import { sql } from 'kysely';
import type { Migration } from './migration.js';

const COUNTS = [
  'lease_until',
  'turn',
  'not_before',
  'total',
  'processed',
  'wa_registered',
  'telegram_registered',
  'dead',
  'inactive',
  'unknown',
  'rows_without_number',
  'open_chunks',
  'verified',
  'held',
  'charged',
] as const;

export const tasks: Migration = {
  version: 3,
  name: 'tasks',
  statements: ({ builder: { schema }, dialect }) => {
    const table = schema
      .createTable('tasks')
      .addColumn('task_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('created_at', dialect.integer, (column) => column.notNull())
      .addColumn('started_at', dialect.integer)
      .addColumn('finished_at', dialect.integer)
      .addColumn('outage_since', dialect.integer)
      .addColumn('failure_reason', 'text')
      .addColumn('file', 'text', (column) => column.notNull());
    return [
      COUNTS.reduce(
        (columns, name) =>
          columns.addColumn(name, dialect.integer, (column) => column.notNull().defaultTo(0)),
        table,
      ).modifyEnd(dialect.tableEnd),
      // A claim walks these two partial indexes: unfinished tasks by turn, and a task's unrecorded chunks by lease.
      schema
        .createIndex('tasks_unfinished')
        .on('tasks')
        .columns(['turn', 'created_at', 'task_id'])
        .where(sql.ref('finished_at'), 'is', null),
      schema
        .createTable('task_rows')
        .addColumn('task_id', 'text', (column) =>
          column.notNull().references('tasks.task_id').onDelete('cascade'),
        )
        .addColumn('block_index', dialect.integer, (column) => column.notNull())
        .addColumn('block', dialect.bytes, (column) => column.notNull())
        .addPrimaryKeyConstraint('task_rows_key', ['task_id', 'block_index'])
        .modifyEnd(dialect.tableEnd),
      schema
        .createTable('task_chunks')
        .addColumn('task_id', 'text', (column) =>
          column.notNull().references('tasks.task_id').onDelete('cascade'),
        )
        .addColumn('chunk_index', dialect.integer, (column) => column.notNull())
        .addColumn('lease_until', dialect.integer, (column) => column.notNull().defaultTo(0))
        .addColumn('statuses', dialect.bytes)
        .addColumn('chunk', dialect.bytes, (column) => column.notNull())
        .addPrimaryKeyConstraint('task_chunks_key', ['task_id', 'chunk_index'])
        .modifyEnd(dialect.tableEnd),
      schema
        .createIndex('task_chunks_open')
        .on('task_chunks')
        .columns(['task_id', 'lease_until', 'chunk_index'])
        .where(sql.ref('statuses'), 'is', null),
    ];
  },
};
