import type { E164 } from '../phone/e164.js';
import { isPossibleNumber } from '../phone/phone-table.js';
import type { Clock } from '../ports/clock.js';
import type { BulkAnswer } from '../ports/number-checker.js';
import type { CheckSlots } from './check-slots.js';
import type { CheckerCalls } from './checker-calls.js';
import { RunningChecks } from './running-checks.js';

export interface CheckNumbersParts {
  readonly calls: CheckerCalls;
  readonly slots: CheckSlots;
  readonly clock: Clock;
  readonly checkDeadlineMs: number;
  /** So many failed checks, one begun after the other, mean that the checker is down, and not that these numbers are odd. */
  readonly outageAfterFailures: number;
  /** The most calls that one run of numbers has under way. */
  readonly checkConcurrency: number;
}

export type NumbersOutcome =
  | { readonly kind: 'answered'; readonly answers: readonly BulkAnswer[] }
  /** No number can be checked at present. */
  | { readonly kind: 'outage' }
  /** The signal was aborted before all were answered. */
  | { readonly kind: 'aborted' };

/**
 * Checks a run of numbers, as many at once as there are free slots. A number that its country's numbering plan cannot contain is
 * `dead` without a call.
 */
export async function checkNumbers(
  numbers: readonly E164[],
  parts: CheckNumbersParts,
  signal: AbortSignal,
): Promise<NumbersOutcome> {
  const answers = numbers.map((number): BulkAnswer | undefined =>
    isPossibleNumber(number) ? undefined : 'dead',
  );
  const open = answers.flatMap((answer, position) => (answer === undefined ? [position] : []));
  const checks = new RunningChecks(parts.clock, parts.checkDeadlineMs, signal);
  let next = 0;
  let unavailable = false;
  const stopped = (): boolean => unavailable || signal.aborted;
  const hasFailed = (place: number): boolean => answers[open[place] ?? -1] === 'check_failed';

  const lane = async (): Promise<void> => {
    while (next < open.length && !stopped()) {
      const slot = parts.slots.take();
      if (slot !== undefined) await slot;
      try {
        if (next < open.length && !stopped()) await callNext();
      } finally {
        parts.slots.free();
      }
    }
  };
  const callNext = async (): Promise<void> => {
    const start = next;
    const positions = open.slice(start, start + parts.calls.numbersPerCall);
    next += positions.length;
    const outcome = await parts.calls.call(
      // Positions were taken from `numbers` above, so each has its number.
      positions.map((position) => numbers[position] as E164),
      checks,
    );
    if (outcome === 'checker_unavailable') {
      unavailable = true;
      return;
    }
    outcome.forEach((answer, place) => {
      answers[positions[place] ?? -1] = answer;
    });
    outcome.forEach((answer, place) => {
      if (answer !== 'check_failed' || unavailable) return;
      unavailable = lengthOfRun(start + place, hasFailed) >= parts.outageAfterFailures;
    });
  };

  const lanes = Math.min(parts.checkConcurrency, Math.ceil(open.length / parts.calls.numbersPerCall));
  await Promise.all(Array.from({ length: lanes }, lane));
  checks.close();
  if (signal.aborted) return { kind: 'aborted' };
  if (stopped()) return { kind: 'outage' };
  return { kind: 'answered', answers: answers.map((answer) => answer ?? 'check_failed') };
}

/**
 * How many places side by side belong together with this one. The places are in the order in which checks were begun; in the order
 * in which they end, a few slow numbers look like an outage, since all of them fail at the deadline, behind all answers.
 */
function lengthOfRun(place: number, belongs: (place: number) => boolean): number {
  let first = place;
  let last = place;
  while (belongs(first - 1)) first -= 1;
  while (belongs(last + 1)) last += 1;
  return last - first + 1;
}
