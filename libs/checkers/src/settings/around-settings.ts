import { type AnswerCache, isBulkNumberChecker, type RateStore, type SpendingCounts } from '@dialproof/core';
import type { BuiltChecker } from './built-checkers.js';
import { type PriceSettings, readPrices } from './price-settings.js';
import type { SettingValues } from './setting-values.js';

/** The host's stores for the wrappers of upstreams. */
export interface AroundParts {
  /**
   * The cache of this name, of at most 40 characters. Checkers that may answer differently have different names: the name changes when the
   * address, the description or the question of a checker does. Without it, answers cannot be cached: a process that ends would forget them.
   */
  readonly answerCache?: (name: string) => AnswerCache;
  /** Keeps the sums of the spending limit. Default: this process, which begins a day at 0 when it starts. */
  readonly spendingCounts?: SpendingCounts;
  /** Keeps `DIALPROOF_CALLS_PER_SECOND` for all processes. Default: each process keeps it by itself. */
  readonly sharedRate?: SharedRateParts;
}

export interface SharedRateParts {
  /** The store of the upstream of this name, which is that of a checker. */
  readonly store: (name: string) => RateStore;
  /**
   * The largest number of processes that share the stores, a whole number from 1. Each process bounds its calls under way by it, so that
   * all of them can share the rate without long waits. While a store does not answer, each keeps to its part of the rate.
   */
  readonly processes: number;
}

/** The settings of the wrappers around each upstream; undefined if not set. */
export interface AroundSettings {
  readonly callsPerSecond: number | undefined;
  readonly prices: PriceSettings;
  readonly spendingLimit: number | undefined;
  readonly cacheHours: number | undefined;
  readonly batchMs: number | undefined;
}

/** The setting of the spending limit. */
export const SPENDING_LIMIT = 'DIALPROOF_SPENDING_LIMIT';
const LIMIT_NEEDS_UPSTREAM = `${SPENDING_LIMIT} needs an upstream, which costs something.`;
const LONGEST_CACHE_HOURS = 8_760;
const LONGEST_BATCH_MS = 10_000;

/** Their problems are among those of `values`. */
export function readAroundSettings(
  values: SettingValues,
  built: readonly BuiltChecker[],
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

/** The problem of a spending limit if an upstream has no price, or every price is 0. */
function withoutPrice({ isFree, isSet, missing }: PriceSettings): readonly string[] {
  if (isFree) return [LIMIT_NEEDS_UPSTREAM];
  if (isSet && missing.length === 0) return [];
  const own = missing.length === 0 ? '' : `${missing.join(' and ')}, or `;
  return [`${SPENDING_LIMIT} needs ${own}DIALPROOF_PRICE_PER_NUMBER, by which it is counted.`];
}

/** One sentence for each setting that has no effect if no answer is paid for. */
function withoutUpstream({ cacheHours, prices, spendingLimit }: AroundSettings): readonly string[] {
  return [
    ...(prices.isSet ? ['DIALPROOF_PRICE_PER_NUMBER needs an upstream, whose answers have that price.'] : []),
    ...(spendingLimit === undefined ? [] : [LIMIT_NEEDS_UPSTREAM]),
    ...(cacheHours === undefined ? [] : ['DIALPROOF_CACHE_HOURS needs an upstream, whose answers are kept.']),
  ];
}
