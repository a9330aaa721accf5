import { type AccountId, counted, DialproofError, isDialproofError } from '@dialproof/core';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { HttpReply } from '../message/http-message.js';
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
  countRequest(accountId: AccountId, policy: AccountPolicy = 'other'): Promise<CountedRequest> {
    return this.#count(policy, accountId);
  }

  /** Counts a request to open an account. */
  countRegistration(address: Address): Promise<CountedRequest> {
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
const memoryCounter: CounterFactory = ({ requests, seconds }) =>
  new RateLimiterMemory({ points: requests, duration: seconds });

/**
 * Callers with an unknown address count together, like those behind an unknown proxy. Connections of a local socket have no address. A host
 * in JavaScript may return null.
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

/** The 16-bit groups of an IPv6 address that name its network: one customer of a provider has all addresses behind them. */
const NETWORK_GROUPS = 4;
/** An IPv4 address in an IPv6 one (RFC 4291, 2.5.5.2), with its end as Node writes it, or in two groups as others do. */
const MAPPED = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

/** An address with the caller's port, which differs with each connection, as some proxies write it into X-Forwarded-For. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]*)\](?::\d+)?)$/;

/** An address without the port and the brackets that a proxy may have added; any other text as it is. */
export function withoutPort(given: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(given) ?? [];
  return ipv4 ?? ipv6 ?? given;
}

/**
 * The key by which requests from an address are counted: the IPv4 address itself, or the /64 network of an IPv6 address. A port is left
 * out.
 */
export function networkOf(given: string): string {
  const address = withoutPort(given);
  const [, mapped, high, low] = MAPPED.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (high !== undefined && low !== undefined) return [...bytesOf(high), ...bytesOf(low)].join('.');
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1).join('').split('::');
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const network = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

function groupsOf(part: string): readonly string[] {
  return part === '' ? [] : part.split(':');
}

function bytesOf(group: string): readonly number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
