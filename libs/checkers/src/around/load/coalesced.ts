import { type CheckContext, type Clock, type E164, systemClock } from '@dialproof/core';
import { type AskEach, keepingAnswers } from '../../calls/kept-answers.js';
import { type NumberOutcome, outcomesOf } from '../../calls/number-outcomes.js';
import { numberOption } from '../../calls/option-checks.js';
import { type AnyChecker, askOf, type SameKind, sameKind } from '../../calls/same-kind.js';
import { unlessAborted } from '../../calls/waiting.js';
import { SharedCall } from './shared-call.js';

export interface CoalescingOptions {
  /**
   * For how long a call may be joined, in milliseconds from 0. Default 5,000. A call that never ends would otherwise be joined for ever, since
   * one caller after another comes before the last gives up.
   */
  readonly joinMs?: number;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

/** Never rejects. */
type CallOutcomes = Promise<readonly NumberOutcome[]>;

/** A number of a call that is under way. */
interface Flight {
  readonly call: SharedCall;
  readonly outcomes: CallOutcomes;
  /** Of the number among those of the call. */
  readonly index: number;
  /** By the elapsed time. */
  readonly joinableUntil: number;
}

/**
 * Asks about a number once while a question about it is under way, whoever asks: all of them get the same answer, or the same error. A
 * caller that is aborted leaves the others waiting; the call is aborted with the last of them.
 *
 * Of a bulk call, the numbers that are under way already are left out, and it waits for them too. A call that several accounts wait for is that
 * of the account which asked first.
 *
 * Throws TypeError or RangeError for an option out of its limits.
 */
export function coalesced<Checker extends AnyChecker>(
  checker: Checker,
  options: CoalescingOptions = {},
): SameKind<Checker> {
  const ask = askOf(checker);
  const joinMs = numberOption('joinMs', options.joinMs ?? 5_000);
  const clock = options.clock ?? systemClock;
  const flights = new Map<E164, Flight>();

  const begin = (numbers: readonly E164[], context: CheckContext): void => {
    const forget = (): void => {
      for (const number of numbers) if (flights.get(number)?.call === call) flights.delete(number);
    };
    // A call that is abandoned must not be joined: its answer never comes.
    const call = new SharedCall(forget);
    const outcomes = outcomesOf(numbers.length, () => ask(numbers, { ...context, signal: call.signal })).then(
      (all) => {
        call.end();
        forget();
        return all;
      },
    );
    const joinableUntil = clock.elapsed() + joinMs;
    for (const [index, number] of numbers.entries())
      flights.set(number, { call, outcomes, index, joinableUntil });
  };

  const isOpen = (number: E164, now: number): boolean => {
    const flight = flights.get(number);
    return flight === undefined || flight.joinableUntil < now;
  };

  const askEach: AskEach = async (numbers, context) => {
    context.signal.throwIfAborted();
    const now = clock.elapsed();
    const open = numbers.filter((number) => isOpen(number, now));
    if (open.length > 0) begin(open.length === 1 ? open : [...new Set(open)], context);
    const joined = numbers.flatMap((number) => flights.get(number) ?? []);
    const calls = new Map(joined.map(({ call, outcomes }) => [call, outcomes]));
    for (const call of calls.keys()) call.join();
    try {
      const ended = await unlessAborted(endOf(calls), context.signal);
      return joined.map(({ call, index }) => ended.get(call)?.[index] ?? { answer: 'check_failed' });
    } finally {
      for (const call of calls.keys()) call.leave();
    }
  };
  return sameKind(checker, keepingAnswers(askEach, clock));
}

async function endOf(
  calls: ReadonlyMap<SharedCall, CallOutcomes>,
): Promise<ReadonlyMap<SharedCall, readonly NumberOutcome[]>> {
  const ended = new Map<SharedCall, readonly NumberOutcome[]>();
  // One after the other: all of them are under way already.
  for (const [call, outcomes] of calls) ended.set(call, await outcomes);
  return ended;
}
