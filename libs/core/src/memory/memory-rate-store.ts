import { type Clock, systemClock } from '../ports/clock.js';
import type { RateLease, RateLeaseRequest, RateStore, SharedRateLimit } from '../ports/rate-store.js';

export interface MemoryRateStoreOptions {
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

/** What was reserved of a limit. Times are by the elapsed time. */
interface ReservedLimit {
  /** When the next one may begin, as far as they are spread. */
  nextAt: number;
  /** In the order in which they begin. */
  begun: readonly { readonly at: number; readonly weight: number }[];
}

/** A limit within one lease, with what every window of it spans. */
interface LeasedLimit extends SharedRateLimit {
  readonly reserved: ReservedLimit;
  readonly spanMs: number;
}

/** Keeps limits in this process, for tests and for several checkers of one process that call one upstream. A restart begins anew. */
export class MemoryRateStore implements RateStore {
  readonly #clock: Clock;
  readonly #limits = new Map<string, ReservedLimit>();
  #lastAt = 0;

  constructor({ clock = systemClock }: MemoryRateStoreOptions = {}) {
    this.#clock = clock;
  }

  async lease(request: RateLeaseRequest): Promise<RateLease> {
    const now = this.#clock.elapsed();
    const limits = request.limits.map((limit) => this.#known(limit, request.toleranceMs, now));
    const delaysMs: number[] = [];
    let first: number | undefined;
    for (const weight of request.weights) {
      // Nobody passes who comes later, however light.
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
    const reserved = this.#limits.get(limit.name) ?? { nextAt: 0, begun: [] };
    reserved.begun = reserved.begun.filter(({ at }) => at + spanMs > now);
    this.#limits.set(limit.name, reserved);
    return { ...limit, reserved, spanMs };
  }
}

/** When a call of this weight may begin without a window that has too many. */
function freeAt({ limit, reserved, spanMs }: LeasedLimit, weight: number): number {
  let at = reserved.nextAt;
  let tooMany = reserved.begun.reduce((sum, one) => sum + one.weight, weight) - Math.ceil(limit);
  for (const one of reserved.begun) {
    if (tooMany <= 0) break;
    tooMany -= one.weight;
    at = one.at + spanMs;
  }
  return Math.max(at, reserved.nextAt);
}

function reserve({ isSpread, limit, reserved, spanMs }: LeasedLimit, weight: number, at: number): void {
  reserved.begun = [...reserved.begun, { at, weight }];
  if (isSpread) reserved.nextAt = at + (weight * spanMs) / limit;
}
