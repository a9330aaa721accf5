import {
  assertOptionNames,
  type Clock,
  type RateLease,
  type RateLeaseRequest,
  type RateStore,
  type SharedRateLimit,
  systemClock,
} from '@dialproof/core';

export interface MemoryRateStoreOptions {
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

/** The most entries that are kept for a window: calls that begin close together share an entry. */
const GRAINS = 100;

/** Calls that begin at about the same time: the beginning of the last of them, by the elapsed time, and their weight together. */
interface ReservedCalls {
  at: number;
  weight: number;
}

interface ReservedLimit {
  /** The earliest start of the next call, where calls are spread evenly. */
  nextAt: number;
  /** In the order in which they begin. */
  log: ReservedCalls[];
}

/** A limit within one lease. */
interface LeasedLimit extends SharedRateLimit {
  readonly reserved: ReservedLimit;
  readonly spanMs: number;
  /** The index of the first entry in the log that counts for the next call, and the sum of weights from there on. */
  head: number;
  used: number;
}

/**
 * Keeps limits in this process, for tests and for several checkers of one process that call one upstream. A restart begins with empty
 * windows.
 */
export class MemoryRateStore implements RateStore {
  readonly #clock: Clock;
  readonly #limits = new Map<string, ReservedLimit>();
  #lastAt = 0;

  constructor(options: MemoryRateStoreOptions = {}) {
    assertOptionNames('MemoryRateStore', options, { clock: true });
    const { clock = systemClock } = options;
    this.#clock = clock;
  }

  async lease(request: RateLeaseRequest): Promise<RateLease> {
    const now = this.#clock.elapsed();
    const limits = request.limits.map((limit) => this.#known(limit, request.toleranceMs, now));
    const delaysMs: number[] = [];
    let first: number | undefined;
    for (const weight of request.weights) {
      // No later call starts earlier, however little it weighs.
      const at = Math.max(now, this.#lastAt, ...limits.map((limit) => freeAt(limit, weight)));
      first ??= at;
      if (first - now > request.maxWaitMs || at - first > request.batchMs) break;
      for (const limit of limits) reserve(limit, weight, at);
      this.#lastAt = at;
      delaysMs.push(Math.ceil(at - now));
    }
    return { delaysMs, waitMs: Math.ceil((first ?? now) - now) };
  }

  #known(limit: SharedRateLimit, toleranceMs: number, now: number): LeasedLimit {
    const spanMs = limit.windowMs + toleranceMs;
    const reserved = this.#limits.get(limit.name) ?? { nextAt: 0, log: [] };
    reserved.log = reserved.log.filter(({ at }) => at + spanMs > now);
    this.#limits.set(limit.name, reserved);
    const used = reserved.log.reduce((sum, { weight }) => sum + weight, 0);
    return { ...limit, reserved, spanMs, head: 0, used };
  }
}

/** The earliest beginning of a call of this weight that lets no window exceed its limit. No later call begins earlier. */
function freeAt(limit: LeasedLimit, weight: number): number {
  let at = limit.reserved.nextAt;
  while (limit.used + weight > Math.ceil(limit.limit)) {
    const entry = limit.reserved.log[limit.head];
    if (entry === undefined) break;
    at = Math.max(at, entry.at + limit.spanMs);
    limit.used -= entry.weight;
    limit.head += 1;
  }
  return at;
}

function reserve(limit: LeasedLimit, weight: number, at: number): void {
  const { isSpread, reserved, spanMs } = limit;
  const grainMs = spanMs / GRAINS;
  const last = reserved.log.at(-1);
  // The entry takes the later time, so it is forgotten somewhat late, but never too early.
  if (last !== undefined && Math.floor(last.at / grainMs) === Math.floor(at / grainMs)) {
    last.at = at;
    last.weight += weight;
  } else reserved.log.push({ at, weight });
  limit.used += weight;
  if (isSpread) reserved.nextAt = at + (weight * spanMs) / limit.limit;
}
