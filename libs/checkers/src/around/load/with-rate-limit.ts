import {
  assertOptionNames,
  type Clock,
  millisecondsOption,
  type RateStore,
  RateWindow,
  type SharedRateLimit,
  systemClock,
} from '@dialproof/core';
import { integerOption, numberOption } from '../../calls/option-checks.js';
import { type AnyChecker, askOf, numbersPerCall, type SameKind, sameKind } from '../../calls/same-kind.js';
import { unlessAborted } from '../../calls/waiting.js';
import { CallQueue } from './call-queue.js';
import { type EndOfCall, SharedRate } from './shared-rate.js';

export interface RateLimitOptions {
  /** The most that reach the upstream within any second, more than 0. They are spread over it. Default: any number. */
  readonly perSecond?: number;
  /** The most that reach it within any minute, spread over it. Default: any number. */
  readonly perMinute?: number;
  /** The most that reach it within any 24 hours, as fast as the other limits allow. Default: any number. */
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
  /**
   * Keeps the limits a second, a minute and a day for all processes that call the upstream: `PostgresRateStore` of
   * `@dialproof/sql/postgres`, or one of your own. Each process gives the same limits. `inFlight` stays each process's own. Default: none,
   * the limits are this process's.
   */
  readonly store?: RateStore;
  /**
   * The largest number of processes that share the store, a whole number from 1. While the store does not answer, each process keeps to its
   * part of the limits. Default: no call begins then, and tasks wait.
   */
  readonly processes?: number;
  /** Default: the machine's own. */
  readonly clock?: Clock;
}

/** One call in some eleven days. */
const SLOWEST_PER_SECOND = 0.000_001;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Keeps calls below the upstream's limits. They wait until their signal is aborted; the accounts take turns, and the calls of one account
 * begin in order. A call that would wait for longer than
 * `maxWaitMs` is rejected with `checker_unavailable` and the time until a limit allows it. Then tasks wait; otherwise each number would
 * fail at its deadline.
 *
 * A call counts until a second, a minute or a day after its answer. A call without a soon answer counts as answered after the longest
 * expected travel time: a second for an upstream whose answers take 200 ms or less on average, 100 ms for any other. So the upstream sees
 * no more than the limit by its own clock, as long as calls reach it within that time, or all of them about as late. See `RateWindow` of
 * `@dialproof/core`.
 *
 * Without a `store`, the counts are this process's own and begin anew with it: divide a limit among the processes that share it.
 *
 * With a `store`, no second has more calls of all processes than the limit, counted when they begin. That costs a tenth of a limit a
 * second, and nothing to speak of of the others. A process that dies wastes what it had reserved, the calls of 200 ms at most. While
 * processes change over to their part of the limits and back, both count side by side for the length of a window.
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
    processes: true,
    store: true,
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
  const limits = [
    ...limitOf('perSecond', options.perSecond, { ...second, isWhole: false }),
    ...limitOf('perMinute', options.perMinute, { min, windowMs: MINUTE_MS, isSpread: true }),
    ...limitOf('perDay', options.perDay, { min, windowMs: DAY_MS, isSpread: false }),
  ];
  if (limits.length === 0 && options.inFlight === undefined)
    throw new TypeError('a rate limit needs perSecond, perMinute, perDay or inFlight');
  const inFlight =
    options.inFlight === undefined ? Number.POSITIVE_INFINITY : integerOption('inFlight', options.inFlight);
  const maxWaitMs = millisecondsOption('maxWaitMs', options.maxWaitMs ?? 5_000, { least: 0 });
  const clock = options.clock ?? systemClock;
  const shared = sharedRate(options, { limits, maxWaitMs, clock, min });
  // With a store, the store keeps the limits, and this process only the number of calls under way.
  const windows = shared === undefined ? limits.map((limit) => new RateWindow(limit)) : [];
  const queue = new CallQueue({ windows, inFlight, maxWaitMs, clock });

  return sameKind(checker, async (numbers, context) => {
    context.signal.throwIfAborted();
    const weight = counts === 'numbers' ? numbers.length : 1;
    const call = queue.tryBegin(weight) ?? (await queue.begin(weight, context));
    let end: EndOfCall | undefined;
    try {
      end = await shared?.begin(weight, context);
      // A checker that ignores its signal would keep its slot for ever.
      return await unlessAborted(ask(numbers, context), context.signal);
    } finally {
      end?.(!context.signal.aborted);
      queue.end(call, !context.signal.aborted);
    }
  });
}

interface RateSetting {
  readonly limits: readonly SharedRateLimit[];
  readonly maxWaitMs: number;
  readonly clock: Clock;
  /** The weight of a full call. */
  readonly min: number;
}

function sharedRate(
  { processes, store }: RateLimitOptions,
  { clock, limits, maxWaitMs, min }: RateSetting,
): SharedRate | undefined {
  if (store === undefined) {
    if (processes !== undefined)
      throw new TypeError('processes is for limits with a store, and there is none');
    return undefined;
  }
  if (typeof store?.lease !== 'function') throw new TypeError('store has no lease, expected a RateStore');
  if (limits.length === 0)
    throw new TypeError('a store keeps perSecond, perMinute or perDay, and none is given');
  let alone: CallQueue | undefined;
  if (processes !== undefined) {
    const parts = limits.map((limit) => partOf(limit, integerOption('processes', processes), min));
    alone = new CallQueue({ windows: parts, inFlight: Number.POSITIVE_INFINITY, maxWaitMs, clock });
  }
  return new SharedRate({ store, limits, maxWaitMs, clock, alone });
}

function partOf({ limit, ...rest }: SharedRateLimit, processes: number, min: number): RateWindow {
  const part = limit / processes;
  if (min > 1 && part < min)
    throw new RangeError(`${rest.name} of ${limit} for ${processes} processes is below the ${min} of a call`);
  return new RateWindow({ ...rest, limit: part });
}

interface WindowSetting {
  readonly min: number;
  readonly windowMs: number;
  readonly isSpread: boolean;
  readonly isWhole?: boolean;
}

function limitOf(
  name: string,
  given: number | undefined,
  { isSpread, isWhole = true, min, windowMs }: WindowSetting,
): SharedRateLimit[] {
  if (given === undefined) return [];
  const limit = isWhole ? integerOption(name, given, { min }) : numberOption(name, given, { min });
  return [{ limit, name, windowMs, isSpread }];
}
