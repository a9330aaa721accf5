import type { SqlSession } from '../database.js';
import type { MeasuredTime } from '../time/database-time.js';
import type { WebhookQueries } from './webhook-queries.js';

/** One write of the webhook store: what its steps work with. */
export interface WebhookWork {
  readonly session: SqlSession;
  readonly queries: WebhookQueries;
  readonly time: MeasuredTime;
  /** The store's time, by which leases, pauses and what is kept are measured. */
  readonly now: number;
  /** The wall clock's time, which webhooks show. */
  readonly wallNow: number;
}
