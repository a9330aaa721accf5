import type { Tables } from '../schema.js';

/** Whether the rows of each table go along when a database is moved, those that others refer to before these. */
export const TABLES_TO_MOVE = {
  accounts: true,
  tokens: true,
  balances: true,
  holds: true,
  journal: true,
  // Whatever their state: a task that had not ended goes on, and the draft of an upload is discarded, as after a crash.
  tasks: true,
  task_rows: true,
  task_chunks: true,
  task_accounts: true,
  task_outage: true,
  observations: true,
  cached_answers: true,
  spending: true,
  replays: true,
  replay_accounts: true,
  events: true,
  webhooks: true,
  webhook_deliveries: true,
  webhook_accounts: true,
  // The triggers of the target add it up from the tasks that arrive.
  account_usage: false,
  // Each database keeps its own.
  schema_migrations: false,
  // A server has a clock of its own, which is the one for all its processes.
  store_time: false,
} as const satisfies Readonly<Record<keyof Tables, boolean>>;

export type MovedTableName = {
  [Name in keyof Tables]: (typeof TABLES_TO_MOVE)[Name] extends true ? Name : never;
}[keyof Tables];

/** In the order in which they are moved. */
export const MOVED_TABLES: readonly MovedTableName[] = Object.entries(TABLES_TO_MOVE)
  .filter(([, isMoved]) => isMoved)
  // Those are the names that the filter leaves.
  .map(([name]) => name as MovedTableName);
