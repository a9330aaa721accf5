import type { E164 } from '../../model/e164.js';
import type { Clock } from '../../ports/clock.js';
import type { CheckAnswer } from '../../ports/number-checker.js';

/** How many are kept: beyond them, the oldest is forgotten. */
const MAX_KEPT = 10_000;
/** How long one is kept for: longer than the attempts of a task take. */
const KEPT_MS = 3_600_000;

interface LateAnswer {
  readonly answer: CheckAnswer;
  readonly now: number;
  readonly elapsed: number;
}

/**
 * Answers that came when their check had failed at its deadline or was given up. They are paid for: whoever asks about the number next gets
 * one, once, with the time when it came.
 */
export class LateAnswers {
  readonly #clock: Clock;
  readonly #answers = new Map<E164, LateAnswer>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Keeps what a call has answered; an entry is undefined where a check failed. */
  keep(numbers: readonly E164[], answers: readonly (CheckAnswer | undefined)[]): void {
    const [now, elapsed] = [this.#clock.now(), this.#clock.elapsed()];
    for (const [place, number] of numbers.entries()) {
      const answer = answers[place];
      if (answer === undefined) continue;
      this.#answers.delete(number);
      this.#answers.set(number, { answer, now, elapsed });
    }
    for (const [number, late] of this.#answers) {
      if (this.#answers.size <= MAX_KEPT && !this.#isOld(late)) break;
      this.#answers.delete(number);
    }
  }

  /** The answers about these numbers, which are forgotten here then; undefined unless there is one for each. */
  take(numbers: readonly E164[]): readonly CheckAnswer[] | undefined {
    // As a rule none is late, and this is asked before each call.
    if (this.#answers.size === 0) return undefined;
    const late = numbers.map((number) => this.#answers.get(number));
    const answers = late.flatMap((one) => (one === undefined || this.#isOld(one) ? [] : [dated(one)]));
    if (answers.length < numbers.length) return undefined;
    for (const number of numbers) this.#answers.delete(number);
    return answers;
  }

  #isOld({ elapsed }: LateAnswer): boolean {
    return this.#clock.elapsed() - elapsed >= KEPT_MS;
  }
}

function dated({ answer, now }: LateAnswer): CheckAnswer {
  const details = typeof answer === 'string' ? { status: answer } : answer;
  return { checkedAt: new Date(now), ...details };
}
