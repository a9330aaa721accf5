import { type Clock, StoreTime } from '@dialproof/core';
import type { SqlWriteSession } from '../database.js';
import { sql } from '../query.js';
import type { DatabaseTime } from './database-time.js';

/** The stored time may be behind by this much, since not every write stores it. */
const STORED_EVERY_MS = 1_000;

/**
 * The time of a store or a ledger in a file, in step with other processes on the same database. Each process takes its time from the wall
 * clock when it starts. If the clock was set between two starts, one process would regard the other's leases as ended. So the process
 * that is behind catches up at its next write.
 */
export class SharedTime implements DatabaseTime {
  readonly time: StoreTime;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.time = new StoreTime(clock);
    this.#clock = clock;
  }

  wallNow(): number {
    return this.#clock.now();
  }

  async present(): Promise<number> {
    return this.time.now();
  }

  /** Catches up, within a write. */
  async follow(session: SqlWriteSession): Promise<number> {
    const row = await session.first(LATEST, {});
    if (row !== undefined) this.time.catchUp(row.latest);
    const now = this.time.now();
    if (row === undefined || now - row.latest >= STORED_EVERY_MS) {
      await session.change(SET_LATEST, { now });
    }
    return now;
  }
}

const LATEST = sql<object, { latest: number }>`select latest from store_time`;

const SET_LATEST = sql<{ now: number }>`
  insert into store_time (store_time_id, latest) values (1, ${'now'})
  on conflict (store_time_id) do update set latest = excluded.latest`;
