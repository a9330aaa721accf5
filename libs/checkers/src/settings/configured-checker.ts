import { resolve } from 'node:path';
import { assertOptionNames, isBulkNumberChecker } from '@dialproof/core';
import { SLOWEST_PER_SECOND } from '../around/load/with-rate-limit.js';
import { MILLIONTHS, type Price, PriceList } from '../around/money/price-list.js';
import type { CostReport } from '../around/money/spending.js';
import { integerOption } from '../calls/option-checks.js';
import type { AnyChecker } from '../calls/same-kind.js';
import { chain, type LinkFailure } from '../chain/index.js';
import {
  Around,
  type AroundParts,
  type AroundSettings,
  type AroundUpstream,
  type Pace,
  paceOf,
} from './around-upstream.js';
import { type Checkers, jsonOf } from './checkers.js';
import type { CheckerEntry, CheckerName } from './checkers-schema.js';
import {
  type BuiltChecker,
  buildNamed,
  type HostParts,
  type NamedChecker,
  tryOut,
} from './named-checkers.js';
import { CheckerSettingsError, messageOf } from './settings-error.js';

export interface ConfiguredCheckerOptions extends HostParts, AroundParts {
  /** The settings, by `checkersOf` or `findCheckers`. Several checkers are links of a chain, in their order. */
  readonly checkers: Checkers;
  /**
   * The service's option of that name, if it is not the default. With a rate, a check waits for its upstream within the deadline: the
   * shorter the deadline, the fewer checks may be under way at once.
   */
  readonly checkDeadlineMs?: number;
  /**
   * The number of processes that call the upstreams, a whole number from 1. Each keeps to its part of `callsPerSecond`, whether or not the
   * others are busy. Default 1.
   */
  readonly processes?: number;
  /** Hears of every call of a link of a chain that failed. What it throws is ignored. */
  readonly onLinkFailure?: (failure: LinkFailure & { readonly name: CheckerName }) => void;
}

export interface ConfiguredChecker extends Pick<Pace, 'maxCallsPerSecond' | 'checkConcurrency'> {
  readonly checker: AnyChecker;
  readonly names: readonly CheckerName[];
  /** The calls of the upstreams since the start and their cost, by the prices; undefined if no price is set. */
  costReports(): readonly { readonly name: CheckerName; readonly report: CostReport }[] | undefined;
  /**
   * The highest cost of checking this many numbers by the prices, if every upstream is asked once about each number. Undefined if an
   * upstream has no price; 0 if there is no upstream.
   */
  highestCost(numbers: number): number | undefined;
  /**
   * Makes a free request to each upstream that has one. Rejects with {@link CheckerSettingsError} if one refuses the credentials, has
   * suspended the account or reports a used up balance. An upstream that is away, or takes more than five seconds, passes.
   */
  tryOut(): Promise<void>;
}

/** Makes a checker of settings. Throws {@link CheckerSettingsError} for settings that make none. */
export function configuredChecker(options: ConfiguredCheckerOptions): ConfiguredChecker {
  assertOptionNames('configuredChecker', options, {
    answerCache: true,
    checkDeadlineMs: true,
    checkers: true,
    fetch: true,
    observations: true,
    onFailedEntry: true,
    onLinkFailure: true,
    processes: true,
    sandbox: true,
    spendingCounts: true,
  });
  const { checkDeadlineMs, checkers, onLinkFailure, processes = 1, ...host } = options;
  const built = checkers.entries.map((entry, index) => build(entry, index, checkers, host));
  assertFits(checkers, built, host);
  const names = built.map(({ name }) => name);
  const reports: { readonly name: CheckerName; readonly report: () => CostReport }[] = [];
  const settings = partOf(checkers, integerOption('processes', processes));
  const pace = paceOf(settings, built, checkDeadlineMs);
  const around = new Around(settings, host, pace);
  const links = built.map((one) => {
    if (!one.costs) return one.checker;
    const { checker, report } = wrapped(around, one, checkers);
    if (report !== undefined) reports.push({ name: one.name, report });
    return checker;
  });
  return {
    checker: chainOf(links, names, checkers.batchMs, onLinkFailure),
    names,
    maxCallsPerSecond: pace.maxCallsPerSecond,
    checkConcurrency: pace.checkConcurrency,
    costReports: () =>
      reports.length === 0 ? undefined : reports.map(({ name, report }) => ({ name, report: report() })),
    highestCost: (numbers) => highestCost(built, numbers),
    tryOut: () => tryOut(built),
  };
}

/** The settings of one of several processes. Throws for a rate that is too small to be divided. */
function partOf(checkers: Checkers, processes: number): AroundSettings {
  const { callsPerSecond } = checkers;
  if (callsPerSecond === undefined) return checkers;
  const part = callsPerSecond / processes;
  if (part < SLOWEST_PER_SECOND) {
    const message = `leaves a process less than ${SLOWEST_PER_SECOND.toFixed(6)} calls a second: raise it`;
    throw checkers.errorAt(['callsPerSecond'], 'settings_contradict', message);
  }
  return { ...checkers, callsPerSecond: part };
}

function build(entry: CheckerEntry, index: number, checkers: Checkers, host: HostParts): BuiltChecker {
  const descriptionOf = (path: string) =>
    jsonOf(resolve(checkers.folder, path), `checkers[${index}].description`);
  try {
    const named = buildNamed(entry, host, descriptionOf);
    const setting = 'price' in entry ? entry.price : undefined;
    return { ...named, name: entry.checker, hasPrice: setting !== undefined, price: priceOf(setting, named) };
  } catch (error) {
    if (error instanceof CheckerSettingsError) throw error;
    // A factory says which of its options is wrong, and the option is a field of the file.
    const message = messageOf(error).replace(/^bad description for \w+:/, 'option description is wrong:');
    const [, option, defect] = /^option ([\w.]+) (.*)$/s.exec(message) ?? [];
    const field = option === undefined ? [] : option.split('.');
    throw checkers.errorAt(['checkers', index, ...field], 'wrong_value', defect ?? message);
  }
}

/** Undefined where everything is free. One amount is the price of each outcome that the vendor charges for. */
function priceOf(setting: number | Price = 0, { charges }: NamedChecker): Price | undefined {
  const { perCall = 0, perNumber = 0 }: Price =
    typeof setting === 'number' ? { perNumber: setting } : setting;
  const amounts = typeof perNumber === 'number' ? [perNumber] : Object.values(perNumber);
  if ([perCall, ...amounts].every((one) => one === 0)) return undefined;
  if (typeof setting !== 'number' || charges === undefined) return { perCall, perNumber };
  return { perNumber: Object.fromEntries(charges.map((outcome) => [outcome, setting])) };
}

/** Throws for settings that have no effect on these checkers. */
function assertFits(checkers: Checkers, built: readonly BuiltChecker[], { answerCache }: AroundParts): void {
  const { batchMs, cacheHours, spendingLimit } = checkers;
  const refuse = (field: string, isWrong: boolean, message: string) => {
    if (isWrong) throw checkers.errorAt([field], 'settings_contradict', message);
  };
  const upstreams = built.filter(({ costs }) => costs);
  const unpriced = built.findIndex(({ costs, hasPrice }) => costs && !hasPrice);
  const isBulk = upstreams.some(({ checker }) => isBulkNumberChecker(checker));
  if (spendingLimit !== undefined) {
    refuse('spendingLimit', unpriced >= 0, `counts by prices: add the price of checkers[${unpriced}]`);
    const isFree = upstreams.every(({ price }) => price === undefined);
    refuse('spendingLimit', isFree, 'needs a checker that costs something: leave it out');
  }
  if (cacheHours !== undefined) {
    refuse('cacheHours', upstreams.length === 0, 'needs a checker with an upstream: leave it out');
    const hasNoCache = answerCache === undefined;
    refuse('cacheHours', hasNoCache, 'needs a database, which this program does not have: leave it out');
  }
  const needsBulk = 'needs a checker that takes many numbers a call, such as infobip: leave it out';
  refuse('batchMs', batchMs !== undefined && !isBulk, needsBulk);
}

function highestCost(built: readonly BuiltChecker[], numbers: number): number | undefined {
  if (built.some(({ costs, hasPrice }) => costs && !hasPrice)) return undefined;
  const most = built.flatMap(({ price }) => (price === undefined ? [] : [new PriceList(price).highest(1)]));
  return (numbers * most.reduce((sum, one) => sum + one, 0)) / MILLIONTHS;
}

function wrapped(around: Around, upstream: BuiltChecker, checkers: Checkers): AroundUpstream {
  try {
    return around.upstream(upstream);
  } catch (error) {
    // The message of the limit begins with its name.
    const message = messageOf(error).replace(/^spendingLimit /, '');
    throw checkers.errorAt(['spendingLimit'], 'settings_contradict', `${message}: raise it`);
  }
}

function chainOf(
  checkers: readonly AnyChecker[],
  names: readonly CheckerName[],
  collectMs: number | undefined,
  onLinkFailure: ConfiguredCheckerOptions['onLinkFailure'],
): AnyChecker {
  const [only, ...more] = checkers;
  if (only !== undefined && more.length === 0) return only;
  return chain(checkers, {
    ...(collectMs === undefined ? {} : { collectMs }),
    onLinkFailure: ({ error, link }) => {
      const name = names[link];
      if (name !== undefined) onLinkFailure?.({ error, link, name });
    },
  });
}
