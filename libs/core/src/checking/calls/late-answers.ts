import type { E164 } from '../../model/e164.js';
import type { Clock } from '../../ports/clock.js';
import type { CheckAnswer } from '../../ports/number-checker.js';
import { type CallOutcome, knownAnswers } from './checker-calls.js';

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

  get isEmpty(): boolean {
    return this.#answers.size === 0;
  }

  /** Keeps what a call has answered; an entry is undefined where a check failed. Returns whether there is an answer among them. */
  keep(numbers: readonly E164[], answers: readonly (CheckAnswer | undefined)[]): boolean {
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
    return answers.some((answer) => answer !== undefined);
  }

  /** The answer about this number, which is forgotten here then; undefined if there is none. */
  take(number: E164): CheckAnswer | undefined {
    const late = this.#answers.get(number);
    if (late === undefined) return undefined;
    this.#answers.delete(number);
    return this.#isOld(late) ? undefined : dated(late);
  }

  /** The outcome of a call about these numbers, with the late answers about those that it leaves open. */
  complete(numbers: readonly E164[], outcome: CallOutcome): CallOutcome {
    if (this.isEmpty) return outcome;
    const known = knownAnswers(outcome);
    return withAnswers(
      outcome,
      numbers.map((number, place) => known[place] ?? this.take(number)),
    );
  }

  #isOld({ elapsed }: LateAnswer): boolean {
    return this.#clock.elapsed() - elapsed >= KEPT_MS;
  }
}

/** The outcome with these answers, one for each number, undefined where there is none. */
export function withAnswers(
  outcome: CallOutcome,
  answers: readonly (CheckAnswer | undefined)[],
): CallOutcome {
  if (outcome.kind === 'answered') return { ...outcome, answers };
  const count = answers.filter((answer) => answer !== undefined).length;
  if (count === answers.length) return { kind: 'answered', answers, defect: undefined };
  return count === 0 ? outcome : { ...outcome, lateAnswers: answers };
}

function dated({ answer, now }: LateAnswer): CheckAnswer {
  const details = typeof answer === 'string' ? { status: answer } : answer;
  return { checkedAt: new Date(now), ...details };
}
