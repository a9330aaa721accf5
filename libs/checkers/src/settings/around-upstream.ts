import { createHash } from 'node:crypto';
import { isBulkNumberChecker, MemorySpendingCounts, type SpendingCounts } from '@dialproof/core';
import { batched } from '../around/load/batched.js';
import { coalesced } from '../around/load/coalesced.js';
import { withRateLimit } from '../around/load/with-rate-limit.js';
import { cached } from '../around/money/cached.js';
import { type CostReport, withCostRecord } from '../around/money/with-cost-record.js';
import { withSpendingLimit } from '../around/money/with-spending-limit.js';
import type { AnyChecker } from '../calls/same-kind.js';
import { type AroundParts, type AroundSettings, SPENDING_LIMIT } from './around-settings.js';
import type { BuiltChecker } from './built-checkers.js';
import type { Pace } from './pace.js';

const HOUR_MS = 3_600_000;

export interface AroundUpstream {
  readonly checker: AnyChecker;
  /** What it was asked and what that costs; undefined without a price. */
  readonly report: (() => CostReport) | undefined;
}

/** Puts around upstreams what the settings ask for, in the order of the README. */
export class Around {
  readonly #settings: AroundSettings;
  readonly #answerCache: AroundParts['answerCache'];
  /** Of all upstreams together. */
  readonly #counts: SpendingCounts;
  readonly #pace: Pace;

  constructor(settings: AroundSettings, parts: AroundParts, pace: Pace) {
    this.#settings = settings;
    this.#answerCache = parts.answerCache;
    this.#counts = parts.spendingCounts ?? new MemorySpendingCounts();
    this.#pace = pace;
  }

  /** Throws where the settings do not fit the upstream. */
  upstream(upstream: BuiltChecker): AroundUpstream {
    const { checker } = upstream;
    const { batchMs, pricePerNumber } = this.#settings;
    const recorded =
      pricePerNumber === undefined ? undefined : withCostRecord(checker, { perNumber: pricePerNumber });
    const limited = this.#limited(recorded ?? checker);
    const collected =
      batchMs !== undefined && !this.#pace.isCollectedByChain && isBulkNumberChecker(limited)
        ? batched(limited, { collectMs: batchMs })
        : limited;
    return {
      checker: this.#kept(cacheName(upstream), collected),
      report: recorded === undefined ? undefined : () => recorded.costReport(),
    };
  }

  #limited(checker: AnyChecker): AnyChecker {
    const { callsPerSecond, pricePerNumber, spendingLimit } = this.#settings;
    const perNumber = pricePerNumber ?? 0;
    const paid =
      spendingLimit === undefined || pricePerNumber === undefined
        ? checker
        : withSpendingLimit(checker, {
            perDay: spendingLimit,
            price: { perNumber },
            counts: this.#counts,
            limitName: SPENDING_LIMIT,
          });
    const { isOfUpstreams, maxWaitMs } = this.#pace;
    return callsPerSecond === undefined || !isOfUpstreams
      ? paid
      : withRateLimit(paid, { perSecond: callsPerSecond, maxWaitMs });
  }

  #kept(name: string, checker: AnyChecker): AnyChecker {
    const { cacheHours } = this.#settings;
    if (cacheHours === undefined || this.#answerCache === undefined) return checker;
    const ms = cacheHours * HOUR_MS;
    // `unknown` too: it stands for a line in service, and for a number that is not on the app.
    const keepMs = { wa_registered: ms, telegram_registered: ms, dead: ms, inactive: ms, unknown: ms };
    return coalesced(cached(checker, { cache: this.#answerCache(name), keepMs }));
  }
}

/** Other settings have another cache, so that no answer outlives the question that it was given to. */
function cacheName({ asks = [], name }: BuiltChecker): string {
  const hash = createHash('sha256').update(JSON.stringify(asks)).digest('hex');
  return `${name}-${hash.slice(0, 16)}`;
}
