import { type Clock, systemClock } from '@dialproof/core';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { keyPart } from '../queue-options.js';
import { BreakableRedis, type RedisConnectionOption } from '../redis-connection.js';
import { isWithinMs } from '../within-ms.js';

export interface RedisRateCountersOptions {
  /** A URL, `redis://` or `rediss://`, or the options of ioredis. The first counter opens one connection. */
  readonly connection: RedisConnectionOption;
  /** What the keys in Redis begin with. Default `dialproof`. */
  readonly prefix?: string;
  /** The clock by which it is patient. Default: the machine's own. Windows go by that of Redis. */
  readonly clock?: Clock;
}

/** So many requests of a key in so many seconds, as a policy of the HTTP contract's `rates`. */
export interface CountedPolicy {
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
}

/** A request waits so long for its count, then it passes uncounted. */
const ANSWER_MS = 250;

/**
 * Counts requests in Redis, for all processes: `counter` of the HTTP contract's `rates`. Windows begin with the first request of a key. While
 * Redis is away, counts are unknown, so requests pass and the contract's `onError` is told.
 */
export class RedisRateCounters {
  readonly #connectionOption: RedisConnectionOption;
  readonly #prefix: string;
  readonly #clock: Clock;
  #connection: BreakableRedis | undefined;

  /** Opens nothing. Throws TypeError for a prefix that cannot be a part of a key. */
  constructor({ clock = systemClock, connection, prefix = 'dialproof' }: RedisRateCountersOptions) {
    this.#connectionOption = connection;
    this.#clock = clock;
    this.#prefix = keyPart('prefix', prefix);
  }

  /** Makes what counts one policy. Bound, so that it can be handed on as it is. */
  readonly counter = ({ name, requests, seconds }: CountedPolicy) => {
    const limiter = new RateLimiterRedis({
      storeClient: this.#connected(),
      keyPrefix: `${this.#prefix}:requests:${keyPart('name', name)}`,
      points: requests,
      duration: seconds,
      rejectIfRedisNotReady: true,
    });
    return {
      consume: (key: string) => this.#answered(limiter.consume(key)),
      get: (key: string) => this.#answered(limiter.get(key)),
    };
  };

  /** Closes the connection. Safe twice. */
  close(): void {
    this.#connection?.breakOff();
    this.#connection = undefined;
  }

  async #answered<Count>(count: Promise<Count>): Promise<Count> {
    if (await isWithinMs(count, ANSWER_MS, this.#clock)) return count;
    throw new Error(`Redis did not answer within ${ANSWER_MS} ms`);
  }

  #connected(): BreakableRedis {
    if (this.#connection !== undefined) return this.#connection;
    this.#connection = BreakableRedis.open(this.#connectionOption);
    // Counts reject meanwhile, and say so.
    this.#connection.on('error', () => undefined);
    return this.#connection;
  }
}
