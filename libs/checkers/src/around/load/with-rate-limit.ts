import { assertOptionNames, type Clock, millisecondsOption, RateWindow, systemClock } from '@dialproof/core';
import { integerOption, numberOption } from '../../calls/option-checks.js';
import { type AnyChecker, askOf, numbersPerCall, type SameKind, sameKind } from '../../calls/same-kind.js';
import { unlessAborted } from '../../calls/waiting.js';
import { CallQueue } from './call-queue.js';

export interface RateLimitOptions {
  /** The most that reach the upstream within any second, more than 0. They are spread over it. Default: any number. */
  readonly perSecond?: number;
  /** The most that reach it within any minute, spread over it. Default: any number. */
  readonly perMinute?: number;
  /**
   * The most that reach it within any 24 hours, as fast as the other limits allow. A process that starts again may make all of them again:
   * `withSpendingLimit` with stored counts, such as `SqlSpendingCounts`, bounds a day over restarts. Default: any number.
   */
  readonly perDay?: number;
  /** The most calls that are under way at once, a whole number from 1. Default: any number. */
  readonly inFlight?: number;
  /** The unit of the limits a second, a minute and a day: `calls`, however many numbers a bulk call carries, or `numbers`. Default `calls`. */
  readonly counts?: 'calls' | 'numbers';
  /**
   * The longest that a call waits for the limits a second, a minute and a day, in milliseconds. Keep it below the service's
   * `checkDeadlineMs`. Default 5,000.
   */
  readonly maxWaitMs?: number;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

/** One call in some eleven days. */
export const SLOWEST_PER_SECOND = 0.000_001;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Keeps calls below the upstream's limits. They wait until their signal is aborted; the accounts take turns, and the calls of one account
 * begin in order. A call that would wait for longer than
 * `maxWaitMs` is rejected with `checker_unavailable` and the time until a limit allows it. Then tasks wait; otherwise each number would
 * fail at its deadline.
 *
 * A call counts until a second, a minute or a day after its answer, or after 100 ms if it is not answered sooner. So the upstream sees no
 * more than the limit by its own clock, as long as calls reach it within that time, or all of them about as late. See `RateWindow` of
 * `@dialproof/core`.
 *
 * The counts are this process's own and begin anew with it: divide a limit among the processes that share it.
 *
 * Throws TypeError or RangeError for options out of their limits or without a limit, and for a limit of numbers below the `maxNumbers` of a
 * bulk checker, since a full call could never begin.
 */
export function withRateLimit<Checker extends AnyChecker>(
  checker: Checker,
  options: RateLimitOptions,
): SameKind<Checker> {
  assertOptionNames('withRateLimit', options, {
    clock: true,
    counts: true,
    inFlight: true,
    maxWaitMs: true,
    perDay: true,
    perMinute: true,
    perSecond: true,
  });
  const ask = askOf(checker);
  const counts = options.counts ?? 'calls';
  if (counts !== 'calls' && counts !== 'numbers')
    throw new RangeError(`counts is ${String(counts)}, expected calls or numbers`);
  const min = counts === 'numbers' ? numbersPerCall(checker) : 1;
  const second = {
    min: counts === 'numbers' ? min : SLOWEST_PER_SECOND,
    windowMs: SECOND_MS,
    isSpread: true,
  };
  const windows = [
    ...windowOf('perSecond', options.perSecond, { ...second, isWhole: false }),
    ...windowOf('perMinute', options.perMinute, { min, windowMs: MINUTE_MS, isSpread: true }),
    ...windowOf('perDay', options.perDay, { min, windowMs: DAY_MS, isSpread: false }),
  ];
  if (windows.length === 0 && options.inFlight === undefined)
    throw new TypeError('a rate limit needs perSecond, perMinute, perDay or inFlight');
  const inFlight =
    options.inFlight === undefined ? Number.POSITIVE_INFINITY : integerOption('inFlight', options.inFlight);
  const maxWaitMs = millisecondsOption('maxWaitMs', options.maxWaitMs ?? 5_000, { least: 0 });
  const clock = options.clock ?? systemClock;
  const queue = new CallQueue({ windows, inFlight, maxWaitMs, clock });

  return sameKind(checker, async (numbers, context) => {
    context.signal.throwIfAborted();
    const weight = counts === 'numbers' ? numbers.length : 1;
    const call = queue.tryBegin(weight) ?? (await queue.begin(weight, context));
    try {
      // A checker that ignores its signal would keep its slot for ever.
      return await unlessAborted(ask(numbers, context), context.signal);
    } finally {
      queue.end(call, !context.signal.aborted);
    }
  });
}

interface WindowSetting {
  readonly min: number;
  readonly windowMs: number;
  readonly isSpread: boolean;
  readonly isWhole?: boolean;
}

function windowOf(
  name: string,
  given: number | undefined,
  { isSpread, isWhole = true, min, windowMs }: WindowSetting,
): RateWindow[] {
  if (given === undefined) return [];
  const limit = isWhole ? integerOption(name, given, { min }) : numberOption(name, given, { min });
  return [new RateWindow({ limit, name, windowMs, isSpread })];
}
