import type { Clock } from '../../ports/clock.js';
import { type RateUse, RateWindow } from './rate-window.js';
import { type CallOrigin, type CallPurpose, WaitingCalls } from './waiting-calls.js';

export interface CheckBudgetOptions {
  /** The most calls at once, for single checks and tasks together. */
  readonly checkConcurrency: number;
  /** The most calls that reach the upstream within any one second; infinity for any number. */
  readonly maxCallsPerSecond: number;
  readonly clock: Clock;
}

/** Milliseconds after a single check for which some slots stay reserved for single checks. */
const SHARE_KEPT_MS = 10_000;
/** The share of the slots that each purpose keeps if the other one would take all. */
const SHARE = 0.1;
/** After this many single checks in a row, a waiting task goes next. */
const SINGLES_IN_A_ROW = 9;
const SECOND_MS = 1_000;

/** The right to make one call, which {@link CheckBudget.free} takes back. */
export interface CallRight {
  readonly purpose: CallPurpose;
  /** The call's share of the rate; undefined without a rate. */
  readonly rateUse: RateUse | undefined;
}

/** The rights without a rate. They are shared objects, since one for each call would be a noticeable part of an instant check's cost. */
const WITHOUT_RATE: Readonly<Record<CallPurpose, CallRight>> = {
  single: { purpose: 'single', rateUse: undefined },
  batch: { purpose: 'batch', rateUse: undefined },
};

interface Waiter {
  readonly origin: CallOrigin;
  readonly resolve: (right: CallRight | null) => void;
}

/**
 * Bounds the calls of the checker: how many are under way, and how many begin in a second.
 *
 * Single checks go first, since a person waits for each, and a tenth of the slots is reserved for them while any are made. Tasks have a
 * tenth of the slots, and of the calls of a second, that single checks cannot take. Without single checks, tasks use every slot.
 * Among single checks, and among tasks, the accounts take turns.
 */
export class CheckBudget {
  readonly #limit: number;
  readonly #share: number;
  readonly #clock: Clock;
  readonly #rate: RateWindow | undefined;
  readonly #waiting: Record<CallPurpose, WaitingCalls<Waiter>> = {
    single: new WaitingCalls(),
    batch: new WaitingCalls(),
  };
  readonly #used: Record<CallPurpose, number> = { single: 0, batch: 0 };
  #lastSingleAt = Number.NEGATIVE_INFINITY;
  /** The count of single checks in a row that began while tasks waited. */
  #singlesInARow = 0;
  #timer: { readonly due: number; readonly cancel: () => void } | undefined;

  constructor({ checkConcurrency, maxCallsPerSecond, clock }: CheckBudgetOptions) {
    this.#limit = checkConcurrency;
    this.#share = checkConcurrency === 1 ? 0 : Math.max(1, Math.floor(checkConcurrency * SHARE));
    this.#clock = clock;
    if (maxCallsPerSecond === Number.POSITIVE_INFINITY) return;
    const second = { name: 'maxCallsPerSecond', windowMs: SECOND_MS, isSpread: true };
    this.#rate = new RateWindow({ ...second, limit: maxCallsPerSecond });
  }

  /** Takes the right to make one call if it may begin at once; otherwise returns null. See {@link take}. */
  tryTake(purpose: CallPurpose): CallRight | null {
    if (purpose === 'single') this.#lastSingleAt = this.#clock.elapsed();
    if (this.#waiting[purpose].size > 0 || !this.#hasSlot(purpose)) return null;
    const begun = this.#beginAtRate();
    return typeof begun === 'number' ? null : this.#use(purpose, begun);
  }

  /**
   * Takes the right to make one call when its turn comes. Call `free` with the right when that call has ended. Resolves to null, with
   * nothing taken, if the signal is aborted first.
   */
  take(origin: CallOrigin, signal: AbortSignal): Promise<CallRight | null> {
    if (signal.aborted) return Promise.resolve(null);
    const right = this.tryTake(origin.purpose);
    if (right !== null) return Promise.resolve(right);
    const waiting = this.#waiting[origin.purpose];
    return new Promise((resolve) => {
      const giveUp = (): void => {
        waiting.remove(waiter);
        resolve(null);
      };
      const waiter: Waiter = {
        origin,
        resolve: (taken) => {
          signal.removeEventListener('abort', giveUp);
          resolve(taken);
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.add(waiter);
      this.#serve();
    });
  }

  /**
   * Ends the call that was made with this right. Call it once. `isLeftBehind`: the call was abandoned, so it may still be on its way to the
   * upstream.
   */
  free({ purpose, rateUse }: CallRight, isLeftBehind = false): void {
    this.#used[purpose] -= 1;
    if (rateUse !== undefined && !isLeftBehind) this.#rate?.end(rateUse, this.#clock.elapsed());
    // Usually no call waits. This test is several times as fast as `#serve`.
    if (this.#waiting.single.size > 0 || this.#waiting.batch.size > 0) this.#serve();
  }

  #serve(): void {
    for (const waiter of this.#nextWaiters()) {
      const { purpose } = waiter.origin;
      if (!this.#hasSlot(purpose)) return;
      const begun = this.#beginAtRate();
      if (typeof begun === 'number') {
        this.#serveIn(begun);
        return;
      }
      this.#waiting[purpose].serve(waiter);
      waiter.resolve(this.#use(purpose, begun));
    }
  }

  *#nextWaiters(): Generator<Waiter, void, undefined> {
    for (;;) {
      const single = this.#waiting.single.next;
      const batch = this.#waiting.batch.next;
      if (batch !== undefined && (single === undefined || this.#batchIsDue)) yield batch;
      else if (single !== undefined) yield single;
      else return;
    }
  }

  /** Whether a task goes before a single check, because of its share of the slots and of the calls of a second. */
  get #batchIsDue(): boolean {
    if (!this.#hasSlot('single')) return true;
    return this.#singlesInARow >= SINGLES_IN_A_ROW && this.#hasSlot('batch');
  }

  #use(purpose: CallPurpose, rateUse: RateUse | undefined): CallRight {
    this.#used[purpose] += 1;
    const isAheadOfTasks = purpose === 'single' && this.#waiting.batch.size > 0;
    this.#singlesInARow = isAheadOfTasks ? this.#singlesInARow + 1 : 0;
    return rateUse === undefined ? WITHOUT_RATE[purpose] : { purpose, rateUse };
  }

  #hasSlot(purpose: CallPurpose): boolean {
    const { single, batch } = this.#used;
    if (single + batch >= this.#limit) return false;
    if (purpose === 'single') return single < this.#limit - (this.#waiting.batch.size > 0 ? this.#share : 0);
    // The clock is read only if needed, since reading it is a good part of an instant check's cost.
    if (batch < this.#limit - this.#share) return true;
    return this.#clock.elapsed() - this.#lastSingleAt >= SHARE_KEPT_MS;
  }

  /**
   * Begins a call if the rate allows one now, and returns its use of the rate, undefined without a rate. Otherwise returns the milliseconds
   * until it may begin.
   */
  #beginAtRate(): RateUse | number | undefined {
    if (this.#rate === undefined) return undefined;
    const now = this.#clock.elapsed();
    const delayMs = Math.ceil(this.#rate.delayMs(1, now));
    return delayMs === 0 ? this.#rate.begin(1, now) : delayMs;
  }

  /**
   * Serves waiting calls after this delay, unless a timer is due earlier: an answer may allow the next call sooner than computed before.
   */
  #serveIn(delayMs: number): void {
    const due = this.#clock.elapsed() + delayMs;
    if (this.#timer !== undefined && this.#timer.due <= due) return;
    this.#timer?.cancel();
    const cancel = this.#clock.schedule(delayMs, () => {
      this.#timer = undefined;
      this.#serve();
    });
    this.#timer = { due, cancel };
  }
}
