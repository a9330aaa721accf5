import { type Clock, DialproofError } from '@dialproof/core';
import { CircuitState, CountBreaker, ExponentialBackoff, type IBackoff, noJitterGenerator } from 'cockatiel';
import { isOutage, retryAfterOf } from '../../calls/number-outcomes.js';

/** How long to wait for what a probe finds, in milliseconds. */
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
  /** How long it stays open if the probe fails. */
  readonly next: IBackoff<unknown>;
}

/** A call that the circuit has let through. */
export interface CircuitCall {
  readonly isProbe: boolean;
  /** How many calls had been answered when it began. */
  readonly answersBefore: number;
}

export interface FailedCall {
  readonly isAborted: boolean;
  readonly isRepeat: boolean;
  /** Whether this process stood still during it, and that may be why it failed. */
  readonly isSpoilt: boolean;
}

/**
 * Lets calls through, or none. cockatiel's breaker counts the failures. Its circuit is not used: that goes by the wall clock, has calls wait
 * for the probe without their signals, and takes a probe that was aborted for one that went well.
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

  /** Throws the outage where the circuit is open, or a probe is under way. */
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
  fail(call: CircuitCall, error: unknown, { isAborted, isRepeat, isSpoilt }: FailedCall): void {
    const { answersBefore, isProbe } = call;
    if (isProbe) {
      const wasReported = isOutage(this.#opening?.cause);
      if (isAborted || isOutage(error) || !wasReported) {
        this.#isProbing = false;
        this.#open(error, this.#opening?.next ?? this.#firstPause);
        return;
      }
      // The upstream said that it was away, and says so no more. Whether it fails is counted from here on.
      this.#close();
    }
    // What began before the circuit opened says nothing about now. Nor does an abort while others are answered: nobody waits any more.
    if (this.#opening !== undefined || (isAborted && this.#answers > answersBefore)) return;
    // Numbers that always fail are what a file ends with: they are no sign of an upstream that does. Nor is a standstill of this process.
    const isCounted = (!isRepeat && !isSpoilt) || isOutage(error);
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

/** It says why the circuit is open: by the outage that was reported, whose code tells the operator what to do, or by the failure. */
function refusal(cause: unknown, retryAfterMs: number): DialproofError {
  const isReported = isOutage(cause);
  const hint = isReported ? cause.hint : 'the circuit is open, since too many calls have failed';
  return new DialproofError(isReported ? cause.code : 'checker_unavailable', {
    ...(hint === undefined ? {} : { hint }),
    retryAfterMs,
    cause,
  });
}
