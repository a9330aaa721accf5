import type { E164 } from '../../model/e164.js';
import type { Clock } from '../../ports/clock.js';
import type { CheckAnswer } from '../../ports/number-checker.js';
import { type CallOutcome, knownAnswers } from './checker-calls.js';

/** The most answers that are kept, those of a hundred bulk calls: beyond them, the oldest is forgotten. */
const MAX_KEPT = 100_000;
/** The time for which an answer is kept: longer than the attempts of a task take. */
const KEPT_MS = 3_600_000;

interface LateAnswer {
  readonly answer: CheckAnswer;
  readonly now: number;
  readonly elapsed: number;
}

/**
 * Answers that arrived after their check had failed at its deadline or was given up. They are paid for: the next check of the number gets
 * the answer, once, with the time of its arrival.
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

  /** Keeps the answers of a call; an entry is undefined if its check failed. Returns whether there is an answer among them. */
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

  /** Removes and returns the answer for this number; undefined if there is none. */
  take(number: E164): CheckAnswer | undefined {
    const late = this.#answers.get(number);
    if (late === undefined) return undefined;
    this.#answers.delete(number);
    return this.#isOld(late) ? undefined : dated(late);
  }

  /** The outcome of a call for these numbers, completed by late answers for those that it leaves open. */
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

/** Adds these late answers to the outcome: one entry for each number, undefined if there is none. */
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

/** Calls that have passed their deadline together. */
export interface LateGroup {
  /** Notes that one of them has ended. */
  end(): void;
}

/**
 * The calls of this process that have passed their deadline and may still answer. They outlive the check that made them, so the service
 * gives up the rest when it closes.
 */
export class LateCalls {
  readonly #clock: Clock;
  readonly #groups = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `abort` after `waitMs`, unless all `count` calls have ended before. */
  wait(count: number, waitMs: number, abort: () => void): LateGroup {
    let left = count;
    const giveUp = (): void => {
      forget();
      abort();
    };
    const cancel = this.#clock.schedule(waitMs, giveUp);
    const forget = (): void => {
      cancel();
      this.#groups.delete(giveUp);
    };
    this.#groups.add(giveUp);
    return {
      end: () => {
        left -= 1;
        if (left === 0) forget();
      },
    };
  }

  /** Aborts all of them now. */
  giveUp(): void {
    for (const giveUp of this.#groups) giveUp();
  }
}
