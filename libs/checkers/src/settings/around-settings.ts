import { type AnswerCache, isBulkNumberChecker, type SpendingCounts } from '@dialproof/core';
import type { NamedChecker } from './named-checkers.js';
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
  readonly pricePerNumber: number | undefined;
  readonly spendingLimit: number | undefined;
  readonly cacheHours: number | undefined;
  readonly batchMs: number | undefined;
}

/** The setting of the spending limit. */
export const SPENDING_LIMIT = 'DIALPROOF_SPENDING_LIMIT';
const LONGEST_CACHE_HOURS = 8_760;
const LONGEST_BATCH_MS = 10_000;

/** What is wrong with them is among the problems of `values`. */
export function readAroundSettings(
  values: SettingValues,
  built: readonly NamedChecker[],
  { answerCache }: AroundParts,
): AroundSettings {
  const settings: AroundSettings = {
    callsPerSecond: values.amount('DIALPROOF_CALLS_PER_SECOND'),
    pricePerNumber: values.amount('DIALPROOF_PRICE_PER_NUMBER'),
    spendingLimit: values.amount(SPENDING_LIMIT),
    cacheHours: values.amount('DIALPROOF_CACHE_HOURS', LONGEST_CACHE_HOURS),
    batchMs: values.amount('DIALPROOF_BATCH_MS', LONGEST_BATCH_MS),
  };
  const upstreams = built.filter(({ costs }) => costs);
  if (settings.spendingLimit !== undefined && settings.pricePerNumber === undefined) {
    values.problems.push(`${SPENDING_LIMIT} needs DIALPROOF_PRICE_PER_NUMBER, by which it is counted.`);
  }
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

/** One sentence for each setting that does nothing where no answer is paid for. */
function withoutUpstream({ cacheHours, pricePerNumber, spendingLimit }: AroundSettings): readonly string[] {
  return [
    ...(pricePerNumber === undefined
      ? []
      : ['DIALPROOF_PRICE_PER_NUMBER needs an upstream, whose answers have that price.']),
    ...(spendingLimit === undefined ? [] : [`${SPENDING_LIMIT} needs an upstream, which costs something.`]),
    ...(cacheHours === undefined ? [] : ['DIALPROOF_CACHE_HOURS needs an upstream, whose answers are kept.']),
  ];
}
