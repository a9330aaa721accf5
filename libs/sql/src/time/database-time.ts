import { type Clock, StoreTime, systemClock } from '@dialproof/core';
import type { SqlDatabase, SqlSession, SqlWriteSession } from '../database.js';
import { type Query, type RowOf, sql } from '../query.js';

/** The time by which a store measures leases and pauses. */
export type MeasuredTime = Pick<StoreTime, 'now' | 'after' | 'shown'>;

/** The time of a store or a ledger, and its source. */
export interface DatabaseTime {
  readonly time: MeasuredTime;
  /**
   * Resolves to the present time, within a write and before its other queries. It may write a row. Every write has to lock that row first,
   * so that no two writes wait for each other. Without a transaction on a server, it is as good as {@link present}.
   */
  follow(session: SqlWriteSession): Promise<number>;
  /** The same for a read, which writes nothing. It asks the server if nothing has told its time for ten seconds. */
  present(session: SqlSession): Promise<number>;
  /** The present as it is shown to people, in milliseconds since 1970. */
  wallNow(): number;
}

/** The stored time may be behind by this much, since not every write stores it. */
const STORED_EVERY_MS = 1_000;

/**
 * The elapsed time of a machine stands still while it is suspended. So reads, and writes without a transaction, do not go by it for longer. Up
 * to then, a machine that wakes makes holds that have expired already. If another process releases such a hold, its check is charged by a new
 * one: the credits are right. Asking the server for the time of each hold would cost a round trip.
 */
const KNOWN_FOR_MS = 10_000;

/** Uses the given clock. Default: the database server's; for a file, the machine's own. */
export function timeOf({ serverTime }: SqlDatabase, clock: Clock | undefined): DatabaseTime {
  if (clock === undefined && serverTime !== null) return new ServerTime(serverTime);
  return new SharedTime(clock ?? systemClock);
}

/**
 * The time of a database server. It is the same for all processes and machines, so the wall clock of this machine does not matter.
 * Between two writes, the elapsed time of this machine is added to it.
 */
class ServerTime implements DatabaseTime {
  readonly time: MeasuredTime;
  readonly #serverTime: Query<object, { now: number }>;
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** The server's time minus the elapsed time here. Until the server has answered, the wall clock of this machine is used. */
  #ahead: number;
  /** The elapsed time here when the server told its own. */
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(
    serverTime: Query<object, { now: number }>,
    clock: Pick<Clock, 'now' | 'elapsed'> = systemClock,
  ) {
    this.#serverTime = serverTime;
    this.#clock = clock;
    this.#ahead = clock.now() - clock.elapsed();
    const now = () => Math.floor(this.#ahead + this.#clock.elapsed());
    this.time = { now, after: (ms) => Math.ceil(now() + ms), shown: (moment) => moment };
  }

  wallNow(): number {
    return this.time.now();
  }

  async follow(session: SqlWriteSession): Promise<number> {
    if (session.serverNow === null) return await this.present(session);
    this.#set(session.serverNow);
    return this.time.now();
  }

  async present(session: SqlSession): Promise<number> {
    if (this.#clock.elapsed() - this.#toldAt >= KNOWN_FOR_MS) {
      const row = await session.first(this.#serverTime, {});
      if (row !== undefined) this.#set(row.now);
    }
    return this.time.now();
  }

  #set(serverNow: number): void {
    this.#toldAt = this.#clock.elapsed();
    this.#ahead = serverNow - this.#toldAt;
  }
}

/**
 * The time of a store or a ledger in a file, in step with other processes on the same database. Each process takes its time from the wall
 * clock when it starts. If the clock was set between two starts, one process would regard the other's leases as ended. So the process
 * that is behind catches up whenever it asks for the time.
 */
class SharedTime implements DatabaseTime {
  readonly time: StoreTime;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.time = new StoreTime(clock);
    this.#clock = clock;
  }

  wallNow(): number {
    return this.#clock.now();
  }

  async present(session: SqlSession): Promise<number> {
    await this.#catchUp(session);
    return this.time.now();
  }

  async follow(session: SqlWriteSession): Promise<number> {
    const row = await this.#catchUp(session);
    const now = this.time.now();
    if (row === undefined || now - row.latest >= STORED_EVERY_MS) {
      await session.change(SET_LATEST, { now });
    }
    return now;
  }

  async #catchUp(session: SqlSession): Promise<RowOf<typeof LATEST> | undefined> {
    const row = await session.first(LATEST, {});
    if (row !== undefined) this.time.catchUp(row.latest);
    return row;
  }
}

const LATEST = sql<object, { latest: number }>`select latest from store_time`;

const SET_LATEST = sql<{ now: number }>`
  insert into store_time (store_time_id, latest) values (1, ${'now'})
  on conflict (store_time_id) do update set latest = excluded.latest`;

export async function pause(clock: Pick<Clock, 'schedule'>, ms: number): Promise<void> {
  await new Promise<void>((resolve) => clock.schedule(ms, resolve));
}
