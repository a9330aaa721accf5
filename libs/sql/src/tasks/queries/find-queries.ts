import { type Kysely, type Selectable, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';
import { probeEnd } from './outage-queries.js';

/** The columns of a {@link Task}. */
export const TASK_COLUMNS = [
  'tasks.task_id',
  'account_id',
  'status',
  'step',
  'total',
  'processed',
  'wa_registered',
  'telegram_registered',
  'dead',
  'inactive',
  'unknown',
  'sources',
  'checks_failed',
  'created_at',
  'queued_at',
  'started_at',
  'finished_at',
  'failure_reason',
  'held',
  'charged',
  'file',
] as const;

type Column<Name extends string> = Name extends `tasks.${infer Bare}` ? Bare : Name;
type TaskColumn = Column<(typeof TASK_COLUMNS)[number]>;

export type TaskRow = Pick<Selectable<Tables['tasks']>, TaskColumn & keyof Tables['tasks']>;

export type FindQueries = ReturnType<typeof compileFindQueries>;

export function compileFindQueries(builder: Kysely<Tables>) {
  return {
    find: compileQuery<{ taskId: string }>()((value) =>
      shownTasks(builder).where('tasks.task_id', '=', value('taskId')),
    ),
  };
}

/** The rows of shown tasks, each with the outage if there is one. */
export function shownTasks(builder: Kysely<Tables>) {
  return builder
    .selectFrom('tasks')
    .leftJoin('task_outage', (join) => join.on('outage_id', '=', sql.lit(1)))
    .select(TASK_COLUMNS)
    .select(['reason', 'since', 'next_try_at'])
    .select((eb) =>
      eb
        .selectFrom('task_accounts')
        .select('suspended_at')
        .whereRef('task_accounts.account_id', '=', 'tasks.account_id')
        .as('suspended_at'),
    )
    .select(probeEnd(builder).as('probe_until'))
    .where('status', '<>', 'draft');
}
