import { statusOfAnswer } from '../../ports/number-checker.js';
import type { CallEnding, CheckOutcome, ObservedCall } from '../../ports/optional/service-observer.js';
import type { CallOutcome } from './checker-calls.js';

interface EndedCall extends Pick<ObservedCall, 'durationMs' | 'purpose'> {
  /** The count of its numbers. */
  readonly count: number;
  /** Whether its deadline ended it. */
  readonly isLate: boolean;
}

/** The facts of a call for an observer. */
export function observedCall(
  outcome: CallOutcome,
  { count, durationMs, isLate, purpose }: EndedCall,
): ObservedCall {
  if (outcome.kind !== 'answered') {
    const ending: Exclude<CallEnding, 'answered'> = isLate ? 'timed_out' : outcome.kind;
    return { purpose, ending, durationMs, checks: { [ending]: count } };
  }
  const checks: Partial<Record<CheckOutcome, number>> = {};
  for (const answer of outcome.answers) {
    const ended = answer === undefined ? 'failed' : statusOfAnswer(answer);
    checks[ended] = (checks[ended] ?? 0) + 1;
  }
  return { purpose, ending: 'answered', durationMs, checks };
}
