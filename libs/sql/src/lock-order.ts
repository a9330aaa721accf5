import type { Tables } from './schema.js';

/**
 * The order in which a write locks rows on a server, by their tables. Writes run side by side there, read committed. Whoever waits for a
 * row holds only rows that come earlier in this list, so no two writes wait for each other. Tables in one entry are protected by the lock
 * of the entry before, and a write may touch them in any order.
 *
 * A write that looks for work among the rows of all accounts (a claim, a removal of expired rows) cannot keep this order. So it never
 * waits: it skips rows that others have locked, see `SKIPPING_LOCKED`. A claim then waits for the tasks of the accounts that it has
 * locked. Only records hold these, for a moment, and a record holds nothing while it waits.
 *
 * `answer_hash_key`, `cached_answers` and `observations` share no write with other tables. A write locks their rows in the order of their keys.
 */
export const LOCK_ORDER = [
  // Locked by `sync`, and where the caller passed a clock of its own.
  ['store_time'],
  ['accounts'],
  ['task_outage'],
  // In the order of their ids. The row of an account locks its unfinished tasks. Only records lock their task alone.
  ['task_accounts'],
  // Tasks of locked accounts, or a single task that no other write of its account depends on: a draft or an ended task.
  ['tasks'],
  // Rows of a locked task, or of a new task that nobody else knows.
  ['task_rows', 'task_chunks'],
  // Locked by triggers on `tasks`.
  ['account_usage'],
  ['lists'],
  // Rows of a locked list.
  ['list_tasks'],
  // The row of an account is locked to add or remove one of its numbers.
  ['suppression_accounts'],
  ['suppressions'],
  // In the order of their hashes, which are hex: every collation sorts it alike.
  ['single_answers'],
  ['events'],
  // The row of an account locks its webhooks and their deliveries.
  ['webhook_accounts'],
  ['webhooks', 'webhook_deliveries'],
  // The row of an account is locked to add or remove one of its requests.
  ['replay_accounts'],
  ['replays'],
  // In the order of their accounts' ids. The row of an account locks its holds.
  ['balances'],
  ['holds', 'journal'],
  // In the order of their budgets, the latest day first.
  ['spending'],
  ['tokens'],
] as const satisfies readonly (readonly (keyof Tables)[])[];
