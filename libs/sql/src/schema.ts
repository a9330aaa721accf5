import type { FailureReason, TaskStatus } from '@dialproof/core';
import type { Generated } from 'kysely';

/** Times are milliseconds since 1970, in every table. */
export interface Tables {
  schema_migrations: SchemaMigrationsTable;
  accounts: AccountsTable;
  tokens: TokensTable;
  balances: BalancesTable;
  holds: HoldsTable;
  journal: JournalTable;
  tasks: TasksTable;
  task_rows: TaskRowsTable;
  task_chunks: TaskChunksTable;
}

export interface SchemaMigrationsTable {
  version: number;
  name: string;
  applied_at: number;
}

export interface AccountsTable {
  account_id: string;
  email: string | null;
  /** The form of the address by which two are the same. */
  email_key: string | null;
  created_at: number;
  suspended_at: number | null;
}

export interface TokensTable {
  token_id: string;
  account_id: string;
  secret_hash: Uint8Array;
  created_at: number;
  revoked_at: number | null;
}

export interface BalancesTable {
  account_id: string;
  available: number;
  held: number;
}

export interface HoldsTable {
  hold_id: string;
  account_id: string;
  credits: number;
  created_at: number;
  expires_at: number | null;
  /** Null while the hold is open. */
  charged: Generated<number | null>;
  closed_at: Generated<number | null>;
}

/** What an account's credits were changed by. Entries are never changed or removed. */
export interface JournalTable {
  entry_id: Generated<number>;
  account_id: string;
  kind: 'grant' | 'charge';
  /** Positive for grants, negative for charges. */
  credits: number;
  /** The hold that was charged. */
  hold_id: string | null;
  note: string | null;
  created_at: number;
}

export interface TasksTable {
  task_id: string;
  account_id: string;
  /** An `abandoned` draft has been claimed to be discarded. */
  status: TaskStatus | 'draft' | 'abandoned';
  created_at: number;
  started_at: Generated<number | null>;
  finished_at: Generated<number | null>;
  /** When the lease on the draft or on the finish ends, 0 if there is none; the leases of checks are with the chunks. */
  lease_until: Generated<number>;
  /** Rises with each claim: the task with the lowest was served longest ago. */
  turn: Generated<number>;
  not_before: Generated<number>;
  outage_since: Generated<number | null>;
  /** Set when the task was told to fail; shown once it has failed. */
  failure_reason: Generated<FailureReason | null>;
  total: Generated<number>;
  processed: Generated<number>;
  wa_registered: Generated<number>;
  telegram_registered: Generated<number>;
  dead: Generated<number>;
  inactive: Generated<number>;
  unknown: Generated<number>;
  rows_without_number: Generated<number>;
  open_chunks: Generated<number>;
  verified: Generated<number>;
  held: Generated<number>;
  charged: Generated<number>;
  /** What is known of the file, as JSON; '{}' for a draft. */
  file: string;
}

export interface TaskRowsTable {
  task_id: string;
  block_index: number;
  block: Uint8Array;
}

export interface TaskChunksTable {
  task_id: string;
  chunk_index: number;
  chunk: Uint8Array;
  /** Null until the chunk is recorded. */
  statuses: Generated<Uint8Array | null>;
  /** When the lease on its check ends, 0 if there is none. */
  lease_until: Generated<number>;
}
