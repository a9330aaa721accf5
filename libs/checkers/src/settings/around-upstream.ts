import { createHash } from 'node:crypto';
import {
  type AnswerCache,
  isBulkNumberChecker,
  millisecondsOption,
  type SpendingCounts,
} from '@dialproof/core';
import { batched } from '../around/load/batched.js';
import { withRateLimit } from '../around/load/with-rate-limit.js';
import { cached } from '../around/money/cached.js';
import { DailyLimit } from '../around/money/daily-limit.js';
import type { Price } from '../around/money/price-list.js';
import { type CostReport, withCostRecord, withSpendingLimit } from '../around/money/spending.js';
import type { AnyChecker } from '../calls/same-kind.js';
import type { Checkers } from './checkers.js';
import type { BuiltChecker, NamedChecker } from './named-checkers.js';

/** The settings of the wrappers around each upstream. */
export type AroundSettings = Pick<Checkers, 'batchMs' | 'cacheHours' | 'callsPerSecond' | 'spendingLimit'>;

/** The rates of the service's calls of its checker, and of the checker's calls of its upstreams. */
export interface Pace {
  /** The service's option `maxCallsPerSecond`. Infinity if nothing is set, or if each upstream keeps to the rate by itself. */
  readonly maxCallsPerSecond: number;
  /** The largest value that the service's option `checkConcurrency` may have. Infinity if nothing bounds it. */
  readonly checkConcurrency: number;
  /** Whether each upstream keeps to the rate by itself, with or without the service. */
  readonly isOfUpstreams: boolean;
  /** Milliseconds that a call may wait for the rate of its upstream. */
  readonly maxWaitMs: number;
  /** Whether it is a chain that collects numbers for its bulk links. */
  readonly isCollectedByChain: boolean;
}

const DEFAULT_DEADLINE_MS = 10_000;
/** The share of a check's deadline for which a call may wait for the rate. */
const WAITING_SHARE = 1 / 2;
/** The share of a check's deadline within which the calls under way at once can begin at the rate: less than they may wait for. */
const AT_ONCE_SHARE = 2 / 5;
/** So many seconds' worth of calls are under way at most: an upstream that takes as long for a call is still called at the rate. */
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
  millisecondsOption('checkDeadlineMs', checkDeadlineMs);
  const any = Number.POSITIVE_INFINITY;
  const isCollectedByChain = built.length > 1 && built.some(({ checker }) => !isBulkNumberChecker(checker));
  const maxWaitMs = Math.floor(checkDeadlineMs * WAITING_SHARE);
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

/** Whether each call of the whole checker is one call of its first upstream, or of the checker in its place. */
function isFirstCalledEachTime(built: readonly NamedChecker[], isCollectedByChain: boolean): boolean {
  const [first] = built;
  if (first === undefined || !built.some(({ costs }) => costs)) return true;
  return first.costs && !(isCollectedByChain && isBulkNumberChecker(first.checker));
}

const HOUR_MS = 3_600_000;

/** The host's stores for the wrappers of upstreams. */
export interface AroundParts {
  /**
   * The cache of this name, of at most 40 characters. Checkers that may answer differently have different names: the name changes when the
   * address, the description or the question of a checker does. Without it, answers cannot be cached: a process that ends would forget them.
   */
  readonly answerCache?: (name: string) => AnswerCache;
  /** Keeps the sums of the spending limit. Default: this process, which begins a day at 0 when it starts. */
  readonly spendingCounts?: SpendingCounts;
}

export interface AroundUpstream {
  readonly checker: AnyChecker;
  /** Its calls and their cost; undefined without a price. */
  readonly report: (() => CostReport) | undefined;
}

/** Wraps upstreams by the settings, in the order of the README. */
export class Around {
  readonly #settings: AroundSettings;
  readonly #answerCache: AroundParts['answerCache'];
  /** For all upstreams together. */
  readonly #spending: DailyLimit | undefined;
  readonly #pace: Pace;

  constructor(settings: AroundSettings, parts: AroundParts, pace: Pace) {
    this.#settings = settings;
    this.#answerCache = parts.answerCache;
    const { spendingLimit: perDay } = settings;
    const counts = parts.spendingCounts === undefined ? {} : { counts: parts.spendingCounts };
    this.#spending =
      perDay === undefined ? undefined : new DailyLimit({ perDay, ...counts, limitName: 'spendingLimit' });
    this.#pace = pace;
  }

  /** Throws if the settings do not fit the upstream. */
  upstream(upstream: BuiltChecker): AroundUpstream {
    const { checker, price } = upstream;
    const { batchMs } = this.#settings;
    const recorded = price === undefined ? undefined : withCostRecord(checker, price);
    const limited = this.#rated(this.#limited(recorded ?? checker, price));
    const collected =
      batchMs !== undefined && !this.#pace.isCollectedByChain && isBulkNumberChecker(limited)
        ? batched(limited, { collectMs: batchMs })
        : limited;
    return {
      checker: this.#kept(cacheName(upstream), collected),
      report: recorded === undefined ? undefined : () => recorded.costReport(),
    };
  }

  /** Limits the rate of this checker's calls, unless the service already does. */
  #rated(checker: AnyChecker): AnyChecker {
    const { callsPerSecond: perSecond } = this.#settings;
    const { isOfUpstreams, maxWaitMs } = this.#pace;
    if (perSecond === undefined || !isOfUpstreams) return checker;
    return withRateLimit(checker, { perSecond, maxWaitMs });
  }

  #limited(checker: AnyChecker, price: Price | undefined): AnyChecker {
    const limit = this.#spending;
    return limit === undefined || price === undefined
      ? checker
      : withSpendingLimit(checker, { limit, price });
  }

  #kept(name: string, checker: AnyChecker): AnyChecker {
    const { cacheHours } = this.#settings;
    if (cacheHours === undefined || this.#answerCache === undefined) return checker;
    const ms = cacheHours * HOUR_MS;
    // `unknown` too: it stands for a line in service, and for a number that is not on the app.
    const keepMs = { wa_registered: ms, telegram_registered: ms, dead: ms, inactive: ms, unknown: ms };
    return cached(checker, { cache: this.#answerCache(name), keepMs });
  }
}

/** Other settings have another cache, so that no answer outlives the question that it was given to. */
function cacheName({ asks = [], name }: BuiltChecker): string {
  const hash = createHash('sha256').update(JSON.stringify(asks)).digest('hex');
  return `${name}-${hash.slice(0, 16)}`;
}
