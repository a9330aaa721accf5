import { isBulkNumberChecker } from '@dialproof/core';
import { numberOption } from '../calls/option-checks.js';
import type { AroundSettings } from './around-settings.js';
import type { NamedChecker } from './named-checkers.js';

/** How often the service calls its checker, and how often the checker calls its upstreams. */
export interface Pace {
  /** For the service's option of that name. Infinity where nothing is set, or where each upstream keeps to the rate by itself. */
  readonly maxCallsPerSecond: number;
  /** The most that the service's option of that name may be. Infinity where nothing bounds it. */
  readonly checkConcurrency: number;
  /** Whether each upstream keeps to the rate by itself, with or without the service. */
  readonly isOfUpstreams: boolean;
  /** How long a call may wait for the rate of its upstream, in milliseconds. */
  readonly maxWaitMs: number;
  /** Whether it is a chain that collects numbers for its bulk links. */
  readonly isCollectedByChain: boolean;
}

const DEFAULT_DEADLINE_MS = 10_000;
/** Of the deadline of a check, for which a call may wait before it goes to the next link or is answered. */
const WAITING_SHARE = 1 / 2;
/** Of the deadline, which the calls under way at once take at the rate: less than they may wait for. */
const AT_ONCE_SHARE = 2 / 5;
/** An upstream that takes so long for a call is still called at the rate. */
const MOST_SECONDS_AT_ONCE = 4;

/**
 * The service keeps to the rate where each of its calls is one call of the first upstream: they wait before their deadline begins. In a chain,
 * each upstream keeps to it as well, since one is called when the ones before have answered.
 *
 * Elsewhere the upstreams keep to the rate alone, and only so many checks are under way that none waits for too long. There the service's calls
 * are not those of an upstream: a cache or the observations know some numbers, and shared calls carry several. Where the rate is so low
 * that one check alone may wait for too long, the service keeps to it all the same.
 */
export function paceOf(
  { batchMs, cacheHours, callsPerSecond }: AroundSettings,
  built: readonly NamedChecker[],
  checkDeadlineMs: number = DEFAULT_DEADLINE_MS,
): Pace {
  numberOption('checkDeadlineMs', checkDeadlineMs, { min: 1 });
  const any = Number.POSITIVE_INFINITY;
  const isCollectedByChain = built.length > 1 && built.some(({ checker }) => !isBulkNumberChecker(checker));
  const maxWaitMs = checkDeadlineMs * WAITING_SHARE;
  const pace = { isCollectedByChain, maxWaitMs };
  if (callsPerSecond === undefined)
    return { ...pace, maxCallsPerSecond: any, checkConcurrency: any, isOfUpstreams: false };
  const secondsAtOnce = Math.min(MOST_SECONDS_AT_ONCE, (checkDeadlineMs / 1_000) * AT_ONCE_SHARE);
  const atOnce = Math.floor(callsPerSecond * secondsAtOnce);
  const isShared = cacheHours !== undefined || batchMs !== undefined;
  const isOfUpstreamsAlone = (isShared || !isFirstCalledEachTime(built, isCollectedByChain)) && atOnce > 0;
  const isOfUpstreams = isShared || built.length > 1;
  return {
    ...pace,
    maxCallsPerSecond: isOfUpstreamsAlone ? any : callsPerSecond,
    checkConcurrency: isOfUpstreams ? Math.max(1, atOnce) : any,
    isOfUpstreams,
  };
}

/** Whether each call of the whole checker is one call of its first upstream. Without any upstream it is one of the checker that stands for it. */
function isFirstCalledEachTime(built: readonly NamedChecker[], isCollectedByChain: boolean): boolean {
  const [first] = built;
  if (first === undefined || !built.some(({ costs }) => costs)) return true;
  return first.costs && !(isCollectedByChain && isBulkNumberChecker(first.checker));
}
