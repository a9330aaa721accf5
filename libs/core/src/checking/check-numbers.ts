import type { E164 } from '../phone/e164.js';
import { isPossibleNumber } from '../phone/phone-table.js';
import type { BulkAnswer } from '../ports/number-checker.js';
import type { CheckSlots } from './check-slots.js';
import type { CallOutcome } from './checker-calls.js';
import { RunningCalls, type RunningCallsParts } from './running-calls.js';

export interface CheckNumbersParts extends RunningCallsParts {
  readonly slots: CheckSlots;
  /** So many failed checks, one begun after the other, mean that the checker is down, and not that these numbers are odd. */
  readonly outageAfterFailures: number;
  /** The most calls that one run of numbers has under way. */
  readonly checkConcurrency: number;
}

export type NumbersOutcome =
  | { readonly kind: 'answered'; readonly answers: readonly BulkAnswer[] }
  /** No number can be checked at present. */
  | { readonly kind: 'outage' }
  /** The signal was aborted before all were answered. */
  | { readonly kind: 'aborted' };

/**
 * Checks a run of numbers, as many at once as there are free slots. A number that its country's numbering plan cannot contain is
 * `dead` without a call.
 */
export function checkNumbers(
  numbers: readonly E164[],
  parts: CheckNumbersParts,
  signal: AbortSignal,
): Promise<NumbersOutcome> {
  return new Promise((resolve) => new NumbersRun(numbers, parts, signal, resolve).begin());
}

/**
 * Lanes that call the checker for one share of the numbers after another. They go on by calls and not by promises, of which each number
 * would take several: that was three times the cost of an instant check.
 */
class NumbersRun {
  readonly #numbers: readonly E164[];
  readonly #parts: CheckNumbersParts;
  readonly #signal: AbortSignal;
  readonly #finished: (outcome: NumbersOutcome) => void;
  readonly #answers: (BulkAnswer | undefined)[];
  /** The positions of the numbers that are asked about, in the order in which their checks begin. */
  readonly #open: readonly number[];
  readonly #running: RunningCalls;
  #next = 0;
  #lanes = 0;
  #isUnavailable = false;

  constructor(
    numbers: readonly E164[],
    parts: CheckNumbersParts,
    signal: AbortSignal,
    finished: (outcome: NumbersOutcome) => void,
  ) {
    this.#numbers = numbers;
    this.#parts = parts;
    this.#signal = signal;
    this.#finished = finished;
    this.#answers = numbers.map((number) => (isPossibleNumber(number) ? undefined : 'dead'));
    this.#open = this.#answers.flatMap((answer, position) => (answer === undefined ? [position] : []));
    this.#running = new RunningCalls(parts, signal);
  }

  begin(): void {
    const { calls, checkConcurrency } = this.#parts;
    this.#lanes = Math.min(checkConcurrency, Math.ceil(this.#open.length / calls.numbersPerCall));
    if (this.#lanes === 0) this.#finish();
    for (let lanes = this.#lanes; lanes > 0; lanes -= 1) this.#goOn();
  }

  get #isOver(): boolean {
    return this.#next >= this.#open.length || this.#isUnavailable || this.#signal.aborted;
  }

  #goOn(): void {
    if (this.#isOver) {
      this.#endLane();
      return;
    }
    const slot = this.#parts.slots.take();
    if (slot === undefined) this.#callNext();
    else void slot.then(() => this.#useSlot());
  }

  #useSlot(): void {
    if (this.#isOver) {
      this.#parts.slots.free();
      this.#endLane();
    } else this.#callNext();
  }

  #callNext(): void {
    const { calls, slots } = this.#parts;
    const start = this.#next;
    const positions = this.#open.slice(start, start + calls.numbersPerCall);
    this.#next += positions.length;
    // Positions were taken from `#numbers`, so each has its number.
    const numbers = positions.map((position) => this.#numbers[position] as E164);
    this.#running.start(numbers, (outcome) => {
      this.#take(start, outcome);
      slots.free();
      this.#goOn();
    });
  }

  #take(start: number, outcome: CallOutcome): void {
    if (outcome === 'checker_unavailable') {
      this.#isUnavailable = true;
      return;
    }
    let hasFailures = false;
    outcome.forEach((answer, place) => {
      this.#answers[this.#open[start + place] ?? -1] = answer;
      hasFailures ||= answer === 'check_failed';
    });
    if (hasFailures) this.#judgeFailures(start, start + outcome.length);
  }

  #judgeFailures(start: number, end: number): void {
    const hasFailed = (place: number): boolean => this.#answers[this.#open[place] ?? -1] === 'check_failed';
    for (let place = start; place < end && !this.#isUnavailable; place += 1) {
      if (!hasFailed(place)) continue;
      this.#isUnavailable = lengthOfRun(place, hasFailed) >= this.#parts.outageAfterFailures;
    }
  }

  #endLane(): void {
    this.#lanes -= 1;
    if (this.#lanes === 0) this.#finish();
  }

  #finish(): void {
    this.#running.close();
    this.#finished(this.#outcome());
  }

  #outcome(): NumbersOutcome {
    if (this.#signal.aborted) return { kind: 'aborted' };
    if (this.#isUnavailable) return { kind: 'outage' };
    return { kind: 'answered', answers: this.#answers.map((answer) => answer ?? 'check_failed') };
  }
}

/**
 * How many places side by side belong together with this one. The places are in the order in which checks were begun; in the order
 * in which they end, a few slow numbers look like an outage, since all of them fail at the deadline, behind all answers.
 */
function lengthOfRun(place: number, belongs: (place: number) => boolean): number {
  let first = place;
  let last = place;
  while (belongs(first - 1)) first -= 1;
  while (belongs(last + 1)) last += 1;
  return last - first + 1;
}
