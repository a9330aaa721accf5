import { assertOptionNames } from '@dialproof/core';
import type { CostReport } from '../around/money/call-costs.js';
import { MILLIONTHS, PriceList } from '../around/money/price-list.js';
import type { AnyChecker } from '../calls/same-kind.js';
import { chain, type LinkFailure } from '../chain/index.js';
import { type AroundParts, readAroundSettings } from './around-settings.js';
import { Around, type AroundUpstream } from './around-upstream.js';
import { type BuiltChecker, buildCheckers } from './built-checkers.js';
import type { CheckerName } from './checker-variables.js';
import type { HostParts } from './named-checker.js';
import { type Pace, paceOf } from './pace.js';
import type { PriceSettings } from './price-settings.js';
import { CheckerSettingsError, messageOf, type SettingTexts, SettingValues } from './setting-values.js';
import { tryOut } from './try-out.js';

export interface ConfiguredCheckerOptions extends HostParts, AroundParts {
  /** The names of the checkers, separated by commas: several are links of a chain, in their order. */
  readonly names: string;
  /** The settings, such as an environment. Only those of `CHECKER_VARIABLES` are read. */
  readonly settings: SettingTexts;
  /**
   * The service's option of that name, if it is not the default. With a rate, a check waits for its upstream within the deadline: the
   * shorter the deadline, the fewer checks may be under way at once.
   */
  readonly checkDeadlineMs?: number;
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

/** Makes a checker from settings. Throws {@link CheckerSettingsError} that names every problem. */
export function configuredChecker(options: ConfiguredCheckerOptions): ConfiguredChecker {
  assertOptionNames('configuredChecker', options, {
    answerCache: true,
    checkDeadlineMs: true,
    fetch: true,
    names: true,
    observations: true,
    onFailedEntry: true,
    onLinkFailure: true,
    sandbox: true,
    settings: true,
    sharedRate: true,
    spendingCounts: true,
  });
  const { checkDeadlineMs, names: written, onLinkFailure, settings, ...host } = options;
  const values = new SettingValues(settings);
  const built = buildCheckers(written, values, host);
  const around = readAroundSettings(values, built, host);
  if (values.problems.length > 0) throw new CheckerSettingsError(values.problems);

  const names = built.map(({ name }) => name);
  const reports: { readonly name: CheckerName; readonly report: () => CostReport }[] = [];
  const pace = paceOf(around, built, checkDeadlineMs, host.sharedRate);
  const wrapper = new Around(around, host, pace);
  // Without an upstream, the sandbox takes its place; the service keeps its rate, unless processes share it.
  const sharesRate = host.sharedRate !== undefined && !built.some(({ costs }) => costs);
  const links = built.map((one) => {
    if (!one.costs)
      return sharesRate && one.name === 'sandbox' ? wrapper.rated(one.name, one.checker) : one.checker;
    const { checker, report } = wrapped(wrapper, one);
    if (report !== undefined) reports.push({ name: one.name, report });
    return checker;
  });
  return {
    checker: chainOf(links, names, around.batchMs, onLinkFailure),
    names,
    maxCallsPerSecond: pace.maxCallsPerSecond,
    checkConcurrency: pace.checkConcurrency,
    costReports: () =>
      around.prices.of.size === 0
        ? undefined
        : reports.map(({ name, report }) => ({ name, report: report() })),
    highestCost: (numbers) => highestCost(around.prices, numbers),
    tryOut: () => tryOut(built),
  };
}

function highestCost({ missing, of }: PriceSettings, numbers: number): number | undefined {
  if (missing.length > 0) return undefined;
  const perNumber = [...of.values()].map((price) => new PriceList(price).highest(1));
  return (numbers * perNumber.reduce((sum, most) => sum + most, 0)) / MILLIONTHS;
}

function wrapped(around: Around, upstream: BuiltChecker): AroundUpstream {
  try {
    return around.upstream(upstream);
  } catch (error) {
    throw new CheckerSettingsError([`${messageOf(error)}.`]);
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
