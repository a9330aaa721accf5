import {
  assertOptionNames,
  type CheckContext,
  type Clock,
  type E164,
  millisecondsOption,
  systemClock,
} from '@dialproof/core';
import { type AskEach, answerOf, KeptAnswers, keepingAnswers } from '../../calls/kept-answers.js';
import { type NumberOutcome, outcomesOf } from '../../calls/number-outcomes.js';
import { type AnyChecker, askOf, type SameKind, sameKind } from '../../calls/same-kind.js';
import { unlessAborted } from '../../calls/waiting.js';
import { SharedCall } from './shared-call.js';

export interface CoalescingOptions {
  /**
   * Milliseconds for which a call may be joined, from 0. Default 5,000. A call that never ends would otherwise be joined for ever, as long
   * as a new caller joins before the last one gives up.
   */
  readonly joinMs?: number;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

/** Never rejects. */
type CallOutcomes = Promise<readonly NumberOutcome[]>;

/** A number of a call that is under way. */
interface Flight {
  readonly number: E164;
  readonly call: SharedCall;
  readonly outcomes: CallOutcomes;
  /** The index of the number in the call. */
  readonly index: number;
  /** By the elapsed time. */
  readonly joinableUntil: number;
  /** The number of callers that wait for it. */
  callers: number;
}

/**
 * Joins concurrent checks of one number into one call: all callers get the same answer, or the same error. An aborted caller leaves the
 * others waiting; the call is aborted with the last of them.
 *
 * An answer that arrives after its callers have left is kept until the next check of its number, for an hour at most. An aborted call may
 * give such an answer too, unless `withRateLimit` inside of this one has given it up.
 *
 * Numbers that are under way already are left out of a bulk call, which waits for their answers too. A call for several accounts names the
 * account of its first caller. A number with a date of consent joins no call.
 *
 * Throws TypeError or RangeError for an option out of its limits.
 */
export function coalesced<Checker extends AnyChecker>(
  checker: Checker,
  options: CoalescingOptions = {},
): SameKind<Checker> {
  assertOptionNames('coalesced', options, { clock: true, joinMs: true });
  const ask = askOf(checker);
  const joinMs = millisecondsOption('joinMs', options.joinMs ?? 5_000, { least: 0 });
  const clock = options.clock ?? systemClock;
  const flights = new Map<E164, Flight>();
  const kept = new KeptAnswers(clock);

  const begin = (numbers: readonly E164[], context: CheckContext): void => {
    const forget = (): void => {
      for (const number of numbers) if (flights.get(number)?.call === call) flights.delete(number);
    };
    // An abandoned call must not be joined: its answer never comes.
    const call = new SharedCall(forget);
    const outcomes = outcomesOf(numbers.length, () => ask(numbers, { ...context, signal: call.signal })).then(
      (all) => {
        call.end();
        forget();
        const late = begun.filter(({ callers }) => callers === 0);
        // They are paid for.
        if (late.length > 0)
          kept.keep(
            late.map(({ number }) => number),
            late.map(({ index }) => answerOf(all[index])),
          );
        return all;
      },
    );
    const joinableUntil = clock.elapsed() + joinMs;
    const begun = numbers.map(
      (number, index): Flight => ({ number, call, outcomes, index, joinableUntil, callers: 0 }),
    );
    for (const flight of begun) flights.set(flight.number, flight);
  };

  const isOpen = (number: E164, now: number): boolean => {
    const flight = flights.get(number);
    return flight === undefined || flight.joinableUntil < now;
  };

  const askEach: AskEach = async (numbers, context) => {
    context.signal.throwIfAborted();
    const now = clock.elapsed();
    // A call under way may ask about another date of consent, or about none.
    const open = numbers.filter((number) => isOpen(number, now) || context.consentDates?.has(number));
    if (open.length > 0) begin(open.length === 1 ? open : [...new Set(open)], context);
    const joined: Flight[] = [];
    for (const number of numbers) {
      const flight = flights.get(number);
      if (flight === undefined) continue;
      joined.push(flight);
      flight.callers += 1;
      flight.call.join();
    }
    try {
      return await unlessAborted(outcomesIn(joined), context.signal);
    } finally {
      for (const flight of joined) {
        flight.callers -= 1;
        flight.call.leave();
      }
    }
  };
  return sameKind(checker, keepingAnswers(askEach, clock, kept));
}

async function outcomesIn(flights: readonly Flight[]): Promise<readonly NumberOutcome[]> {
  const all: NumberOutcome[] = [];
  // One after the other: all of their calls are under way already.
  for (const { index, outcomes } of flights) all.push((await outcomes)[index] ?? { answer: 'check_failed' });
  return all;
}
