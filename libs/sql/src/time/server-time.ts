import { type Clock, systemClock } from '@dialproof/core';
import type { SqlSession, SqlWriteSession } from '../database.js';
import type { Query } from '../query.js';
import type { DatabaseTime, MeasuredTime } from './database-time.js';

/**
 * The time of a database server. It is the same for all processes and machines, so the wall clock of this machine does not matter.
 * Between two writes, the elapsed time of this machine is added to it.
 */
export class ServerTime implements DatabaseTime {
  readonly time: MeasuredTime;
  readonly #serverTime: Query<object, { now: number }>;
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** The server's time less the elapsed time here. Until the server has answered, the wall clock of this machine stands in. */
  #ahead: number;
  #isKnown = false;

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

  async follow({ serverNow }: SqlWriteSession): Promise<number> {
    if (serverNow !== null) this.#set(serverNow);
    return this.time.now();
  }

  async present(session: SqlSession): Promise<number> {
    if (!this.#isKnown) {
      const row = await session.first(this.#serverTime, {});
      if (row !== undefined) this.#set(row.now);
    }
    return this.time.now();
  }

  #set(serverNow: number): void {
    this.#ahead = serverNow - this.#clock.elapsed();
    this.#isKnown = true;
  }
}
