/** A limit that several processes keep together. */
export interface SharedRateLimit {
  /** Tells the limits of a store apart. Processes that share a store give each the same figures. */
  readonly name: string;
  /** How many may begin within the window, more than 0. It may have a fraction: it is rounded up for a single window and holds over many. */
  readonly limit: number;
  readonly windowMs: number;
  /** Whether they are spread over the window. Otherwise all of them may begin at once. */
  readonly isSpread: boolean;
}

export interface RateLeaseRequest {
  readonly limits: readonly SharedRateLimit[];
  /** How much each of the calls counts that want to begin, in their order: at least one, none of more than a limit allows. */
  readonly weights: readonly number[];
  /** Nothing is reserved when the first could only begin later than this. */
  readonly maxWaitMs: number;
  /** What begins later than so long after the first is left for another lease. */
  readonly batchMs: number;
  /** So much later than its time a call may begin. It is added to each window. */
  readonly toleranceMs: number;
}

export interface RateLease {
  /**
   * When calls may begin, in the order asked, in milliseconds from the moment of the lease: for the first of them, or for none. That moment
   * lies between the question and its answer, so whoever cannot begin within the tolerance of the question does not begin.
   */
  readonly delaysMs: readonly number[];
  /** When the first can begin, in milliseconds, whether or not it was reserved. */
  readonly waitMs: number;
}

/** Keeps the limits of an upstream for all processes that call it. */
export interface RateStore {
  /**
   * Reserves times at which calls may begin, after all that were reserved before, so that no window of any limit has more than its number.
   * What is not used is lost. A repeat reserves anew. Leases of several processes at once come one after the other. Rejects when the
   * store cannot be reached; it may have reserved them then. A store that knows nothing of a limit, since it is new or was emptied, may let the
   * first wait for the time of its window, a second at most: others may have called just now.
   */
  lease(request: RateLeaseRequest): Promise<RateLease>;
}
