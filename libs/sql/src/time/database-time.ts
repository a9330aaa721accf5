import { type Clock, type StoreTime, systemClock } from '@dialproof/core';
import type { SqlDatabase, SqlSession } from '../database.js';
import { ServerTime } from './server-time.js';
import { SharedTime } from './shared-time.js';

/** The time by which a store measures leases and pauses. */
export type MeasuredTime = Pick<StoreTime, 'now' | 'after' | 'shown'>;

/** The time of a store or a ledger, and where it comes from. */
export interface DatabaseTime {
  readonly time: MeasuredTime;
  /** Resolves to the present of {@link time}, within a write. */
  follow(session: SqlSession): Promise<number>;
  /** The present as it is shown to people, in milliseconds since 1970. */
  wallNow(): number;
}

/** By the clock if one is given; else by the database server's, and where there is none by the machine's own. */
export function timeOf({ builder, serverTime }: SqlDatabase, clock: Clock | undefined): DatabaseTime {
  if (clock === undefined && serverTime !== null) return new ServerTime(serverTime);
  return new SharedTime(builder, clock ?? systemClock);
}
