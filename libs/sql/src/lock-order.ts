import type { SelectQueryBuilder } from 'kysely';
import type { SqlDatabase } from './database.js';

/**
 * The order in which a write locks rows on a server. Writes run side by side there, read committed. Whoever waits for a row holds only rows
 * that come earlier in this list, so no two writes wait for each other.
 *
 *  1. `store_time`, where the clock is the caller's own
 *  2. `accounts`
 *  3. `task_outage`
 *  4. `task_accounts`, by their ids: the lock of all unfinished tasks of an account
 *  5. `tasks`, with their rows and chunks: of locked accounts, or one that no other write of the account depends on (a draft, an ended task)
 *  6. `account_usage`, by triggers on `tasks`
 *  7. `events`
 *  8. `webhook_accounts`, the lock of an account's webhooks and deliveries; then `webhooks`, then `webhook_deliveries`
 *  9. `replay_accounts`, the lock for adding and removing an account's requests; then `replays`
 * 10. `balances`, by the ids of the accounts: the lock of their holds; then `holds`, then `journal`
 * 11. `tokens`
 *
 * `cached_answers`, `observations`, `spending` and the rates share no write with others. Of the first two, a write locks several rows in the
 * order of their keys.
 *
 * A write that looks for work among the rows of all accounts (a claim, a removal of what has expired) cannot keep to the order, so it waits
 * for nobody: it passes over rows that others have locked, see {@link passingOver}.
 */
export const LOCK_ORDER = [
  'store_time',
  'accounts',
  'task_outage',
  'task_accounts',
  'tasks',
  'account_usage',
  'events',
  'webhook_accounts',
  'webhooks',
  'webhook_deliveries',
  'replay_accounts',
  'replays',
  'balances',
  'holds',
  'journal',
  'tokens',
] as const;

/** Locks the rows that a query finds, in its order. In a file, where works run one after another, it does nothing. */
export function locking<Db, Table extends keyof Db, Row>(
  engine: SqlDatabase['engine'],
  query: SelectQueryBuilder<Db, Table, Row>,
): SelectQueryBuilder<Db, Table, Row> {
  return engine === 'postgres' ? query.forUpdate() : query;
}

/** The same, without the rows that other writes have locked. */
export function passingOver<Db, Table extends keyof Db, Row>(
  engine: SqlDatabase['engine'],
  query: SelectQueryBuilder<Db, Table, Row>,
): SelectQueryBuilder<Db, Table, Row> {
  return engine === 'postgres' ? query.forUpdate().skipLocked() : query;
}
