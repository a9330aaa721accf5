import type { CheckAnswer, CheckContext, Clock, E164 } from '@dialproof/core';
import { isAnswered, isOutage, type NumberOutcome, resultOf } from './number-outcomes.js';
import type { Ask } from './same-kind.js';

/** One call, with what became of each number, in their order. It rejects only when it is aborted. */
export type AskEach = (numbers: readonly E164[], context: CheckContext) => Promise<readonly NumberOutcome[]>;

/** How many answers are kept; beyond them, the oldest is forgotten. */
const MAX_KEPT = 10_000;

/**
 * Turns a call with an outcome for each number into one that a checker may make. Where some numbers were answered and others met an outage, it
 * rejects with the outage, and keeps the answers until their numbers are asked about again, as the service does when the outage is over: nothing
 * is paid for twice.
 */
export function keepingAnswers(askEach: AskEach, clock: Clock): Ask {
  const kept = new Map<E164, CheckAnswer>();

  const keep = (numbers: readonly E164[], outcomes: readonly NumberOutcome[]): void => {
    for (const [index, number] of numbers.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined || !isAnswered(outcome)) continue;
      kept.set(number, dated(outcome.answer, clock.now()));
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    }
  };

  const askOpen: AskEach = async (numbers, context) => {
    const open = numbers.filter((number) => !kept.has(number));
    const known = numbers.map((number) => kept.get(number));
    const asked = (open.length === 0 ? [] : await askEach(open, context)).values();
    return known.map(
      (answer): NumberOutcome =>
        answer === undefined ? (asked.next().value ?? { answer: 'check_failed' }) : { answer },
    );
  };

  return async (numbers, context) => {
    const outcomes = await (kept.size === 0 ? askEach : askOpen)(numbers, context);
    if (outcomes.some((outcome) => 'error' in outcome && isOutage(outcome.error))) keep(numbers, outcomes);
    else if (kept.size > 0) for (const number of numbers) kept.delete(number);
    return resultOf(outcomes);
  };
}

function dated(answer: CheckAnswer, now: number): CheckAnswer {
  const details = typeof answer === 'string' ? { status: answer } : answer;
  return { checkedAt: new Date(now), ...details };
}
