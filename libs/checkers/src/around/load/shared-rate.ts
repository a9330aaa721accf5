import {
  type AccountId,
  type CheckContext,
  type Clock,
  DialproofError,
  type RateStore,
  type SharedRateLimit,
  WaitingCalls,
} from '@dialproof/core';
import type { CallQueue } from './call-queue.js';

export interface SharedRateOptions {
  readonly store: RateStore;
  readonly limits: readonly SharedRateLimit[];
  readonly maxWaitMs: number;
  readonly clock: Clock;
  /** The limits of calls while the store does not answer. Undefined: none begins. */
  readonly alone: CallQueue | undefined;
}

/** Notes that the call has ended, and whether it has arrived at the upstream or never will. */
export type EndOfCall = (hasArrived: boolean) => void;

type CallContext = Pick<CheckContext, 'accountId' | 'signal'>;

interface Waiter {
  readonly origin: { readonly accountId: AccountId | undefined; readonly chunk: null };
  readonly weight: number;
  readonly context: CallContext;
  resolve(end: EndOfCall | Promise<EndOfCall>): void;
  reject(reason: unknown): void;
}

/** The longest delay of a call's beginning: the way to the store and back, and a busy process. It costs a tenth of a limit a second. */
const LATE_MS = 100;
/** The time that a lease covers: a process that dies loses no more, and not every call needs a request. */
const BATCH_MS = 200;
/** So long before the last reserved time the next lease is asked for. */
const LEAD_MS = 50;
const MOST_IN_A_LEASE = 500;
/** The pause before the next request after the store has failed to answer. */
const ASK_AGAIN_MS = 1_000;

const NOTHING_TO_END: EndOfCall = () => {};

/** Admits calls at the times that a store reserves for this process. The accounts take turns. */
export class SharedRate {
  readonly #options: SharedRateOptions;
  /** In the order of their arrival, for which times are reserved. */
  readonly #waiting = new Set<Waiter>();
  /** The same calls, in the order in which they begin. */
  readonly #turns = new WaitingCalls<Waiter>();
  #waitingWeight = 0;
  /** Reserved times in the future. */
  #reserved = 0;
  #lastReservedAt = Number.NEGATIVE_INFINITY;
  #isAsking = false;
  #awayUntil = Number.NEGATIVE_INFINITY;

  constructor(options: SharedRateOptions) {
    this.#options = options;
  }

  /**
   * Resolves when a call of this weight may begin. Rejects with the signal's reason when that is aborted first, and with
   * `checker_unavailable` if it would wait for longer than `maxWaitMs`, or if the store does not answer and there are no own limits.
   */
  async begin(weight: number, context: CallContext): Promise<EndOfCall> {
    const { accountId, signal } = context;
    signal.throwIfAborted();
    if (this.#options.clock.elapsed() < this.#awayUntil) return this.#beginAlone(weight, context);
    this.#refuseLongWait();
    return new Promise<EndOfCall>((resolve, reject) => {
      const leave = (): void => {
        signal.removeEventListener('abort', giveUp);
        cancelTimer();
        this.#turns.remove(waiter);
        if (this.#waiting.delete(waiter)) this.#waitingWeight -= weight;
      };
      const waiter: Waiter = {
        origin: { accountId, chunk: null },
        weight,
        context,
        resolve: (end) => {
          leave();
          resolve(end);
        },
        reject: (reason) => {
          leave();
          reject(reason);
        },
      };
      const giveUp = (): void => waiter.reject(signal.reason);
      const cancelTimer = this.#options.clock.schedule(this.#options.maxWaitMs, () =>
        waiter.reject(this.#usedUp(ASK_AGAIN_MS)),
      );
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiter);
      this.#turns.add(waiter);
      this.#waitingWeight += weight;
      void this.#ask();
    });
  }

  async #ask(): Promise<void> {
    const { clock, limits, maxWaitMs, store } = this.#options;
    const askedAt = clock.elapsed();
    const isEarly = this.#reserved > 0 && this.#lastReservedAt - askedAt > LEAD_MS;
    if (this.#isAsking || isEarly || this.#waiting.size <= this.#reserved) return;
    this.#isAsking = true;
    const weights = [...this.#waiting]
      .slice(this.#reserved, this.#reserved + MOST_IN_A_LEASE)
      .map(({ weight }) => weight);
    try {
      const request = { limits, weights, maxWaitMs, batchMs: BATCH_MS, toleranceMs: LATE_MS };
      const { delaysMs, waitMs } = await store.lease(request);
      if (delaysMs.length === 0) this.#refuseAll(waitMs);
      for (const [index, delayMs] of delaysMs.entries()) this.#reserve(weights[index] ?? 1, delayMs, askedAt);
    } catch {
      this.#awayUntil = clock.elapsed() + ASK_AGAIN_MS;
      for (const { context, resolve, weight } of [...this.#waiting])
        resolve(this.#beginAlone(weight, context));
    } finally {
      this.#isAsking = false;
    }
    void this.#ask();
  }

  /** The moment of the lease is not before the question, and not after its answer. */
  #reserve(weight: number, delayMs: number, askedAt: number): void {
    const { clock } = this.#options;
    this.#reserved += 1;
    this.#lastReservedAt = clock.elapsed() + delayMs;
    const begin = (): void => {
      this.#reserved -= 1;
      const isInTime = clock.elapsed() <= askedAt + delayMs + LATE_MS;
      const next = isInTime ? this.#nextOf(weight) : undefined;
      if (next !== undefined) {
        this.#turns.serve(next);
        next.resolve(NOTHING_TO_END);
      }
      void this.#ask();
    };
    if (delayMs <= 0) begin();
    else clock.schedule(delayMs, begin);
  }

  /** The call whose turn it is, or the oldest one if that call is heavier than the time that is reserved. */
  #nextOf(weight: number): Waiter | undefined {
    const [oldest] = this.#waiting;
    return [this.#turns.next, oldest].find((waiter) => waiter !== undefined && waiter.weight <= weight);
  }

  async #beginAlone(weight: number, context: CallContext): Promise<EndOfCall> {
    const { alone } = this.#options;
    if (alone === undefined) {
      const hint = 'the store of the rate that processes share does not answer';
      throw new DialproofError('checker_unavailable', { hint, retryAfterMs: ASK_AGAIN_MS });
    }
    const call = await alone.begin(weight, context);
    return (hasArrived) => alone.end(call, hasArrived);
  }

  /** Calls ahead take their time even if no other process calls. */
  #refuseLongWait(): void {
    for (const { isSpread, limit, windowMs } of this.#options.limits) {
      const aheadMs = isSpread ? Math.ceil((this.#waitingWeight * windowMs) / limit) : 0;
      if (aheadMs > this.#options.maxWaitMs) throw this.#usedUp(aheadMs);
    }
  }

  #refuseAll(retryAfterMs: number): void {
    for (const { reject } of [...this.#waiting]) reject(this.#usedUp(retryAfterMs));
  }

  #usedUp(retryAfterMs: number): DialproofError {
    const limits = this.#options.limits.map(({ limit, name }) => `${name} of ${limit}`).join(', ');
    const hint = `the limit ${limits} that processes share is used up, and a check would wait for longer than maxWaitMs, ${this.#options.maxWaitMs}`;
    return new DialproofError('checker_unavailable', { hint, retryAfterMs });
  }
}
