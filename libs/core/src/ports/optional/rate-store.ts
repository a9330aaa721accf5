/** A limit that several processes keep together. */
export interface SharedRateLimit {
  /** Identifies the limit within a store. Processes that share a store give it the same figures. */
  readonly name: string;
  /** The most that may begin within the window, more than 0. A fraction is rounded up for a single window and holds over many. */
  readonly limit: number;
  readonly windowMs: number;
  /** Whether they are spread over the window. Otherwise all of them may begin at once. */
  readonly isSpread: boolean;
}

export interface RateLeaseRequest {
  readonly limits: readonly SharedRateLimit[];
  /** The weight of each call, in the order of their turns: at least one, and none above a limit. */
  readonly weights: readonly number[];
  /** The longest wait for the first call. If it is exceeded, nothing is reserved. */
  readonly maxWaitMs: number;
  /** Calls that would begin more than this after the first are left for another lease. */
  readonly batchMs: number;
  /** The longest delay of a call after its time. Each window is longer by it. */
  readonly toleranceMs: number;
}

export interface RateLease {
  /**
   * The times at which calls may begin, in the requested order, in milliseconds from the moment of the lease. There may be fewer times than
   * calls, or none: the first calls have them. That moment lies between the request and its answer, so a call that cannot begin within the
   * tolerance after the request must not begin.
   */
  readonly delaysMs: readonly number[];
  /** Milliseconds until the first call can begin, whether or not it was reserved. */
  readonly waitMs: number;
}

/** Keeps the limits of an upstream for all processes that call it. */
export interface RateStore {
  /**
   * Reserves times at which calls may begin, after all earlier reservations, so that no window of any limit has more than its number.
   * Unused times are lost. A repeat makes a new reservation. Concurrent leases are made one after another. Rejects when the
   * store cannot be reached; it may have reserved times then. A new or emptied store may make the first call wait for the length of the
   * window, a second at most, since other processes may have called just before.
   */
  lease(request: RateLeaseRequest): Promise<RateLease>;
}
