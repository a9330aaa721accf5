import type { SqlSession } from '../database.js';
import type { MeasuredTime } from '../time/database-time.js';

/** One write of the webhook store, with the parts that its steps need. */
export interface WebhookWork {
  readonly session: SqlSession;
  readonly time: MeasuredTime;
  /** Makes the token of a lease. */
  readonly newToken: () => string;
  /** The store's time, for leases, pauses and retention. */
  readonly now: number;
  /** The wall clock's time, which webhooks show. */
  readonly wallNow: number;
}
