import { expressionBuilder, type Kysely, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import type { Tables, TaskStep } from '../../schema.js';
import type { ByteSlices } from '../byte-slices.js';
import { readiness } from './readiness-queries.js';

export type RecordBatchQueries = ReturnType<typeof compileRecordBatchQueries>;

/** What a record depends on. `revision` is null where the task has no such chunk. */
export interface RecordableRow {
  readonly task_id: string;
  readonly account_id: string;
  readonly chunk_index: number;
  readonly revision: number | null;
  readonly is_complete: number | null;
  readonly failure_reason: string | null;
  readonly suspended_at: number | null;
  readonly step: TaskStep | null;
  readonly is_ready: number;
}

/** A task as it is after the records. */
export interface ProgressRow {
  readonly task_id: string;
  readonly account_id: string;
  readonly step: TaskStep | null;
  readonly is_ready: number;
  readonly sources: string;
}

/** The columns of the chunks that are recorded on, an array each. */
type ChunkColumns = ByteSlices & {
  readonly taskIds: readonly string[];
  readonly chunkIndexes: readonly number[];
  readonly areComplete: readonly boolean[];
};

/** The columns of what is added to tasks, an array each. */
interface ProgressColumns {
  readonly taskIds: readonly string[];
  readonly rows: readonly number[];
  readonly waRegistered: readonly number[];
  readonly telegramRegistered: readonly number[];
  readonly dead: readonly number[];
  readonly inactive: readonly number[];
  readonly unknown: readonly number[];
  readonly checksFailed: readonly number[];
  readonly verified: readonly number[];
  readonly completed: readonly number[];
}

/** The queries of records that are written together, in PostgreSQL's own SQL: each is one round trip, however many records there are. */
export function compileRecordBatchQueries(builder: Kysely<Tables>) {
  return { ...readQueries(builder), ...writeQueries(builder) };
}

function readQueries(builder: Kysely<Tables>) {
  const accountsOf = (taskIds: readonly string[]) =>
    builder
      .selectFrom('task_accounts')
      .select('account_id')
      .where('account_id', 'in', (eb) =>
        eb
          .selectFrom('tasks')
          .select('tasks.account_id')
          .where('task_id', '=', sql<string>`any(${taskIds}::text[])`),
      )
      .orderBy('account_id')
      .forUpdate();
  return {
    /** Locks the accounts of tasks but for those that another write is at, and tells which it has locked. */
    lockFreeAccountsOf: compileQuery<{ taskIds: readonly string[] }>()((value) =>
      accountsOf(value('taskIds')).skipLocked(),
    ),
    /** The same, and waits for the other writes. */
    lockAccountsOf: compileQuery<{ taskIds: readonly string[] }>()((value) => accountsOf(value('taskIds'))),
    recordableChunks: compileQuery<Pick<ChunkColumns, 'taskIds' | 'chunkIndexes'>>()((value) => ({
      compile: () =>
        sql<RecordableRow>`select tasks.task_id, tasks.account_id, asked.chunk_index, revision, is_complete, failure_reason, step, is_ready, suspended_at
          from unnest(${value('taskIds')}::text[], ${value('chunkIndexes')}::bigint[]) as asked(task_id, chunk_index)
          join tasks on tasks.task_id = asked.task_id and status in ('queued', 'processing') and is_closed = 0
          left join task_accounts on task_accounts.account_id = tasks.account_id
          left join task_chunks on task_chunks.task_id = asked.task_id and task_chunks.chunk_index = asked.chunk_index`.compile(
          builder,
        ),
    })),
  };
}

function writeQueries(builder: Kysely<Tables>) {
  return {
    recordChunks: compileQuery<ChunkColumns>()((value) => ({
      compile: () =>
        sql`update task_chunks set
            statuses = substring(${value('bytes')}::bytea from record.start for record.length),
            revision = revision + 1,
            is_complete = case when record.is_whole then 1 else is_complete end,
            lease_token = case when record.is_whole then null else lease_token end,
            lease_until = case when record.is_whole then 0 else lease_until end
          from unnest(${value('taskIds')}::text[], ${value('chunkIndexes')}::bigint[], ${value('starts')}::int[],
            ${value('lengths')}::int[], ${value('areComplete')}::boolean[])
            as record(task_id, chunk_index, start, length, is_whole)
          where task_chunks.task_id = record.task_id and task_chunks.chunk_index = record.chunk_index`.compile(
          builder,
        ),
    })),
    /** Adds what was recorded to the tasks, with what follows from it for the next claims. */
    addProgressOfTasks: compileQuery<ProgressColumns & { now: number }>()((value) => ({
      compile: () => {
        const completed = sql<number>`added.completed`;
        const ready = readiness(expressionBuilder<Tables, 'tasks'>(), value('now'), completed);
        return sql<ProgressRow>`update tasks set
            processed = processed + added.rows,
            wa_registered = tasks.wa_registered + added.wa_registered,
            telegram_registered = tasks.telegram_registered + added.telegram_registered,
            dead = tasks.dead + added.dead,
            inactive = tasks.inactive + added.inactive,
            unknown = tasks.unknown + added.unknown,
            checks_failed = tasks.checks_failed + added.checks_failed,
            verified = tasks.verified + added.verified,
            open_chunks = open_chunks - added.completed,
            step = ${ready.step}, is_ready = ${ready.is_ready}, available_at = ${ready.available_at}
          from unnest(${value('taskIds')}::text[], ${value('rows')}::bigint[], ${value('waRegistered')}::bigint[],
            ${value('telegramRegistered')}::bigint[], ${value('dead')}::bigint[], ${value('inactive')}::bigint[],
            ${value('unknown')}::bigint[], ${value('checksFailed')}::bigint[], ${value('verified')}::bigint[],
            ${value('completed')}::bigint[])
            as added(task_id, rows, wa_registered, telegram_registered, dead, inactive, unknown, checks_failed, verified, completed)
          where tasks.task_id = added.task_id
          returning tasks.task_id, account_id, step, is_ready, sources`.compile(builder);
      },
    })),
    /** Only after `addProgressOfTasks` in the same write: until its end no other write changes the rows. */
    setSourcesOfTasks: compileQuery<{ taskIds: readonly string[]; sources: readonly string[] }>()(
      (value) => ({
        compile: () =>
          sql`update tasks set sources = known.sources
            from unnest(${value('taskIds')}::text[], ${value('sources')}::text[]) as known(task_id, sources)
            where tasks.task_id = known.task_id`.compile(builder),
      }),
    ),
  };
}
