import { type AccountId, counted, DialproofError, isDialproofError } from '@dialproof/core';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { HttpReply } from '../message/http-message.js';
import { networkOf } from './network-of.js';
import type {
  AccountPolicy,
  CounterFactory,
  PolicyName,
  RateCount,
  RateCounter,
  RateLimits,
  RatePolicy,
} from './rate-limits.js';

interface Policy extends RatePolicy {
  readonly name: PolicyName;
  readonly counter: RateCounter;
}

/** The result of counting a request. */
export interface CountedRequest {
  /** The reply's headers with the remaining requests; none if nothing is counted. */
  readonly headers: HttpReply['headers'];
  /** `too_many_requests` for a request beyond its policy. */
  readonly refusal: DialproofError | null;
}

type Address = string | null | undefined;

const UNCOUNTED: CountedRequest = { headers: {}, refusal: null };

/**
 * Counts requests, and refuses those beyond their policy. When a counter fails, requests pass and the failure is reported: a caller is not
 * refused because a count is unknown.
 */
export class RequestRates {
  readonly #policies: ReadonlyMap<PolicyName, Policy>;
  readonly #report: (error: unknown) => void;

  constructor({ counter = memoryCounter, ...policies }: RateLimits, report: (error: unknown) => void) {
    // A host in JavaScript may pass undefined for no limit.
    const given: readonly [string, RatePolicy | undefined][] = Object.entries(policies);
    const named = given.flatMap(([key, policy]): [PolicyName, Policy][] => {
      if (policy === undefined) return [];
      // The keys are those of RateLimits except its counter.
      const name = key as PolicyName;
      return [[name, { ...policy, name, counter: counter({ ...policy, name }) }]];
    });
    this.#policies = new Map(named);
    this.#report = report;
  }

  /** Counts a request of an account. */
  ofAccount(accountId: AccountId, policy: AccountPolicy = 'other'): Promise<CountedRequest> {
    return this.#count(policy, accountId);
  }

  /** Counts a request to open an account. */
  ofRegistration(address: Address): Promise<CountedRequest> {
    return this.#count('registrations', keyOf(address));
  }

  /**
   * Resolves to the result of an attempt to sign in, such as the account. Counts the attempt if it rejects with `not_authenticated`.
   * Rejects with `too_many_requests`, without the attempt, once the address has used up its failures. Concurrent attempts are all made:
   * counting them first would refuse a valid caller with many requests under way.
   */
  async limitGuesses<Result>(address: Address, attempt: () => Promise<Result>): Promise<Result> {
    const policy = this.#policies.get('failedSignIns');
    if (policy === undefined) return attempt();
    const key = keyOf(address);
    const count = await this.#known(policy.counter.get(key));
    if (count !== null && count.consumedPoints >= policy.requests) throw refusalOf(policy, count);
    try {
      return await attempt();
    } catch (thrown) {
      if (isDialproofError(thrown, 'not_authenticated')) await this.#known(policy.counter.consume(key));
      throw thrown;
    }
  }

  async #count(name: PolicyName, key: string): Promise<CountedRequest> {
    const policy = this.#policies.get(name);
    if (policy === undefined) return UNCOUNTED;
    const count = await this.#known(policy.counter.consume(key));
    if (count === null) return UNCOUNTED;
    return {
      headers: rateHeaders(policy, count),
      refusal: count.consumedPoints > policy.requests ? refusalOf(policy, count) : null,
    };
  }

  async #known(counting: Promise<RateCount | null>): Promise<RateCount | null> {
    try {
      return await counting;
    } catch (rejected) {
      if (isCount(rejected)) return rejected;
      this.#report(rejected);
      return null;
    }
  }
}

/** Counts in the memory of this process. */
export const memoryCounter: CounterFactory = ({ requests, seconds }) =>
  new RateLimiterMemory({ points: requests, duration: seconds });

/**
 * Callers whose address is not known count together, like those behind a proxy that is not known. Connections of a local socket have none. A
 * host in JavaScript may say null for it.
 */
function keyOf(address: Address): string {
  return networkOf(address ?? 'unknown');
}

function isCount(rejected: unknown): rejected is RateCount {
  return !(rejected instanceof Error) && typeof Object(rejected).consumedPoints === 'number';
}

/** See draft-ietf-httpapi-ratelimit-headers. */
function rateHeaders({ name, requests, seconds }: Policy, count: RateCount): HttpReply['headers'] {
  const left = Math.max(0, requests - count.consumedPoints);
  return {
    'ratelimit-policy': `"${name}";q=${requests};w=${seconds}`,
    ratelimit: `"${name}";r=${left};t=${Math.max(0, Math.ceil(count.msBeforeNext / 1_000))}`,
  };
}

function refusalOf({ name, requests, seconds }: Policy, { msBeforeNext }: RateCount): DialproofError {
  return new DialproofError('too_many_requests', {
    hint: `the limit ${name} of ${counted(requests, 'request')} in ${seconds} s is used up`,
    retryAfterMs: msBeforeNext,
  });
}
