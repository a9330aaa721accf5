import { type Clock, DialproofError, type RateUse, type RateWindow } from '@dialproof/core';

export interface CallQueueOptions {
  readonly windows: readonly RateWindow[];
  /** Calls under way at once; infinity for any number. */
  readonly inFlight: number;
  readonly maxWaitMs: number;
  readonly clock: Clock;
}

interface Waiter {
  readonly weight: number;
  readonly begin: (call: BegunCall) => void;
}

/** The use of each window by a call, in their order. */
type BegunCall = readonly RateUse[];

/** Admits calls in the order of their arrival, as soon as every window and the number of calls under way allow it. */
export class CallQueue {
  readonly #options: CallQueueOptions;
  readonly #waiting = new Set<Waiter>();
  #waitingWeight = 0;
  #inFlight = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(options: CallQueueOptions) {
    this.#options = options;
  }

  /** Begins a call of this weight if it may begin at once; see {@link begin}. */
  tryBegin(weight: number): BegunCall | undefined {
    return this.#waiting.size === 0 ? this.#beginNow(weight) : undefined;
  }

  /**
   * Resolves when a call of this weight may begin, to the argument for `end` when it has ended. Rejects with the signal's reason when that
   * is aborted first, and with `checker_unavailable` at once if the windows make it wait for longer than `maxWaitMs`.
   */
  async begin(weight: number, signal: AbortSignal): Promise<BegunCall> {
    signal.throwIfAborted();
    const begun = this.tryBegin(weight);
    if (begun !== undefined) return begun;
    this.#refuseLongWait(weight);
    return new Promise<BegunCall>((resolve, reject) => {
      const giveUp = (): void => {
        this.#remove(waiter);
        reject(signal.reason);
        // The one behind may be light enough to begin.
        this.#serve();
      };
      const begin = (call: BegunCall): void => {
        signal.removeEventListener('abort', giveUp);
        resolve(call);
      };
      const waiter: Waiter = { weight, begin };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiter);
      this.#waitingWeight += weight;
      this.#serve();
    });
  }

  /** `hasArrived`: whether the call has arrived at the upstream or never will. A call that was given up may still be on its way. */
  end(call: BegunCall, hasArrived: boolean): void {
    this.#inFlight -= 1;
    const now = this.#options.clock.elapsed();
    for (let index = 0; index < call.length; index += 1) {
      const [use, window] = [call[index], this.#options.windows[index]];
      if (use === undefined || window === undefined) continue;
      if (hasArrived) window.end(use, now);
      else window.giveUp(use, now);
    }
    if (this.#waiting.size > 0) this.#serve();
  }

  #serve(): void {
    for (const waiter of this.#waiting) {
      const begun = this.#beginNow(waiter.weight);
      if (begun === undefined) break;
      this.#remove(waiter);
      waiter.begin(begun);
    }
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const [next] = this.#waiting;
    // Without a slot, the end of a call serves the next one.
    if (next === undefined || this.#inFlight >= this.#options.inFlight) return;
    this.#cancelTimer = this.#options.clock.schedule(
      this.#delayMs(next.weight, this.#options.clock.elapsed()),
      () => this.#serve(),
    );
  }

  #beginNow(weight: number): BegunCall | undefined {
    const now = this.#options.clock.elapsed();
    if (this.#inFlight >= this.#options.inFlight || this.#delayMs(weight, now) > 0) return undefined;
    this.#inFlight += 1;
    return this.#options.windows.map((window) => window.begin(weight, now));
  }

  #remove(waiter: Waiter): void {
    if (this.#waiting.delete(waiter)) this.#waitingWeight -= waiter.weight;
  }

  #delayMs(weight: number, now: number): number {
    let delayMs = 0;
    for (const window of this.#options.windows) delayMs = Math.max(delayMs, window.delayMs(weight, now));
    return Math.ceil(delayMs);
  }

  #refuseLongWait(weight: number): void {
    const { clock, maxWaitMs, windows } = this.#options;
    for (const window of windows) {
      const retryAfterMs = Math.ceil(window.delayMs(weight, clock.elapsed(), this.#waitingWeight));
      if (retryAfterMs <= maxWaitMs) continue;
      const hint = `the limit ${window.name} of ${window.limit} is used up, and a check would wait for longer than maxWaitMs, ${maxWaitMs}`;
      throw new DialproofError('checker_unavailable', { hint, retryAfterMs });
    }
  }
}
