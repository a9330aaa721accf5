import type { Clock } from '../ports/clock.js';

/** For which of the two a call is made. */
export type CallPurpose = 'single' | 'batch';

export interface CheckBudgetOptions {
  /** Calls under way at once, for single checks and tasks together. */
  readonly checkConcurrency: number;
  /** Calls that begin within any one second; infinity for any number. */
  readonly maxCallsPerSecond: number;
  readonly clock: Clock;
}

/** After a single check a share of the slots is kept for further ones for so long. */
const SHARE_KEPT_MS = 10_000;
/** The share of the slots that each of the two has for itself while the other one would take all. */
const SHARE = 0.1;
/** The same of the calls of a second: after so many single checks in a row it is the turn of a task. */
const SINGLES_IN_A_ROW = 9;

interface Waiter {
  readonly resolve: (taken: boolean) => void;
}

/**
 * Bounds the calls of the checker: how many are under way, and how many begin in a second.
 *
 * Single checks go first, since a person waits for each, and a tenth of the slots is kept free for them while any are made. Tasks in
 * their turn have a tenth of the slots, and of the calls of a second, that single checks cannot take from them. Where nobody makes
 * single checks, tasks use every slot.
 */
export class CheckBudget {
  readonly #limit: number;
  readonly #share: number;
  readonly #clock: Clock;
  readonly #rate: CallRate | undefined;
  readonly #waiting: Record<CallPurpose, Set<Waiter>> = { single: new Set(), batch: new Set() };
  readonly #used: Record<CallPurpose, number> = { single: 0, batch: 0 };
  #lastSingleAt = Number.NEGATIVE_INFINITY;
  /** Single checks that began while tasks waited. */
  #singlesInARow = 0;
  #cancelTimer: (() => void) | undefined;

  constructor({ checkConcurrency, maxCallsPerSecond, clock }: CheckBudgetOptions) {
    this.#limit = checkConcurrency;
    this.#share = checkConcurrency === 1 ? 0 : Math.max(1, Math.floor(checkConcurrency * SHARE));
    this.#clock = clock;
    this.#rate =
      maxCallsPerSecond === Number.POSITIVE_INFINITY ? undefined : new CallRate(maxCallsPerSecond, clock);
  }

  /** How many wait for a call of this kind. */
  waiting(purpose: CallPurpose): number {
    return this.#waiting[purpose].size;
  }

  /** Takes the right to make one call if it may begin at once; see {@link take}. */
  tryTake(purpose: CallPurpose): boolean {
    if (purpose === 'single') this.#lastSingleAt = this.#clock.elapsed();
    return this.#waiting[purpose].size === 0 && this.#takeNow(purpose);
  }

  /**
   * Takes the right to make one call, first come, first served; `free` is to be called when the call has ended. Resolves to false,
   * with nothing taken, when the signal is aborted first.
   */
  take(purpose: CallPurpose, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (this.tryTake(purpose)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const giveUp = (): void => {
        this.#waiting[purpose].delete(waiter);
        resolve(false);
      };
      const waiter: Waiter = {
        resolve: (taken) => {
          signal.removeEventListener('abort', giveUp);
          resolve(taken);
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting[purpose].add(waiter);
      this.#serve();
    });
  }

  free(purpose: CallPurpose): void {
    this.#used[purpose] -= 1;
    // As a rule nobody waits, and to find that out in #serve takes several times as long.
    if (this.#waiting.single.size > 0 || this.#waiting.batch.size > 0) this.#serve();
  }

  #serve(): void {
    for (const [waiter, purpose] of this.#nextWaiters()) {
      if (!this.#hasSlot(purpose)) return;
      if (this.#rate?.take() === false) {
        this.#serveWhenRateAllows(this.#rate);
        return;
      }
      this.#use(purpose);
      this.#waiting[purpose].delete(waiter);
      waiter.resolve(true);
    }
  }

  *#nextWaiters(): Generator<[Waiter, CallPurpose], void, undefined> {
    for (;;) {
      const [single] = this.#waiting.single;
      const [batch] = this.#waiting.batch;
      if (batch !== undefined && (single === undefined || this.#batchIsDue)) yield [batch, 'batch'];
      else if (single !== undefined) yield [single, 'single'];
      else return;
    }
  }

  /** Whether a task goes before a single check: it has its share of the slots, and of the calls of a second. */
  get #batchIsDue(): boolean {
    if (!this.#hasSlot('single')) return true;
    return this.#singlesInARow >= SINGLES_IN_A_ROW && this.#hasSlot('batch');
  }

  #takeNow(purpose: CallPurpose): boolean {
    if (!this.#hasSlot(purpose) || this.#rate?.take() === false) return false;
    this.#use(purpose);
    return true;
  }

  #use(purpose: CallPurpose): void {
    this.#used[purpose] += 1;
    const isAheadOfTasks = purpose === 'single' && this.#waiting.batch.size > 0;
    this.#singlesInARow = isAheadOfTasks ? this.#singlesInARow + 1 : 0;
  }

  #hasSlot(purpose: CallPurpose): boolean {
    const { single, batch } = this.#used;
    if (single + batch >= this.#limit) return false;
    if (purpose === 'single') return single < this.#limit - (this.#waiting.batch.size > 0 ? this.#share : 0);
    // The clock is read only where it matters: of an instant check it would be a good part of the cost.
    if (batch < this.#limit - this.#share) return true;
    return this.#clock.elapsed() - this.#lastSingleAt >= SHARE_KEPT_MS;
  }

  #serveWhenRateAllows(rate: CallRate): void {
    // A timer is set even if a token has come in the meantime: nothing else would serve whoever waits for it.
    this.#cancelTimer ??= this.#clock.schedule(Math.max(1, rate.delayMs), () => {
      this.#cancelTimer = undefined;
      this.#serve();
    });
  }
}

/**
 * A token bucket. Its depth and its rate together make at most `perSecond` calls in any second: upstreams that count in windows
 * refuse what comes above, and a bucket of the full rate lets through twice as many at first.
 */
class CallRate {
  readonly #clock: Clock;
  readonly #depth: number;
  readonly #perMs: number;
  #tokens: number;
  #at: number;

  constructor(perSecond: number, clock: Clock) {
    this.#clock = clock;
    this.#depth = 1 + Math.floor(perSecond / 100);
    this.#perMs = (perSecond - this.#depth + 1) / 1_000;
    this.#tokens = this.#depth;
    this.#at = clock.elapsed();
  }

  take(): boolean {
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** How long until there is a token; 0 or less if there is one. */
  get delayMs(): number {
    this.#refill();
    return Math.ceil((1 - this.#tokens) / this.#perMs);
  }

  #refill(): void {
    const now = this.#clock.elapsed();
    this.#tokens = Math.min(this.#depth, this.#tokens + (now - this.#at) * this.#perMs);
    this.#at = now;
  }
}
