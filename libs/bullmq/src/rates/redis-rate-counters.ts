import { assertOptionNames, type Clock, systemClock } from '@dialproof/core';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { BreakableRedis, isWithinMs, keyPart, type RedisConnectionOption } from '../redis-options.js';

export interface RedisRateCountersOptions {
  /** A URL, `redis://` or `rediss://`, or the options of ioredis. The first counter opens one connection. */
  readonly connection: RedisConnectionOption;
  /** The beginning of the keys in Redis. Default `dialproof`. */
  readonly prefix?: string;
  /** The clock for the wait for Redis. Default: the machine's own. Windows use the clock of Redis. */
  readonly clock?: Clock;
}

/** The allowed requests of a key within a number of seconds, like a policy of the HTTP contract's `rates`. */
export interface CountedPolicy {
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
}

/** The longest wait of a request for its count; then it passes uncounted. */
const ANSWER_MS = 250;

/**
 * Counts requests in Redis, for all processes: `counter` of the HTTP contract's `rates`. Windows begin with the first request of a key.
 * While Redis is away, counts are unknown, so requests pass and the contract's `onError` gets the failure.
 */
export class RedisRateCounters {
  readonly #connectionOption: RedisConnectionOption;
  readonly #prefix: string;
  readonly #clock: Clock;
  #connection: BreakableRedis | undefined;

  /** Opens nothing. Throws TypeError for a prefix that cannot be a part of a key. */
  constructor(options: RedisRateCountersOptions) {
    assertOptionNames('RedisRateCounters', options, { clock: true, connection: true, prefix: true });
    const { clock = systemClock, connection, prefix = 'dialproof' } = options;
    this.#connectionOption = connection;
    this.#clock = clock;
    this.#prefix = keyPart('prefix', prefix);
  }

  /** Makes the counter of one policy. It is bound, so that it can be passed on as a function. */
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
    // Meanwhile counts reject, which reports it.
    this.#connection.on('error', () => undefined);
    return this.#connection;
  }
}
