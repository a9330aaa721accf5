import {
  type BulkAnswer,
  type CheckAnswer,
  type CheckContext,
  type Clock,
  type E164,
  readCheckAnswer,
} from '@dialproof/core';
import { isAnswered, isOutage, type NumberOutcome, resultOf } from './number-outcomes.js';
import type { Ask } from './same-kind.js';

/** One call, with the outcome of each number, in their order. It rejects only when it is aborted. */
export type AskEach = (numbers: readonly E164[], context: CheckContext) => Promise<readonly NumberOutcome[]>;

/** The most answers that are kept, as many as a file has rows; beyond them, the oldest is forgotten. */
const MAX_KEPT = 100_000;
/** Milliseconds for which an answer is kept: an hour outlasts the attempts of a task and most outages. */
const KEPT_MS = 3_600_000;

interface Kept {
  readonly answer: CheckAnswer;
  readonly now: number;
  readonly elapsed: number;
}

/** Answers that were paid for and not yet used, for an hour, at most 100,000 of them. */
export class KeptAnswers {
  readonly #clock: Clock;
  /** The one that was kept first at the front. */
  readonly #kept = new Map<E164, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  /** The answer, with the time when it was given. */
  get(number: E164): CheckAnswer | undefined {
    const kept = this.#kept.get(number);
    if (kept === undefined || this.#isOld(kept)) return undefined;
    return dated(kept.answer, kept.now);
  }

  /** Keeps the answers of one call; other outcomes are left out. */
  keep(numbers: readonly E164[], answers: readonly (BulkAnswer | undefined)[]): void {
    const [now, elapsed] = [this.#clock.now(), this.#clock.elapsed()];
    for (const [index, number] of numbers.entries()) {
      const given = answers[index];
      if (given === undefined || given === 'check_failed') continue;
      // The checker's own object may be another one later.
      const { answer } = readCheckAnswer(given);
      if (answer === undefined) continue;
      this.#kept.delete(number);
      this.#kept.set(number, { answer, now, elapsed });
    }
    for (const [number, kept] of this.#kept) {
      if (this.#kept.size <= MAX_KEPT && !this.#isOld(kept)) break;
      this.#kept.delete(number);
    }
  }

  forget(numbers: Iterable<E164>): void {
    if (!this.isEmpty) for (const number of numbers) this.#kept.delete(number);
  }

  #isOld({ elapsed }: Kept): boolean {
    return this.#clock.elapsed() - elapsed >= KEPT_MS;
  }
}

/**
 * Turns a call with an outcome for each number into a call of a checker. If some numbers were answered and others met an outage, it rejects
 * with the outage, and keeps the answers for the next check of their numbers, which follows when the outage has ended: nothing is paid for
 * twice. `askEach` may also keep late answers in `kept`; one that arrives while the next call for its number fails is kept for the call
 * after that.
 */
export function keepingAnswers(askEach: AskEach, clock: Clock, kept = new KeptAnswers(clock)): Ask {
  return async (numbers, context) => {
    const outcomes = await askWithout(kept, askEach, numbers, context);
    if (outcomes.some((outcome) => 'error' in outcome && isOutage(outcome.error)))
      kept.keep(numbers, outcomes.map(answerOf));
    else if (!kept.isEmpty)
      kept.forget(numbers.filter((_, index) => answerOf(outcomes[index]) !== undefined));
    return resultOf(outcomes);
  };
}

/** Asks about the numbers whose answers are not kept. Resolves to the outcomes of all of them. */
export async function askWithout(
  kept: KeptAnswers,
  askEach: AskEach,
  numbers: readonly E164[],
  context: CheckContext,
): Promise<readonly NumberOutcome[]> {
  if (kept.isEmpty) return await askEach(numbers, context);
  const known = numbers.map((number) => kept.get(number));
  const open = numbers.filter((_, index) => known[index] === undefined);
  const asked = (open.length === 0 ? [] : await askEach(open, context)).values();
  return known.map((answer) =>
    answer === undefined ? (asked.next().value ?? { answer: 'check_failed' }) : { answer },
  );
}

export function answerOf(outcome: NumberOutcome | undefined): CheckAnswer | undefined {
  return outcome !== undefined && isAnswered(outcome) ? outcome.answer : undefined;
}

function dated(answer: CheckAnswer, now: number): CheckAnswer {
  const details = typeof answer === 'string' ? { status: answer } : answer;
  return { checkedAt: new Date(now), ...details };
}
