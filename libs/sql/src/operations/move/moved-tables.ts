import type { Tables } from '../../schema.js';

/** Whether a move of the database includes the rows of each table. A table stands before those that refer to it. */
export const TABLES_TO_MOVE = {
  accounts: true,
  tokens: true,
  balances: true,
  holds: true,
  journal: true,
  // In every state: an unfinished task goes on, and the draft of an upload is discarded, as after a crash.
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
  // The triggers of the target compute it from the moved tasks.
  account_usage: false,
  // Each database keeps its own.
  schema_migrations: false,
  // All processes of a server use the server's clock.
  store_time: false,
} as const satisfies Readonly<Record<keyof Tables, boolean>>;

export type MovedTableName = {
  [Name in keyof Tables]: (typeof TABLES_TO_MOVE)[Name] extends true ? Name : never;
}[keyof Tables];

/** The moved tables, in the order of the move. */
export const MOVED_TABLES: readonly MovedTableName[] = Object.entries(TABLES_TO_MOVE)
  .filter(([, isMoved]) => isMoved)
  // The keys are names of tables.
  .map(([name]) => name as MovedTableName);
