import type { StoreTime } from '@dialproof/core';
import type { SqlSession, SqlWriteSession } from '../database.js';

/** The time by which a store measures leases and pauses. */
export type MeasuredTime = Pick<StoreTime, 'now' | 'after' | 'shown'>;

/** The time of a store or a ledger, and its source. */
export interface DatabaseTime {
  readonly time: MeasuredTime;
  /**
   * Resolves to the present of {@link time}, within a write and before its other queries: it may write a row, which each write has to
   * lock first, or two writes would wait for each other.
   */
  follow(session: SqlWriteSession): Promise<number>;
  /** The same for a read, which writes nothing. It asks the server for the time if that is not known yet. */
  present(session: SqlSession): Promise<number>;
  /** The present as it is shown to people, in milliseconds since 1970. */
  wallNow(): number;
}
