import { type BulkAnswer, type DialproofError, isDialproofError, OUTAGE_REASONS } from '@dialproof/core';
import { statusOf } from './same-kind.js';

/** What became of the check of one number. */
export type NumberOutcome = { readonly answer: BulkAnswer } | { readonly error: unknown };

/** An error that says that no number can be checked at present. */
export function isOutage(error: unknown): error is DialproofError {
  return isDialproofError(error) && (OUTAGE_REASONS as readonly string[]).includes(error.code);
}

/**
 * The result of a call whose numbers fared differently. As soon as one was answered, the others have failed checks, an outage included:
 * a rejection would lose the answers, which are paid for, and the next call meets the outage again. Otherwise it throws: the first outage,
 * or else the first error.
 */
export function resultOf(outcomes: readonly NumberOutcome[]): BulkAnswer[] {
  const isAnswered = outcomes.some(
    (outcome) => 'answer' in outcome && statusOf(outcome.answer) !== undefined,
  );
  const errors = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));
  if (!isAnswered && errors.length > 0) throw errors.find(isOutage) ?? errors[0];
  return outcomes.map((outcome) => ('answer' in outcome ? outcome.answer : 'check_failed'));
}

/** The outcomes of one call, one for each of its numbers. Never rejects. */
export async function outcomesOf(
  count: number,
  call: () => Promise<readonly BulkAnswer[]>,
): Promise<readonly NumberOutcome[]> {
  try {
    const answers = await call();
    return Array.from(answers, (answer) => ({ answer }));
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
