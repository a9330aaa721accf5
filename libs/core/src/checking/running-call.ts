import type { CheckContext } from '../ports/number-checker.js';
import { type CallOutcome, failedCall } from './checker-calls.js';

/** Why a call was given up that took too long or that nobody waits for any more. A checker finds it in its signal. */
export class CheckEnded extends Error {
  override readonly name = 'CheckEnded';
}

/** A call of a checker, and what the checker is told with it. */
export class RunningCall implements CheckContext {
  readonly #numbers: number;
  readonly #done: (outcome: CallOutcome) => void;
  #isOver = false;
  #controller: AbortController | undefined;
  #ended: CheckEnded | undefined;

  /** `done` is called once, with the outcome for so many numbers. */
  constructor(numbers: number, done: (outcome: CallOutcome) => void) {
    this.#numbers = numbers;
    this.#done = done;
  }

  /** Made when it is first asked for: it would be most of the cost of an instant check. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#ended !== undefined) this.#controller.abort(this.#ended);
    return this.#controller.signal;
  }

  /** What comes after the first outcome goes nowhere. */
  tell(outcome: CallOutcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#done(outcome);
  }

  giveUp(why: string): void {
    if (this.#isOver) return;
    this.#ended = new CheckEnded(why);
    this.#controller?.abort(this.#ended);
    this.tell(failedCall(this.#ended, this.#numbers));
  }
}
