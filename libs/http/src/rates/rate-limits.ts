import { z } from 'zod';
import type { OperationName } from '../wire/routes.js';

/** So many requests in a window of so many seconds, which begins with the first of them. */
export interface RatePolicy {
  /** A whole number from 1. */
  readonly requests: number;
  /** A whole number from 1, at most 86,400. */
  readonly seconds: number;
}

/** The policies that count what an account asks for. */
export type AccountPolicy = 'verify' | 'files' | 'other';
export type PolicyName = AccountPolicy | 'failedSignIns' | 'registrations';

/** How often callers may ask. What is left out has no limit. */
export interface RateLimits {
  /** `POST /v1/verify`, for each account. */
  readonly verify?: RatePolicy;
  /** What reads or begins a file, for each account: submit, preview and retry. */
  readonly files?: RatePolicy;
  /** Every other operation of an account, for each account. */
  readonly other?: RatePolicy;
  /**
   * Requests with an `Authorization` header that nobody is found for, for each address. Once they are used up, later requests with the header are
   * refused before the authenticator, or `account`, is asked; those that come at the same moment all reach it.
   */
  readonly failedSignIns?: RatePolicy;
  /** `POST /v1/accounts`, for each address. */
  readonly registrations?: RatePolicy;
  /** Makes what counts. Default: counts in the memory of this process, by rate-limiter-flexible. */
  readonly counter?: CounterFactory;
}

/** Makes the counter of a policy. Processes that are to share their counts give one over a store that they share. */
export type CounterFactory = (policy: RatePolicy & { readonly name: PolicyName }) => RateCounter;

/** What counts requests: limiters of rate-limiter-flexible are such counters. */
export interface RateCounter {
  /**
   * Counts a request of `key`. Resolves while no more than the policy's were counted in its window. Rejects with a {@link RateCount} when
   * there were, and with an Error when the count is unknown.
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

const FILE_OPERATIONS: ReadonlySet<OperationName> = new Set<OperationName>(['submit', 'preview', 'retry']);

/** The policy that an account's operation counts for. */
export function policyOf(operation: OperationName): AccountPolicy {
  if (operation === 'verify') return 'verify';
  return FILE_OPERATIONS.has(operation) ? 'files' : 'other';
}

const policyShape = z.strictObject({
  requests: z.int().positive(),
  seconds: z.int().positive().max(86_400),
});

/** The type of the schema also has undefined for what is left out, which RateLimits has not. */
export const rateLimitsShape = z.strictObject({
  verify: policyShape.optional(),
  files: policyShape.optional(),
  other: policyShape.optional(),
  failedSignIns: policyShape.optional(),
  registrations: policyShape.optional(),
  counter: z.custom<CounterFactory>((value) => typeof value === 'function', 'must be a function').optional(),
}) as unknown as z.ZodType<RateLimits>;
