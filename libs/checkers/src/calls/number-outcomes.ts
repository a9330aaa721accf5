import {
  type BulkAnswer,
  type CheckAnswer,
  type DialproofError,
  isDialproofError,
  OUTAGE_REASONS,
} from '@dialproof/core';
import { statusOf } from './same-kind.js';

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
    // By index: an iterator may be the host's, and `map` would skip holes.
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
