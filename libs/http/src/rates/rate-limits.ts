import { z } from 'zod';

/** A limit of requests in a window of seconds, which begins with the first request. */
export interface RatePolicy {
  /** A whole number from 1. */
  readonly requests: number;
  /** A whole number from 1, at most 86,400. */
  readonly seconds: number;
}

/** The policies that count the requests of accounts. */
export type AccountPolicy = 'verify' | 'files' | 'other';
/** The policies that count by address. */
export const ADDRESS_POLICIES = ['failedSignIns', 'registrations'] as const;
export type PolicyName = AccountPolicy | (typeof ADDRESS_POLICIES)[number];

/** The limits on requests of callers. A policy that is left out has no limit. */
export interface RateLimits {
  /** `POST /v1/verify`, for each account. */
  readonly verify?: RatePolicy;
  /** Submit, preview and retry, for each account. */
  readonly files?: RatePolicy;
  /** Every other operation of an account, for each account. */
  readonly other?: RatePolicy;
  /**
   * Requests whose `Authorization` header names no account, for each address. Beyond the limit, later requests with the header are
   * refused before the authenticator, or `account`, is called; concurrent ones all reach it.
   */
  readonly failedSignIns?: RatePolicy;
  /** `POST /v1/accounts`, for each address. */
  readonly registrations?: RatePolicy;
  /** Makes the counters. Default: counts in the memory of this process, by rate-limiter-flexible. */
  readonly counter?: CounterFactory;
}

/** Makes the counter of a policy. Processes share their counts by counters over a shared store. */
export type CounterFactory = (policy: RatePolicy & { readonly name: PolicyName }) => RateCounter;

/** A counter of requests. Limiters of rate-limiter-flexible fit. */
export interface RateCounter {
  /**
   * Counts a request of `key`. Resolves while the window has at most the policy's requests. Rejects with a {@link RateCount} if it has
   * more, and with an Error if the count is unknown.
   */
  consume(key: string): Promise<RateCount>;
  /** The count of `key` without counting; null where it has none. Rejects with an Error when the count is unknown. */
  get(key: string): Promise<RateCount | null>;
}

export interface RateCount {
  readonly consumedPoints: number;
  /** Until the window ends. */
  readonly msBeforeNext: number;
}

const policyShape = z.strictObject({
  requests: z.int().positive(),
  seconds: z.int().positive().max(86_400),
});

/** The schema's type has undefined for omitted members, which RateLimits does not allow. */
export const rateLimitsShape = z.strictObject({
  verify: policyShape.optional(),
  files: policyShape.optional(),
  other: policyShape.optional(),
  failedSignIns: policyShape.optional(),
  registrations: policyShape.optional(),
  counter: z.custom<CounterFactory>((value) => typeof value === 'function', 'must be a function').optional(),
}) as unknown as z.ZodType<RateLimits>;
