import type { Clock } from '@dialproof/core';
import type { Pool, PoolClient } from 'pg';

/** The shortest and the longest pause before it listens again after a lost connection. */
const LEAST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Receives the notifications of a channel, over one connection that it keeps from the pool. Those that arrive while it has no
 * connection are lost, and behind a pooler in transaction mode it receives none. So they are hints: callers also poll.
 */
export class Notifications {
  readonly #pool: Pool;
  readonly #channel: string;
  readonly #clock: Clock;
  readonly #hear: (text: string) => void;
  #client: PoolClient | undefined;
  #connecting: Promise<void> | undefined;
  #cancelPause = () => {};
  #pauseMs = LEAST_PAUSE_MS;
  #isStopped = false;

  /** Calls `hear` with each text, and with an empty one when it may have missed some. */
  constructor(pool: Pool, channel: string, clock: Clock, hear: (text: string) => void) {
    this.#pool = pool;
    this.#channel = channel;
    this.#clock = clock;
    this.#hear = hear;
  }

  /** Begins to listen, and tries again after a failure. Resolves after the first attempt and never rejects. */
  async start(): Promise<void> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    await this.#connecting;
  }

  /** Stops listening. Safe twice. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelPause();
    await this.#connecting;
    // A connection keeps listening, so it must not go back to the pool.
    this.#client?.release(true);
    this.#client = undefined;
  }

  async #connect(): Promise<void> {
    try {
      const client = await this.#pool.connect();
      client.on('notification', ({ payload }) => this.#hear(payload ?? ''));
      client.on('error', () => this.#lose(client));
      client.on('end', () => this.#lose(client));
      this.#client = client;
      await client.query(`listen "${this.#channel}"`);
      this.#pauseMs = LEAST_PAUSE_MS;
      this.#hear('');
    } catch {
      this.#lose(this.#client);
    }
  }

  #lose(client: PoolClient | undefined): void {
    if (this.#isStopped || client !== this.#client) return;
    this.#client = undefined;
    client?.release(true);
    this.#cancelPause();
    this.#cancelPause = this.#clock.schedule(this.#pauseMs, () => void this.start());
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
  }
}
