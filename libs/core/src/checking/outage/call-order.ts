import type { E164 } from '../../model/e164.js';
import type { CallPurpose } from '../budget/waiting-calls.js';

/** A call that has ended or is ending. */
export interface EndedCall {
  /** The place that {@link CallOrder.begin} returned for it. */
  readonly order: number;
  readonly purpose: CallPurpose;
  readonly numbers: readonly E164[];
  /** Whether a check of one of its numbers has failed before, at a time when others were answered. */
  readonly isRepeat: boolean;
}

/**
 * The order in which calls begin, and the time of the last answer. Calls that were under way at an event say little about the time after
 * it, whenever they end.
 */
export class CallOrder {
  #calls = 0;
  /** How many calls had begun when the last answer came. */
  #callsBeforeAnswer = 0;
  /** By the elapsed time. */
  #lastAnswerAt = Number.NEGATIVE_INFINITY;

  /** The place of the call that began last; 0 before the first. */
  get last(): number {
    return this.#calls;
  }

  /** Counts a call that begins, and returns its place. */
  begin(): number {
    this.#calls += 1;
    return this.#calls;
  }

  /** A call was answered at `now`. */
  noteAnswer(now: number): void {
    this.#callsBeforeAnswer = this.#calls;
    this.#lastAnswerAt = now;
  }

  /** This process has stood still for `ms` until `now`, so it could not receive an answer. */
  noteStandstill(ms: number, now: number): void {
    this.#lastAnswerAt = Math.min(now, this.#lastAnswerAt + ms);
  }

  /** Whether this call began after the last answer came. */
  isAfterAnswer(order: number): boolean {
    return order > this.#callsBeforeAnswer;
  }

  /** Milliseconds since the last answer, without the time in which this process stood still; infinity before the first answer. */
  sinceAnswerMs(now: number): number {
    return now - this.#lastAnswerAt;
  }
}
