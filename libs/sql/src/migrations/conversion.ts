import { archiveIndexes, claimIndexes } from './first-schema.js';
import type { SchemaDialect } from './schema-dialect.js';

/** The versions of the code before the first release, from which a database is converted to the first schema. */
export const EARLIEST_VERSION = 3;

/** The statements that convert a database of one of these versions. */
export function conversionFrom(version: number, dialect: SchemaDialect): readonly string[] {
  return STEPS.flatMap((step, index) => (index + EARLIEST_VERSION >= version ? step(dialect) : []));
}

type Step = (dialect: SchemaDialect) => readonly string[];

/** Leads from version 3 to 4, from 4 to 5, and so on to the first schema. */
const STEPS: readonly Step[] = [
  leasesAndTurns,
  () => ["alter table task_outage add column reason text not null default 'checker_unavailable'"],
  ({ end, whole }) => [
    `create table observations (number text not null, app text not null, seen_at ${whole} not null, source text not null,
      constraint observations_pk primary key (number, app))${end}`,
    'create index observations_seen_at on observations (seen_at)',
  ],
  () => ["alter table tasks add column sources text not null default '{}'"],
  ({ end, whole }) => [
    `create table cached_answers (cache text not null, number text not null, status text not null, source text, reason text,
      checked_at ${whole} not null, expires_at ${whole} not null, constraint cached_answers_pk primary key (cache, number))${end}`,
    'create index cached_answers_expires_at on cached_answers (expires_at)',
    `create table spending (budget text not null, day text not null, spent ${whole} not null,
      constraint spending_pk primary key (budget, day))${end}`,
  ],
  ({ end, whole }) => [
    `create table store_time (store_time_id ${whole} not null primary key, latest ${whole} not null)${end}`,
  ],
  ({ whole }) => [
    `alter table tasks add column ended_at ${whole}`,
    "update tasks set ended_at = finished_at where status in ('done', 'failed')",
    ...archiveIndexes(),
  ],
  ({ bytes, end, whole }) => [
    `create table replays (account_id text not null, key text not null, token text not null, request_id text not null,
      fingerprint text, reply ${bytes}, until ${whole} not null, constraint replays_pk primary key (account_id, key))${end}`,
  ],
  ({ end, identity, whole }) => [
    `create table events (sequence ${identity}, event_id text not null unique, kind text not null, account_id text not null,
      task_id text not null, occurred_at ${whole} not null, free_at ${whole} not null default 0, lease_token text,
      tries ${whole} not null default 0)${end}`,
    'create index events_free_at on events (free_at)',
  ],
  ({ end, identity, whole }) => [
    `create table webhooks (sequence ${identity}, webhook_id text not null unique, account_id text not null, url text not null,
      events text not null, secret text not null, old_secret text, old_until ${whole}, created_at ${whole} not null,
      disabled_at ${whole}, disabled_reason text, failing_since ${whole})${end}`,
    'create index webhooks_account on webhooks (account_id, sequence)',
    `create table webhook_deliveries (event_id text not null, webhook_id text not null, account_id text not null,
      type text not null, occurred_at ${whole} not null, data text not null, keep_until ${whole} not null, due_at ${whole},
      lease_token text, failures ${whole} not null default 0, is_delivered ${whole} not null default 0,
      constraint webhook_deliveries_pk primary key (webhook_id, event_id))${end}`,
    'create index webhook_deliveries_due on webhook_deliveries (account_id, due_at)',
    'create index webhook_deliveries_keep on webhook_deliveries (keep_until)',
    `create table webhook_accounts (account_id text primary key, turn ${whole} not null default 0, due_at ${whole},
      looked_at ${whole}, is_low ${whole} not null default 0)${end}`,
    'create index webhook_accounts_due on webhook_accounts (due_at)',
    'create index webhook_accounts_turn on webhook_accounts (turn)',
    'create index webhook_accounts_looked on webhook_accounts (looked_at)',
  ],
  ({ whole }) => [
    `alter table webhooks add column turn ${whole} not null default 0`,
    `alter table webhooks add column due_at ${whole}`,
    'drop index webhook_deliveries_due',
    'create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at)',
    `update webhooks set due_at =
      (select min(due_at) from webhook_deliveries where webhook_deliveries.webhook_id = webhooks.webhook_id)`,
    'create index webhooks_due on webhooks (due_at)',
  ],
  ({ end, whole }) => [
    `alter table replays add column forget_at ${whole} not null default 0`,
    'update replays set forget_at = until + case when reply is null then 86400000 else 0 end',
    'drop index if exists replays_until',
    'create index replays_forget on replays (forget_at)',
    'create index replays_of_account on replays (account_id, forget_at)',
    `create table replay_accounts (account_id text primary key, requests ${whole} not null)${end}`,
    'insert into replay_accounts select account_id, count(*) from replays group by account_id',
    'alter table webhooks add column rotation_id text',
  ],
  // 1,024 bytes, its row blocks and its chunks. A draft counts 0.
  ({ whole }) => [
    `alter table tasks add column stored_bytes ${whole} not null default 0`,
    `update tasks set stored_bytes = 1024
      + (select coalesce(sum(length(block)), 0) from task_rows where task_rows.task_id = tasks.task_id)
      + (select coalesce(sum(length(chunk)), 0) from task_chunks where task_chunks.task_id = tasks.task_id)
      where status <> 'draft'`,
  ],
  // Earlier tokens have no end and every scope.
  ({ whole }) => [
    'alter table tokens add column name text',
    `alter table tokens add column expires_at ${whole}`,
    `alter table tokens add column last_used_at ${whole}`,
    'alter table tokens add column scopes text',
  ],
  // The day of the conversion begins with 0 tasks.
  ({ whole }) => [
    `alter table task_accounts add column day ${whole} not null default 0`,
    `alter table task_accounts add column tasks_of_day ${whole} not null default 0`,
  ],
  ({ rateTables }) => rateTables,
  // The index is dropped first: that takes the strongest lock on `tasks`, and a weaker lock before it could end in a deadlock.
  ({ end, usageTriggers, whole }) => [
    'drop index if exists tasks_of_account_by_bytes',
    `create table account_usage (account_id text not null primary key, stored_bytes ${whole} not null,
      unfinished_tasks ${whole} not null)${end}`,
    ...usageTriggers,
    `insert into account_usage (account_id, stored_bytes, unfinished_tasks)
      select account_id, sum(stored_bytes), sum(case when status in ('queued', 'processing') then 1 else 0 end)
      from tasks where status <> 'draft' group by account_id`,
  ],
  ({ whole }) => [
    `alter table webhook_deliveries add column attempts ${whole} not null default 0`,
    `alter table webhook_deliveries add column tried_at ${whole}`,
    `alter table webhook_deliveries add column response_status ${whole}`,
    'alter table webhook_deliveries add column failure text',
    'create index webhook_deliveries_newest on webhook_deliveries (webhook_id, occurred_at, event_id)',
  ],
  entriesByAccount,
  ({ whole }) => [`alter table task_accounts add column suspended_at ${whole}`],
];

/**
 * Adds lease tokens, revisions, runs, turns by account and a table for the outage. Version 3 leaves leases without a token, which end at their
 * time, and a pause and an outage for each task. Tasks become due at once, and the claims that find them decide the next step.
 */
function leasesAndTurns({ earliestTaskData, end, whole }: SchemaDialect): readonly string[] {
  const unfinished = "status in ('queued', 'processing')";
  const isToBeFinished = '(open_chunks = 0 or failure_reason is not null)';
  return [
    'alter table tasks add column step text',
    `alter table tasks add column available_at ${whole}`,
    'alter table tasks add column lease_token text',
    'alter table tasks add column resumed_by text',
    ...['is_ready', 'tries', 'is_closed', 'queued_at', 'checks_failed'].map(
      (name) => `alter table tasks add column ${name} ${whole} not null default 0`,
    ),
    `alter table tasks add column run ${whole} not null default 1`,
    `alter table tasks add column last_run ${whole} not null default 1`,
    'alter table task_chunks add column lease_token text',
    `alter table task_chunks add column revision ${whole} not null default 0`,
    // Most existing rows are complete. With this default, none of them has to be written.
    `alter table task_chunks add column is_complete ${whole} not null default 1`,
    `create table task_accounts (account_id text not null primary key, turn ${whole} not null, last_task_turn ${whole} not null,
      ready text)${end}`,
    `create table task_outage (outage_id ${whole} not null primary key default 1 check (outage_id = 1), since ${whole} not null,
      next_try_at ${whole} not null, probe_task_id text, probe_chunk_index ${whole}, probe_token text)${end}`,
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
    `insert into task_accounts (account_id, turn, last_task_turn)
      select account_id, row_number() over (order by min(turn), account_id), max(turn) from tasks
      where ${unfinished} group by account_id`,
    ...earliestTaskData,
    'drop index tasks_unfinished',
    'drop index task_chunks_open',
    'alter table tasks drop column not_before',
    'alter table tasks drop column outage_since',
    ...claimIndexes(),
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
