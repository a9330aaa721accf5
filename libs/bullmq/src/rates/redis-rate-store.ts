import {
  assertOptionNames,
  type Clock,
  type RateLease,
  type RateLeaseRequest,
  type RateStore,
  systemClock,
} from '@dialproof/core';
import type { Redis } from 'ioredis';
import { keyPart } from '../queue-options.js';
import { BreakableRedis, isWithinMs, type RedisConnectionOption } from '../redis-connection.js';
import { LEASE_SCRIPT } from './lease-script.js';

/** The Redis and the name of an upstream's limits. */
export interface RedisRateStoreOptions {
  /** A URL, `redis://` or `rediss://`, or the options of ioredis. The first lease opens one connection. */
  readonly connection: RedisConnectionOption;
  /**
   * The name of the upstream, such as `twilio`: the processes that call one upstream share the name. Letters, digits, `-`, `_`, `.`, `{`
   * and `}`.
   */
  readonly name: string;
  /** The beginning of the key in Redis. Default `dialproof`. */
  readonly prefix?: string;
  /** The clock for the wait for Redis. Default: the machine's own. Limits use the clock of Redis. */
  readonly clock?: Clock;
}

/** A lease that takes longer is of no use: calls may begin a tenth of a second late, and a stalled Redis has a little time to recover. */
const ANSWER_MS = 500;

/**
 * Keeps the limits of one upstream in Redis, for all processes that call it. Times are those of Redis, so clocks of machines do not
 * matter. A Redis that was flushed has forgotten the use of the last minute and day; the limit a second still holds.
 */
export class RedisRateStore implements RateStore {
  readonly #connectionOption: RedisConnectionOption;
  readonly #key: string;
  readonly #clock: Clock;
  #connection: (BreakableRedis & LeasingRedis) | undefined;
  #isStuck = false;

  /** Opens nothing. Throws TypeError for a name or prefix that cannot be a part of a key. */
  constructor(options: RedisRateStoreOptions) {
    assertOptionNames('RedisRateStore', options, { clock: true, connection: true, name: true, prefix: true });
    const { clock = systemClock, connection, name, prefix = 'dialproof' } = options;
    this.#connectionOption = connection;
    this.#clock = clock;
    this.#key = `${keyPart('prefix', prefix)}:rate:${keyPart('name', name)}`;
  }

  /** Rejects at once while Redis is away, and after half a second if it does not answer. */
  async lease(request: RateLeaseRequest): Promise<RateLease> {
    const connection = this.#connected();
    if (this.#isStuck) throw new Error('Redis has not answered an earlier lease');
    const answer = connection.leaseRate(this.#key, JSON.stringify(request));
    if (!(await isWithinMs(answer, ANSWER_MS, this.#clock))) {
      this.#awaitAnswer(answer);
      throw new Error(`Redis did not answer within ${ANSWER_MS} ms`);
    }
    const [waitMs = 0, ...delaysMs] = await answer;
    return { waitMs, delaysMs };
  }

  /** Closes the connection. Safe twice; a later lease opens it again. */
  close(): void {
    this.#connection?.breakOff();
    this.#connection = undefined;
    this.#isStuck = false;
  }

  /** Until Redis has answered or refused, no other call waits for it. */
  #awaitAnswer(answer: Promise<unknown>): void {
    this.#isStuck = true;
    const settled = (): void => {
      this.#isStuck = false;
    };
    answer.then(settled, settled);
  }

  #connected(): LeasingRedis {
    if (this.#connection !== undefined) return this.#connection;
    const connection = BreakableRedis.open(this.#connectionOption);
    // Meanwhile leases reject, which reports it.
    connection.on('error', () => undefined);
    connection.defineCommand('leaseRate', { numberOfKeys: 1, lua: LEASE_SCRIPT });
    // The types of ioredis lack the commands of `defineCommand`.
    this.#connection = connection as BreakableRedis & LeasingRedis;
    return this.#connection;
  }
}

interface LeasingRedis extends Redis {
  leaseRate(key: string, request: string): Promise<number[]>;
}
