import { createHash } from 'node:crypto';
import { type AnswerCache, isBulkNumberChecker, type SpendingCounts } from '@dialproof/core';
import { batched } from '../around/load/batched.js';
import { withRateLimit } from '../around/load/with-rate-limit.js';
import { cached } from '../around/money/cached.js';
import type { CostReport } from '../around/money/call-costs.js';
import { DailyLimit } from '../around/money/daily-limit.js';
import type { Price } from '../around/money/price-list.js';
import { withCostRecord } from '../around/money/with-cost-record.js';
import { withSpendingLimit } from '../around/money/with-spending-limit.js';
import type { AnyChecker } from '../calls/same-kind.js';
import type { BuiltChecker } from './named-checkers.js';
import type { AroundSettings, Pace, SharedRateParts } from './pace.js';

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
  /** Keeps `callsPerSecond` for all processes. Default: each process keeps it by itself. */
  readonly sharedRate?: SharedRateParts;
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
  readonly #sharedRate: AroundParts['sharedRate'];
  /** For all upstreams together. */
  readonly #spending: DailyLimit | undefined;
  readonly #pace: Pace;

  constructor(settings: AroundSettings, parts: AroundParts, pace: Pace) {
    this.#settings = settings;
    this.#answerCache = parts.answerCache;
    this.#sharedRate = parts.sharedRate;
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
    const limited = this.rated(upstream.name, this.#limited(recorded ?? checker, price));
    const collected =
      batchMs !== undefined && !this.#pace.isCollectedByChain && isBulkNumberChecker(limited)
        ? batched(limited, { collectMs: batchMs })
        : limited;
    return {
      checker: this.#kept(cacheName(upstream), collected),
      report: recorded === undefined ? undefined : () => recorded.costReport(),
    };
  }

  /** Limits the rate of the checker of this name, unless the service does it. */
  rated(name: string, checker: AnyChecker): AnyChecker {
    const { callsPerSecond: perSecond } = this.#settings;
    const { isOfUpstreams, maxWaitMs } = this.#pace;
    if (perSecond === undefined || !isOfUpstreams) return checker;
    if (this.#sharedRate === undefined) return withRateLimit(checker, { perSecond, maxWaitMs });
    const { processes, store } = this.#sharedRate;
    return withRateLimit(checker, { perSecond, maxWaitMs, store: store(name), processes });
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
