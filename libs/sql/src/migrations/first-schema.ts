import type { SchemaDialect } from './schema-dialect.js';

/** The statements that make every table of an empty database. */
export function firstSchema(dialect: SchemaDialect): readonly string[] {
  return [
    ...accountTables(dialect),
    ...creditTables(dialect),
    ...dialect.journalGuard,
    ...taskTables(dialect),
    ...dialect.compressedRows,
    ...lineTables(dialect),
    ...claimIndexes(),
    ...archiveIndexes(),
    ...dialect.usageTriggers,
    ...answerTables(dialect),
    ...replayTables(dialect),
    ...listTables(dialect),
    ...suppressionTables(dialect),
    ...singleAnswerTables(dialect),
    ...webhookTables(dialect),
  ];
}

function accountTables({ bytes, end, whole }: SchemaDialect): readonly string[] {
  return [
    `create table accounts (
      account_id text not null primary key,
      email text,
      email_key text,
      created_at ${whole} not null,
      suspended_at ${whole}
    )${end}`,
    'create unique index accounts_email_key on accounts (email_key)',
    `create table tokens (
      token_id text not null primary key,
      account_id text not null references accounts (account_id),
      secret_hash ${bytes} not null,
      created_at ${whole} not null,
      revoked_at ${whole},
      name text,
      expires_at ${whole},
      last_used_at ${whole},
      scopes text,
      max_credits_per_day ${whole},
      max_credits_per_task ${whole},
      counted_as text
    )${end}`,
    'create index tokens_account_id on tokens (account_id)',
  ];
}

function creditTables({ end, whole }: SchemaDialect): readonly string[] {
  return [
    `create table balances (
      account_id text not null primary key,
      available ${whole} not null check (available >= 0),
      held ${whole} not null check (held >= 0),
      last_entry ${whole} not null default 0,
      pruned_charges ${whole} not null default 0,
      is_erased ${whole} not null default 0
    )${end}`,
    `create table holds (
      hold_id text not null primary key,
      account_id text not null,
      credits ${whole} not null check (credits >= 0),
      created_at ${whole} not null,
      expires_at ${whole},
      charged ${whole} check (charged between 0 and credits),
      closed_at ${whole},
      answer text
    )${end}`,
    // Holds only the open holds, so it stays small however many were closed.
    'create index holds_open_by_expiry on holds (expires_at) where charged is null',
    'create index holds_closed_by_time on holds (closed_at) where charged is not null',
    `create table journal (
      account_id text not null,
      entry ${whole} not null,
      kind text not null check (kind in ('grant', 'charge', 'charges_of_month')),
      credits ${whole} not null,
      hold_id text,
      note text,
      created_at ${whole} not null,
      constraint journal_entries primary key (account_id, entry)
    )${end}`,
    // The charges that are not summed up yet.
    "create index journal_charges_by_time on journal (created_at) where kind = 'charge'",
  ];
}

function taskTables({ bytes, end, whole }: SchemaDialect): readonly string[] {
  const count = `${whole} not null default 0`;
  return [
    `create table tasks (
      task_id text not null primary key,
      account_id text not null,
      status text not null,
      created_at ${whole} not null,
      started_at ${whole},
      finished_at ${whole},
      ended_at ${whole},
      queued_at ${count},
      step text,
      is_ready ${count},
      available_at ${whole},
      turn ${count},
      lease_token text,
      lease_until ${count},
      tries ${count},
      run ${whole} not null default 1,
      last_run ${whole} not null default 1,
      resumed_by text,
      is_closed ${count},
      failure_reason text,
      total ${count},
      processed ${count},
      wa_registered ${count},
      telegram_registered ${count},
      dead ${count},
      inactive ${count},
      unknown ${count},
      sources text not null default '{}',
      checks_failed ${count},
      rows_without_number ${count},
      open_chunks ${count},
      verified ${count},
      held ${count},
      charged ${count},
      stored_bytes ${count},
      file text not null
    )${end}`,
    `create table task_rows (
      task_id text not null references tasks (task_id) on delete cascade,
      block_index ${whole} not null,
      block ${bytes} not null,
      constraint task_rows_key primary key (task_id, block_index)
    )${end}`,
    `create table task_chunks (
      task_id text not null references tasks (task_id) on delete cascade,
      chunk_index ${whole} not null,
      chunk ${bytes} not null,
      statuses ${bytes},
      revision ${count},
      is_complete ${whole} not null default 1,
      lease_token text,
      lease_until ${count},
      constraint task_chunks_key primary key (task_id, chunk_index)
    )${end}`,
  ];
}

/** The tables beside tasks: lines, the outage, the time, and sums over the tasks of accounts. */
export function lineTables({ end, whole }: SchemaDialect): readonly string[] {
  const count = `${whole} not null default 0`;
  return [
    `create table task_accounts (
      account_id text not null primary key,
      turn ${whole} not null,
      last_task_turn ${whole} not null,
      ready text,
      day ${count},
      tasks_of_day ${count},
      suspended_at ${whole}
    )${end}`,
    `create table task_outage (
      outage_id ${whole} not null primary key default 1 check (outage_id = 1),
      reason text not null default 'checker_unavailable',
      is_inferred ${whole} not null default 1,
      since ${whole} not null,
      next_try_at ${whole} not null,
      probe_task_id text,
      probe_chunk_index ${whole},
      probe_token text
    )${end}`,
    `create table store_time (
      store_time_id ${whole} not null primary key,
      latest ${whole} not null
    )${end}`,
    `create table account_usage (
      account_id text not null primary key,
      stored_bytes ${whole} not null,
      unfinished_tasks ${whole} not null
    )${end}`,
  ];
}

/** The indexes for claims. Each holds only the rows that claims look for, and stays small however many tasks have ended. */
export function claimIndexes(): readonly string[] {
  return [
    'create index tasks_due on tasks (step, available_at) where available_at is not null',
    'create index tasks_ready on tasks (account_id, turn) where is_ready = 1',
    "create index tasks_ready_to_finish on tasks (account_id, turn) where is_ready = 1 and step = 'finish'",
    "create index tasks_to_check on tasks (queued_at) where step = 'check'",
    'create index task_accounts_turn on task_accounts (turn)',
    'create index task_accounts_ready on task_accounts (turn) where ready is not null',
    "create index task_accounts_ready_to_finish on task_accounts (turn) where ready = 'finish'",
    'create index task_chunks_open on task_chunks (task_id, lease_until, chunk_index) where is_complete = 0',
  ];
}

export function archiveIndexes(): readonly string[] {
  return [
    'create index tasks_of_account on tasks (account_id, created_at, task_id)',
    'create index tasks_of_account_by_status on tasks (account_id, status, created_at, task_id)',
    'create index tasks_ended on tasks (ended_at) where ended_at is not null',
  ];
}

/** Tables about numbers that belong to no account: observations, cached answers, and the spending of checkers. */
export function answerTables({ end, whole }: SchemaDialect): readonly string[] {
  return [
    `create table observations (
      number text not null,
      app text not null,
      seen_at ${whole} not null,
      source text not null,
      constraint observations_pk primary key (number, app)
    )${end}`,
    'create index observations_seen_at on observations (seen_at)',
    `create table cached_answers (
      cache text not null,
      number text not null,
      status text not null,
      source text,
      reason text,
      checked_at ${whole} not null,
      expires_at ${whole} not null,
      constraint cached_answers_pk primary key (cache, number)
    )${end}`,
    'create index cached_answers_expires_at on cached_answers (expires_at)',
    `create table spending (
      budget text not null,
      day text not null,
      spent ${whole} not null,
      constraint spending_pk primary key (budget, day)
    )${end}`,
  ];
}

export function replayTables({ bytes, end, whole }: SchemaDialect): readonly string[] {
  return [
    `create table replays (
      account_id text not null,
      key text not null,
      token text not null,
      request_id text not null,
      fingerprint text,
      reply ${bytes},
      until ${whole} not null,
      forget_at ${whole} not null default 0,
      constraint replays_pk primary key (account_id, key)
    )${end}`,
    'create index replays_forget on replays (forget_at)',
    'create index replays_of_account on replays (account_id, forget_at)',
    `create table replay_accounts (
      account_id text primary key,
      requests ${whole} not null
    )${end}`,
  ];
}

export function listTables({ end, whole }: SchemaDialect): readonly string[] {
  return [
    `create table lists (
      list_id text not null primary key,
      account_id text not null,
      created_at ${whole} not null,
      revision ${whole} not null default 1,
      due_at ${whole},
      list text not null
    )${end}`,
    'create index lists_of_account on lists (account_id, created_at, list_id)',
    'create index lists_due on lists (due_at) where due_at is not null',
    `create table list_tasks (
      list_id text not null references lists (list_id) on delete cascade,
      place ${whole} not null,
      task_id text not null,
      constraint list_tasks_key primary key (list_id, place)
    )${end}`,
    'create index list_tasks_of_task on list_tasks (task_id)',
  ];
}

export function suppressionTables({ end, whole }: SchemaDialect): readonly string[] {
  return [
    `create table suppressions (
      account_id text not null,
      number text not null,
      entry ${whole} not null,
      added_at ${whole} not null,
      constraint suppressions_pk primary key (account_id, number)
    )${end}`,
    'create unique index suppressions_by_entry on suppressions (account_id, entry)',
    `create table suppression_accounts (
      account_id text not null primary key,
      numbers ${whole} not null,
      last_entry ${whole} not null
    )${end}`,
  ];
}

export function singleAnswerTables(dialect: SchemaDialect): readonly string[] {
  const { end, whole } = dialect;
  return [
    `create table single_answers (
      account_id text not null,
      number_hash text not null,
      status text not null,
      source text,
      reason text,
      checked_at ${whole} not null,
      consent_date text,
      reassigned text,
      constraint single_answers_pk primary key (account_id, number_hash)
    )${end}`,
    'create index single_answers_checked_at on single_answers (checked_at)',
    ...hashTables(dialect),
  ];
}

/** The part of single answers that versions before 33 lacked: the index has the rows with plain numbers, which their store replaces. */
export function hashTables({ bytes, end, whole }: SchemaDialect): readonly string[] {
  return [
    "create index single_answers_plain on single_answers (account_id, number_hash) where substr(number_hash, 1, 1) = '+'",
    `create table answer_hash_key (
      answer_hash_key_id ${whole} not null primary key check (answer_hash_key_id in (1, 2)),
      key ${bytes} not null
    )${end}`,
  ];
}

export function webhookTables({ end, identity, whole }: SchemaDialect): readonly string[] {
  const count = `${whole} not null default 0`;
  return [
    `create table events (
      sequence ${identity},
      event_id text not null unique,
      kind text not null,
      account_id text not null,
      task_id text not null,
      occurred_at ${whole} not null,
      free_at ${count},
      lease_token text,
      tries ${count},
      data text
    )${end}`,
    'create index events_free_at on events (free_at)',
    `create table webhooks (
      sequence ${identity},
      webhook_id text not null unique,
      account_id text not null,
      url text not null,
      events text not null,
      secret text not null,
      old_secret text,
      rotation_id text,
      old_until ${whole},
      created_at ${whole} not null,
      disabled_at ${whole},
      disabled_reason text,
      failing_since ${whole},
      turn ${count},
      due_at ${whole}
    )${end}`,
    'create index webhooks_account on webhooks (account_id, sequence)',
    'create index webhooks_due on webhooks (due_at)',
    `create table webhook_deliveries (
      event_id text not null,
      webhook_id text not null,
      account_id text not null,
      type text not null,
      occurred_at ${whole} not null,
      data text not null,
      keep_until ${whole} not null,
      due_at ${whole},
      lease_token text,
      failures ${count},
      is_delivered ${count},
      attempts ${count},
      tried_at ${whole},
      response_status ${whole},
      failure text,
      constraint webhook_deliveries_pk primary key (webhook_id, event_id)
    )${end}`,
    'create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at)',
    'create index webhook_deliveries_keep on webhook_deliveries (keep_until)',
    'create index webhook_deliveries_newest on webhook_deliveries (webhook_id, occurred_at, event_id)',
    `create table webhook_accounts (
      account_id text primary key,
      turn ${count},
      due_at ${whole},
      looked_at ${whole},
      is_low ${count}
    )${end}`,
    'create index webhook_accounts_due on webhook_accounts (due_at)',
    'create index webhook_accounts_turn on webhook_accounts (turn)',
    'create index webhook_accounts_looked on webhook_accounts (looked_at)',
  ];
}
