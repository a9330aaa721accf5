import { type Clock, DialproofError } from '@dialproof/core';
import { CircuitState, CountBreaker, ExponentialBackoff, type IBackoff, noJitterGenerator } from 'cockatiel';
import { isOutage, retryAfterOf } from '../../calls/number-outcomes.js';

/** Milliseconds to wait for the result of a probe. */
const PROBE_PAUSE_MS = 1_000;
/** An upstream that asks for a longer pause is asked again after this all the same, as the service does. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;

export interface CircuitSettings {
  readonly failureShare: number;
  readonly windowCalls: number;
  readonly minCalls: number;
  readonly openMs: number;
  readonly longestOpenMs: number;
  readonly clock: Clock;
}

interface Opening {
  /** By the elapsed time. */
  readonly until: number;
  readonly cause: unknown;
  /** Milliseconds for which it stays open if the probe fails. */
  readonly next: IBackoff<unknown>;
}

/** A call that the circuit has let through. */
export interface CircuitCall {
  readonly isProbe: boolean;
  /** The number of answered calls at its beginning. */
  readonly answersBefore: number;
}

export interface FailedCall {
  readonly isAborted: boolean;
  readonly isRepeat: boolean;
}

/**
 * Admits calls, or refuses them. cockatiel's breaker counts the failures. Its circuit is not used: it follows the wall clock, makes calls
 * wait for the probe without their signals, and takes an aborted probe for a successful one.
 */
export class Circuit {
  readonly #settings: CircuitSettings;
  readonly #firstPause: IBackoff<unknown>;
  readonly #breaker: CountBreaker;
  #opening: Opening | undefined;
  #isProbing = false;
  #answers = 0;

  constructor(settings: CircuitSettings) {
    const { failureShare, longestOpenMs, minCalls, openMs, windowCalls } = settings;
    this.#settings = settings;
    const growing = { initialDelay: openMs, maxDelay: longestOpenMs, generator: noJitterGenerator };
    this.#firstPause = new ExponentialBackoff(growing).next();
    // cockatiel opens above the threshold, and here the share itself is to be enough.
    const threshold = failureShare - Number.EPSILON;
    this.#breaker = new CountBreaker({ threshold, size: windowCalls, minimumNumberOfCalls: minCalls });
  }

  get state(): 'closed' | 'open' | 'half_open' {
    if (this.#opening === undefined) return 'closed';
    return this.#isProbing || this.#openForMs(this.#opening) <= 0 ? 'half_open' : 'open';
  }

  /** Throws the outage if the circuit is open or a probe is under way. */
  begin(): CircuitCall {
    const opening = this.#opening;
    if (opening !== undefined) {
      const retryAfterMs = this.#isProbing ? PROBE_PAUSE_MS : Math.ceil(this.#openForMs(opening));
      if (retryAfterMs > 0) throw refusal(opening.cause, retryAfterMs);
      this.#isProbing = true;
    }
    return { isProbe: opening !== undefined, answersBefore: this.#answers };
  }

  succeed({ isProbe }: CircuitCall): void {
    this.#answers += 1;
    if (isProbe) this.#close();
    else this.#breaker.success(CircuitState.Closed);
  }

  /** The upstream has answered, and none of the numbers: it is there, and these numbers may be the reason. */
  endOpen({ isProbe }: CircuitCall): void {
    if (isProbe) this.#close();
  }

  /** `isRepeat`: whether each of its numbers has failed before, and was not answered since. */
  fail(call: CircuitCall, error: unknown, { isAborted, isRepeat }: FailedCall): void {
    const { answersBefore, isProbe } = call;
    if (isProbe) {
      const wasReported = isOutage(this.#opening?.cause);
      if (isAborted || isOutage(error) || !wasReported) {
        this.#isProbing = false;
        this.#open(error, this.#opening?.next ?? this.#firstPause);
        return;
      }
      // The upstream had reported an outage and does not report it any more. Failures are counted from here on.
      this.#close();
    }
    // A call that began before the circuit opened says nothing about the present. Neither does an abort while others are answered: its
    // answer is just not awaited.
    if (this.#opening !== undefined || (isAborted && this.#answers > answersBefore)) return;
    // A file ends with its numbers that always fail: they are no sign of a failing upstream.
    const isCounted = !isRepeat || isOutage(error);
    const isOver = isCounted && this.#breaker.failure(CircuitState.Closed);
    const namesTime = isOutage(error) && retryAfterOf(error) !== undefined;
    if (isOver || namesTime) this.#open(error, this.#firstPause);
  }

  #close(): void {
    this.#opening = undefined;
    this.#isProbing = false;
    this.#breaker.success(CircuitState.HalfOpen);
  }

  #open(cause: unknown, pause: IBackoff<unknown>): void {
    const askedMs = Math.min(isOutage(cause) ? (retryAfterOf(cause) ?? 0) : 0, LONGEST_RETRY_AFTER_MS);
    const until = this.#settings.clock.elapsed() + Math.max(pause.duration, askedMs);
    this.#opening = { until, cause, next: pause.next(undefined) };
  }

  #openForMs({ until }: Opening): number {
    return until - this.#settings.clock.elapsed();
  }
}

/** It has the reason why the circuit is open: the reported outage, whose code shows the operator what to do, or the failure. */
function refusal(cause: unknown, retryAfterMs: number): DialproofError {
  const isReported = isOutage(cause);
  const hint = isReported ? cause.hint : 'the circuit is open, since too many calls have failed';
  return new DialproofError(isReported ? cause.code : 'checker_unavailable', {
    ...(hint === undefined ? {} : { hint }),
    retryAfterMs,
    cause,
  });
}
