import {
  type AccountId,
  type CheckContext,
  type Clock,
  DialproofError,
  type RateUse,
  type RateWindow,
  WaitingCalls,
} from '@dialproof/core';

export interface CallQueueOptions {
  readonly windows: readonly RateWindow[];
  /** Calls under way at once; infinity for any number. */
  readonly inFlight: number;
  readonly maxWaitMs: number;
  readonly clock: Clock;
}

interface Waiter {
  readonly origin: { readonly accountId: AccountId | undefined; readonly chunk: null };
  readonly weight: number;
  readonly begin: (call: BegunCall) => void;
}

/** The use of each window by a call, in their order. */
type BegunCall = readonly RateUse[];

/**
 * Admits calls as soon as every window and the number of calls under way allow it. The accounts take turns; the calls of one account begin in
 * the order of their arrival.
 */
export class CallQueue {
  readonly #options: CallQueueOptions;
  readonly #waiting = new WaitingCalls<Waiter>();
  readonly #waitingWeights = new Map<AccountId | undefined, number>();
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
  async begin(
    weight: number,
    { accountId, signal }: Pick<CheckContext, 'accountId' | 'signal'>,
  ): Promise<BegunCall> {
    signal.throwIfAborted();
    const begun = this.tryBegin(weight);
    if (begun !== undefined) return begun;
    this.#refuseLongWait(weight, accountId);
    return new Promise<BegunCall>((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.remove(waiter);
        this.#weigh(accountId, -weight);
        reject(signal.reason);
        // The one behind may be light enough to begin.
        this.#serve();
      };
      const begin = (call: BegunCall): void => {
        signal.removeEventListener('abort', giveUp);
        resolve(call);
      };
      const waiter: Waiter = { origin: { accountId, chunk: null }, weight, begin };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiter);
      this.#weigh(accountId, weight);
      this.#serve();
    });
  }

  /** `hasArrived`: whether the call has arrived at the upstream or never will. A call that was given up may still be on its way. */
  end(call: BegunCall, hasArrived: boolean): void {
    this.#inFlight -= 1;
    if (hasArrived) {
      const now = this.#options.clock.elapsed();
      for (const [index, use] of call.entries()) this.#options.windows[index]?.end(use, now);
    }
    if (this.#waiting.size > 0) this.#serve();
  }

  #serve(): void {
    for (let waiter = this.#waiting.next; waiter !== undefined; waiter = this.#waiting.next) {
      const begun = this.#beginNow(waiter.weight);
      if (begun === undefined) break;
      this.#waiting.serve(waiter);
      this.#weigh(waiter.origin.accountId, -waiter.weight);
      waiter.begin(begun);
    }
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const { next } = this.#waiting;
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

  #weigh(accountId: AccountId | undefined, change: number): void {
    const weight = (this.#waitingWeights.get(accountId) ?? 0) + change;
    if (weight > 0) this.#waitingWeights.set(accountId, weight);
    else this.#waitingWeights.delete(accountId);
  }

  /** The weight of the calls that begin before a new one: those of its account, and of each other account about as much. */
  #weightAhead(weight: number, accountId: AccountId | undefined): number {
    const own = this.#waitingWeights.get(accountId) ?? 0;
    let ahead = own;
    for (const [other, waiting] of this.#waitingWeights)
      if (other !== accountId) ahead += Math.min(waiting, own + weight);
    return ahead;
  }

  #delayMs(weight: number, now: number): number {
    let delayMs = 0;
    for (const window of this.#options.windows) delayMs = Math.max(delayMs, window.delayMs(weight, now));
    return Math.ceil(delayMs);
  }

  #refuseLongWait(weight: number, accountId: AccountId | undefined): void {
    const ahead = this.#weightAhead(weight, accountId);
    const { clock, maxWaitMs, windows } = this.#options;
    for (const window of windows) {
      const retryAfterMs = Math.ceil(window.delayMs(weight, clock.elapsed(), ahead));
      if (retryAfterMs <= maxWaitMs) continue;
      const hint = `the limit ${window.name} of ${window.limit} is used up, and a check would wait for longer than maxWaitMs, ${maxWaitMs}`;
      throw new DialproofError('checker_unavailable', { hint, retryAfterMs });
    }
  }
}
