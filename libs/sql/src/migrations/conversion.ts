import {
  answerTables,
  archiveIndexes,
  claimIndexes,
  hashTables,
  lineTables,
  listTables,
  replayTables,
  singleAnswerTables,
  suppressionTables,
  webhookTables,
} from './first-schema.js';
import type { SchemaDialect } from './schema-dialect.js';

type Conversion = (dialect: SchemaDialect) => readonly string[];

// A `case`, since the functions throw for malformed JSON: it is evaluated in order, while a `where` may be evaluated in any order.
const hasHeader = `
  case when json_valid(file)
    then json_type(file, '$.columns') = 'array' and json_type(file, '$.rowBlocks') = 'integer'
  end`;

const addHeaderBlocks = `
  insert into task_rows (task_id, block_index, block)
  select task_id, json_extract(file, '$.rowBlocks'), cast(json_extract(file, '$.columns') as blob)
  from tasks where ${hasHeader}`;

/** Counts the numbers of the first chunk. All others have as many, except the last. */
const completeFiles = `
  update tasks set file = json_set(json_remove(file, '$.columns'), '$.numbersPerChunk', coalesce((
    select length(chunk) - length(replace(cast(chunk as text), ' ', '')) + 1
    from task_chunks where task_chunks.task_id = tasks.task_id and chunk_index = 0
  ), 1))
  where ${hasHeader}`;

/**
 * Schema version 3 kept the numbers of a chunk as words, `14155552671 442071838750*3`. A number in several rows had their count behind
 * it. Each number had a status byte, 255 for a failed check.
 */
const words = `'["' || replace(cast(chunk as text), ' ', '","') || '"]'`;

const countFailedChecks = `
  update tasks set checks_failed = (
    select coalesce(sum(
      case when instr(word.value, '*') = 0 then 1
        else cast(substr(word.value, instr(word.value, '*') + 1) as integer)
      end
    ), 0)
    from task_chunks, json_each(case when json_valid(${words}) then ${words} else '[]' end) as word
    where task_chunks.task_id = tasks.task_id
      and instr(statuses, x'ff') > 0
      and substr(statuses, word.key + 1, 1) = x'ff'
  )
  where task_id in (select task_id from task_chunks where instr(statuses, x'ff') > 0)`;

/**
 * Moves the header of a file from the JSON of its task, where schema version 3 kept it, into the block after its rows. Adds counts that
 * this version lacked: the numbers of a chunk, and the rows whose check failed. Unreadable rows stay as they are: one broken row must
 * not prevent the database from being opened.
 */
const EARLIEST_TASK_DATA: readonly string[] = [addHeaderBlocks, completeFiles, countFailedChecks];

/** The statements that lead to version 28, for each schema version from 21 on. */
const TO_VERSION_28: readonly (readonly [number, Conversion])[] = [
  [21, (dialect) => [...entriesByAccount(dialect), ...suspensions(dialect), ...fromVersion23(dialect)]],
  [22, (dialect) => [...suspensions(dialect), ...fromVersion23(dialect)]],
  [23, fromVersion23],
  [24, fromVersion23],
  [25, tokenCaps],
  [26, (dialect) => [...tokenCaps(dialect), ...noKnownAnswers()]],
  [27, noKnownAnswers],
  [28, () => []],
];

/**
 * By the schema version of code before the first release: the statements that convert its database. Only SQLite files had version 3. No
 * database of the versions between 3 and 21 is known.
 */
export const CONVERSIONS: ReadonlyMap<number, Conversion> = new Map([
  [
    3,
    (dialect) => [
      ...fromVersion3(dialect),
      ...entriesByAccount(dialect),
      ...tokenCaps(dialect),
      ...singleAnswers(dialect),
    ],
  ],
  ...TO_VERSION_28.map(([version, convert]): [number, Conversion] => [
    version,
    (dialect) => [...convert(dialect), ...fromVersion28(dialect), ...fromVersion30(dialect)],
  ]),
  [29, fromVersion30],
  [30, fromVersion30],
  [31, singleAnswers],
  [32, numberHashes],
]);

/** Adds what version 28 lacked. Version 3 had none of the tables that it changes. */
function fromVersion28(dialect: SchemaDialect): readonly string[] {
  return [...listTables(dialect), 'alter table events add column data text', ...suppressionTables(dialect)];
}

function fromVersion30(dialect: SchemaDialect): readonly string[] {
  return [...dialect.dropRates, ...singleAnswers(dialect)];
}

function singleAnswers(dialect: SchemaDialect): readonly string[] {
  const { whole } = dialect;
  return [
    ...singleAnswerTables(dialect),
    `alter table balances add column is_erased ${whole} not null default 0`,
  ];
}

/** Version 32 kept numbers as they are. No statement knows the key of their hashes: the store of the answers replaces them. */
function numberHashes(dialect: SchemaDialect): readonly string[] {
  return ['alter table single_answers rename column number to number_hash', ...hashTables(dialect)];
}

/**
 * Version 3 leaves leases without a token, which end at their time, and a pause and an outage for each task. Tasks become due at once, and
 * the claims that find them decide the next step. Its tokens get no end and every scope.
 */
function fromVersion3(dialect: SchemaDialect): readonly string[] {
  const { usageTriggers, whole } = dialect;
  const unfinished = "status in ('queued', 'processing')";
  const isToBeFinished = '(open_chunks = 0 or failure_reason is not null)';
  const added = (table: string, names: readonly string[], type: string) =>
    names.map((name) => `alter table ${table} add column ${name} ${type}`);
  return [
    ...added('tokens', ['name', 'scopes'], 'text'),
    ...added('tokens', ['expires_at', 'last_used_at'], whole),
    ...added('tasks', ['step', 'lease_token', 'resumed_by'], 'text'),
    ...added('tasks', ['available_at', 'ended_at'], whole),
    ...added(
      'tasks',
      ['is_ready', 'tries', 'is_closed', 'queued_at', 'checks_failed', 'stored_bytes'],
      `${whole} not null default 0`,
    ),
    ...added('tasks', ['run', 'last_run'], `${whole} not null default 1`),
    "alter table tasks add column sources text not null default '{}'",
    'alter table task_chunks add column lease_token text',
    `alter table task_chunks add column revision ${whole} not null default 0`,
    // Most existing rows are complete. With this default, none of them has to be written.
    `alter table task_chunks add column is_complete ${whole} not null default 1`,
    ...lineTables(dialect),
    'update task_chunks set is_complete = 0 where statuses is null',
    // Takes the latest outage, so that no task fails too early.
    `insert into task_outage (outage_id, since, next_try_at)
      select 1, max(outage_since), max(not_before) from tasks
      where ${unfinished} and outage_since is not null having count(*) > 0`,
    `update tasks set status = 'draft', available_at = lease_until,
      step = case when status = 'draft' then 'begun' else 'discard' end
      where status in ('draft', 'abandoned')`,
    `update tasks set queued_at = created_at, available_at = 0,
      step = case when ${isToBeFinished} then 'finish' else 'check' end,
      is_closed = case when lease_until > 0 then 1 else 0 end,
      lease_until = case when ${isToBeFinished} and not_before > lease_until then not_before else lease_until end
      where ${unfinished}`,
    "update tasks set ended_at = finished_at where status in ('done', 'failed')",
    `insert into task_accounts (account_id, turn, last_task_turn)
      select account_id, row_number() over (order by min(turn), account_id), max(turn) from tasks
      where ${unfinished} group by account_id`,
    ...EARLIEST_TASK_DATA,
    // 1,024 bytes, its row blocks and its chunks. A draft counts 0.
    `update tasks set stored_bytes = 1024
      + (select coalesce(sum(length(block)), 0) from task_rows where task_rows.task_id = tasks.task_id)
      + (select coalesce(sum(length(chunk)), 0) from task_chunks where task_chunks.task_id = tasks.task_id)
      where status <> 'draft'`,
    'drop index tasks_unfinished',
    'drop index task_chunks_open',
    'alter table tasks drop column not_before',
    'alter table tasks drop column outage_since',
    ...claimIndexes(),
    ...archiveIndexes(),
    ...usageTriggers,
    `insert into account_usage (account_id, stored_bytes, unfinished_tasks)
      select account_id, sum(stored_bytes), sum(case when ${unfinished} then 1 else 0 end)
      from tasks where status <> 'draft' group by account_id`,
    ...answerTables(dialect),
    ...replayTables(dialect),
    ...listTables(dialect),
    ...suppressionTables(dialect),
    ...webhookTables(dialect),
  ];
}

function suspensions({ whole }: SchemaDialect): readonly string[] {
  return [`alter table task_accounts add column suspended_at ${whole}`];
}

function fromVersion23(dialect: SchemaDialect): readonly string[] {
  return [...inferredOutages(dialect), ...tokenCaps(dialect)];
}

/** Nobody knows whether a checker has reported the present outage. As an inferred one it waits for an answer. */
function inferredOutages({ whole }: SchemaDialect): readonly string[] {
  return [`alter table task_outage add column is_inferred ${whole} not null default 1`];
}

/** Answers that two versions kept a second time, by hashes of numbers. They are in the tasks that found them. */
function noKnownAnswers(): readonly string[] {
  return ['drop table known_answers'];
}

/** Existing tokens get no caps. */
function tokenCaps({ whole }: SchemaDialect): readonly string[] {
  return [
    `alter table tokens add column max_credits_per_day ${whole}`,
    `alter table tokens add column max_credits_per_task ${whole}`,
    'alter table tokens add column counted_as text',
  ];
}

/**
 * Numbers the entries of the journal by account, since a number over all accounts shows everyone's volume to each. Lets closed holds be
 * pruned and charges be summed up, and closed holds keep the answer that was charged.
 */
function entriesByAccount({ end, journalGuard, whole }: SchemaDialect): readonly string[] {
  return [
    `create table numbered_journal (account_id text not null, entry ${whole} not null,
      kind text not null check (kind in ('grant', 'charge', 'charges_of_month')), credits ${whole} not null, hold_id text, note text,
      created_at ${whole} not null, constraint journal_entries primary key (account_id, entry))${end}`,
    `insert into numbered_journal (account_id, entry, kind, credits, hold_id, note, created_at)
      select account_id, row_number() over (partition by account_id order by entry_id), kind, credits, hold_id, note, created_at
      from journal`,
    'drop table journal',
    'alter table numbered_journal rename to journal',
    "create index journal_charges_by_time on journal (created_at) where kind = 'charge'",
    ...journalGuard,
    `alter table balances add column last_entry ${whole} not null default 0`,
    `alter table balances add column pruned_charges ${whole} not null default 0`,
    `update balances set last_entry =
      coalesce((select max(entry) from journal where journal.account_id = balances.account_id), 0)`,
    'alter table holds add column answer text',
    'create index holds_closed_by_time on holds (closed_at) where charged is not null',
  ];
}
