import type { StoreTime } from '@dialproof/core';
import type { SqlSession } from '../database.js';

/** The time by which a store measures leases and pauses. */
export type MeasuredTime = Pick<StoreTime, 'now' | 'after' | 'shown'>;

/** The time of a store or a ledger, and its source. */
export interface DatabaseTime {
  readonly time: MeasuredTime;
  /** Whether {@link follow} may write a row. Each write then locks this row before all others, or two writes would wait for each other. */
  readonly isStored: boolean;
  /** Resolves to the present of {@link time}, within a write. */
  follow(session: SqlSession): Promise<number>;
  /** The same for a read, which writes nothing. It asks the server for the time if that is not known yet. */
  present(session: SqlSession): Promise<number>;
  /** The present as it is shown to people, in milliseconds since 1970. */
  wallNow(): number;
}
