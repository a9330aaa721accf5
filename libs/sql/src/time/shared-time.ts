import { type Clock, StoreTime } from '@dialproof/core';
import type { Kysely } from 'kysely';
import type { SqlWriteSession } from '../database.js';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';
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
  readonly #queries: ReturnType<typeof compileTimeQueries>;

  constructor(builder: Kysely<Tables>, clock: Clock) {
    this.time = new StoreTime(clock);
    this.#clock = clock;
    this.#queries = compileTimeQueries(builder);
  }

  wallNow(): number {
    return this.#clock.now();
  }

  async present(): Promise<number> {
    return this.time.now();
  }

  /** Catches up, within a write. */
  async follow(session: SqlWriteSession): Promise<number> {
    const row = await session.first(this.#queries.latest, {});
    if (row !== undefined) this.time.catchUp(row.latest);
    const now = this.time.now();
    if (row === undefined || now - row.latest >= STORED_EVERY_MS) {
      await session.change(this.#queries.setLatest, { now });
    }
    return now;
  }
}

function compileTimeQueries(builder: Kysely<Tables>) {
  return {
    latest: compileQuery()(() => builder.selectFrom('store_time').select('latest')),
    setLatest: compileQuery<{ now: number }>()((value) =>
      builder
        .insertInto('store_time')
        .values({ store_time_id: 1, latest: value('now') })
        .onConflict((conflict) =>
          conflict.column('store_time_id').doUpdateSet((eb) => ({ latest: eb.ref('excluded.latest') })),
        ),
    ),
  };
}
