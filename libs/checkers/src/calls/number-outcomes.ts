import {
  type BulkAnswer,
  type CheckAnswer,
  type CheckContext,
  type Clock,
  type DialproofError,
  type E164,
  isDialproofError,
  KeptAnswers,
  OUTAGE_REASONS,
} from '@dialproof/core';
import { type Ask, statusOf } from './same-kind.js';

/** The outcome of the check of one number. */
export type NumberOutcome = { readonly answer: BulkAnswer } | { readonly error: unknown };

/** An error with the code of an outage. */
export function isOutage(error: unknown): error is DialproofError {
  return isDialproofError(error) && (OUTAGE_REASONS as readonly string[]).includes(error.code);
}

/**
 * The result of a call whose numbers fared differently. With an outage it throws that, so that the service waits. Otherwise, as soon as one
 * number was answered, the others have failed checks: a rejection would lose the answers, which are paid for.
 */
export function resultOf(outcomes: readonly NumberOutcome[]): BulkAnswer[] {
  const answers: BulkAnswer[] = [];
  for (const outcome of outcomes) if ('answer' in outcome) answers.push(outcome.answer);
  if (answers.length === outcomes.length) return answers;
  const errors = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));
  const outage = errors.find(isOutage);
  if (outage !== undefined) throw outage;
  if (errors.length > 0 && !outcomes.some(isAnswered)) throw errors[0];
  return outcomes.map((outcome) => ('answer' in outcome ? outcome.answer : 'check_failed'));
}

export function isAnswered(outcome: NumberOutcome): outcome is { readonly answer: CheckAnswer } {
  return 'answer' in outcome && statusOf(outcome.answer) !== undefined;
}

/** The outcomes of one call, one for each of its numbers. Never rejects. */
export async function outcomesOf(
  count: number,
  call: () => Promise<readonly BulkAnswer[]>,
): Promise<readonly NumberOutcome[]> {
  try {
    const answers = await call();
    const outcomes: NumberOutcome[] = [];
    // A loop by index: the host may have replaced the array's iterator, and `map` would skip holes.
    for (let place = 0; place < answers.length; place += 1)
      outcomes.push({ answer: answers[place] as BulkAnswer });
    return outcomes;
  } catch (error) {
    return Array.from({ length: count }, () => ({ error }));
  }
}

/** The pause that an error asks for, in milliseconds; undefined if it asks for none. */
export function retryAfterOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('retryAfterMs' in error)) return undefined;
  const { retryAfterMs } = error;
  return typeof retryAfterMs === 'number' && retryAfterMs >= 0 ? retryAfterMs : undefined;
}

/** One call, with the outcome of each number, in their order. It rejects only when it is aborted. */
export type AskEach = (numbers: readonly E164[], context: CheckContext) => Promise<readonly NumberOutcome[]>;

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
