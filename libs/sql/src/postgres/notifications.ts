import type { Clock } from '@dialproof/core';
import type { Pool, PoolClient } from 'pg';

/** How long to wait at least, and at most, before listening again when the connection was lost. */
const LEAST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Hears what is told on a channel, over a connection of the pool that it keeps. What is told while it has none is lost, and behind a
 * pooler that lends connections for a transaction it hears nothing: it is a hint, and whoever needs to know looks for itself.
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

  /** `hear` is called with each text, and with an empty one when something may have been missed. */
  constructor(pool: Pool, channel: string, clock: Clock, hear: (text: string) => void) {
    this.#pool = pool;
    this.#channel = channel;
    this.#clock = clock;
    this.#hear = hear;
  }

  /** Begins to listen, and never rejects: where it cannot, it tries again. Resolves when the first attempt is over. */
  async start(): Promise<void> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    await this.#connecting;
  }

  /** Hears nothing more. Safe twice. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelPause();
    await this.#connecting;
    // What a connection listens to stays with it: it must not go back to the pool.
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
