import { createHash } from 'node:crypto';
import { type AnswerCache, isBulkNumberChecker, type SpendingCounts } from '@dialproof/core';
import { batched } from '../around/load/batched.js';
import { coalesced } from '../around/load/coalesced.js';
import { withRateLimit } from '../around/load/with-rate-limit.js';
import { cached } from '../around/money/cached.js';
import { DailyLimit } from '../around/money/daily-limit.js';
import type { Price } from '../around/money/price-list.js';
import { type CostReport, withCostRecord } from '../around/money/with-cost-record.js';
import { withSpendingLimit } from '../around/money/with-spending-limit.js';
import type { AnyChecker } from '../calls/same-kind.js';
import type { CheckerName } from './checker-variables.js';
import type { NamedChecker } from './named-checkers.js';
import { type PriceSettings, readPrices } from './price-settings.js';
import type { SettingValues } from './setting-values.js';

/** Where a host keeps what goes around the upstreams. */
export interface AroundParts {
  /**
   * The cache of this name, of at most 40 characters. Checkers that may answer differently have different names: the name changes when the
   * address, the description or the question of a checker does. Without it, answers cannot be cached: a process that ends would forget them.
   */
  readonly answerCache?: (name: string) => AnswerCache;
  /** Where the sums of the spending limit are kept. Default: this process, which begins a day at 0 when it starts. */
  readonly spendingCounts?: SpendingCounts;
}

/** What goes around each upstream; undefined for what is not set. */
export interface AroundSettings {
  readonly callsPerSecond: number | undefined;
  readonly prices: PriceSettings;
  readonly spendingLimit: number | undefined;
  readonly cacheHours: number | undefined;
  readonly batchMs: number | undefined;
}

const SPENDING_LIMIT = 'DIALPROOF_SPENDING_LIMIT';
const LIMIT_NEEDS_UPSTREAM = `${SPENDING_LIMIT} needs an upstream, which costs something.`;
const HOUR_MS = 3_600_000;
const LONGEST_CACHE_HOURS = 8_760;
const LONGEST_BATCH_MS = 10_000;

/** What is wrong with them is among the problems of `values`. */
export function readAroundSettings(
  values: SettingValues,
  built: readonly Upstream[],
  { answerCache }: AroundParts,
): AroundSettings {
  const settings: AroundSettings = {
    callsPerSecond: values.amount('DIALPROOF_CALLS_PER_SECOND'),
    prices: readPrices(values, built),
    spendingLimit: values.amount(SPENDING_LIMIT),
    cacheHours: values.amount('DIALPROOF_CACHE_HOURS', LONGEST_CACHE_HOURS),
    batchMs: values.amount('DIALPROOF_BATCH_MS', LONGEST_BATCH_MS),
  };
  const upstreams = built.filter(({ costs }) => costs);
  if (settings.spendingLimit !== undefined) values.problems.push(...withoutPrice(settings.prices));
  if (settings.cacheHours !== undefined && answerCache === undefined)
    values.problems.push('DIALPROOF_CACHE_HOURS needs a database, which this program does not have.');
  if (upstreams.length === 0) values.problems.push(...withoutUpstream(settings));
  if (settings.batchMs !== undefined && !upstreams.some(({ checker }) => isBulkNumberChecker(checker))) {
    values.problems.push(
      'DIALPROOF_BATCH_MS needs an upstream that takes many numbers a call, such as infobip.',
    );
  }
  return settings;
}

/** What a spending limit lacks where the price of an upstream is not known, or every one is free. */
function withoutPrice({ isFree, isSet, missing }: PriceSettings): readonly string[] {
  if (isFree) return [LIMIT_NEEDS_UPSTREAM];
  if (isSet && missing.length === 0) return [];
  const own = missing.length === 0 ? '' : `${missing.join(' and ')}, or `;
  return [`${SPENDING_LIMIT} needs ${own}DIALPROOF_PRICE_PER_NUMBER, by which it is counted.`];
}

/** One sentence for each setting that does nothing where no answer is paid for. */
function withoutUpstream({ cacheHours, prices, spendingLimit }: AroundSettings): readonly string[] {
  return [
    ...(prices.isSet ? ['DIALPROOF_PRICE_PER_NUMBER needs an upstream, whose answers have that price.'] : []),
    ...(spendingLimit === undefined ? [] : [LIMIT_NEEDS_UPSTREAM]),
    ...(cacheHours === undefined ? [] : ['DIALPROOF_CACHE_HOURS needs an upstream, whose answers are kept.']),
  ];
}

/** An upstream by its name in the settings. */
export interface Upstream extends NamedChecker {
  readonly name: CheckerName;
}

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
  readonly #spending: DailyLimit | undefined;
  readonly #hasOwnRate: boolean;

  /** `hasOwnRate`: whether each upstream keeps to the rate by itself, beside the service. */
  constructor(settings: AroundSettings, parts: AroundParts, hasOwnRate: boolean) {
    this.#settings = settings;
    this.#answerCache = parts.answerCache;
    const { spendingLimit: perDay } = settings;
    const counts = parts.spendingCounts === undefined ? {} : { counts: parts.spendingCounts };
    this.#spending =
      perDay === undefined ? undefined : new DailyLimit({ perDay, ...counts, limitName: SPENDING_LIMIT });
    this.#hasOwnRate = hasOwnRate;
  }

  /** Throws where the settings do not fit the upstream. */
  upstream(upstream: Upstream): AroundUpstream {
    const { checker } = upstream;
    const { batchMs, prices } = this.#settings;
    const price = prices.of.get(upstream.name);
    const recorded = price === undefined ? undefined : withCostRecord(checker, price);
    const limited = this.#limited(recorded ?? checker, price);
    const collected =
      batchMs !== undefined && isBulkNumberChecker(limited)
        ? batched(limited, { collectMs: batchMs })
        : limited;
    return {
      checker: this.#kept(cacheName(upstream), collected),
      report: recorded === undefined ? undefined : () => recorded.costReport(),
    };
  }

  #limited(checker: AnyChecker, price: Price | undefined): AnyChecker {
    const { callsPerSecond } = this.#settings;
    const limit = this.#spending;
    const paid =
      limit === undefined || price === undefined ? checker : withSpendingLimit(checker, { limit, price });
    return callsPerSecond === undefined || !this.#hasOwnRate
      ? paid
      : withRateLimit(paid, { perSecond: callsPerSecond });
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
function cacheName({ asks = [], name }: Upstream): string {
  const hash = createHash('sha256').update(JSON.stringify(asks)).digest('hex');
  return `${name}-${hash.slice(0, 16)}`;
}
