import { isDialproofError, OUTAGE_REASONS } from '@dialproof/core';
import type { CostReport } from '../around/money/with-cost-record.js';
import type { AnyChecker } from '../calls/same-kind.js';
import { chain, type LinkFailure } from '../chain/index.js';
import {
  Around,
  type AroundParts,
  type AroundSettings,
  type AroundUpstream,
  readAroundSettings,
  type Upstream,
} from './around-settings.js';
import { CHECKER_NAMES, type CheckerName } from './checker-variables.js';
import { BUILD, type HostParts, type NamedChecker } from './named-checkers.js';
import { messageOf, type SettingTexts, SettingValues } from './setting-values.js';

/** How long the upstreams are tried out for, in milliseconds. One that is slower is tried with the first number. */
const TRY_OUT_MS = 5_000;

/** No checker or webhook can be made of these settings. The message has a sentence for each problem, one a line, and holds no secret. */
export class CheckerSettingsError extends Error {
  override readonly name = 'CheckerSettingsError';

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

export interface ConfiguredCheckerOptions extends HostParts, AroundParts {
  /** The names of the checkers, separated by commas: several are links of a chain, in their order. */
  readonly names: string;
  /** The settings, such as an environment. Only those of `CHECKER_VARIABLES` are read. */
  readonly settings: SettingTexts;
  /** Hears of every call of a link of a chain that failed. What it throws is ignored. */
  readonly onLinkFailure?: (failure: LinkFailure & { readonly name: CheckerName }) => void;
}

export interface ConfiguredChecker {
  readonly checker: AnyChecker;
  readonly names: readonly CheckerName[];
  /** For the service's option of that name. Infinity where nothing is set, or where each upstream keeps to the rate by itself. */
  readonly maxCallsPerSecond: number;
  /** The most that the service's option of that name may be. Infinity where nothing bounds it. */
  readonly checkConcurrency: number;
  /** What was asked of the upstreams since the start and what it costs, by their prices; undefined where none is set. */
  costReports(): readonly { readonly name: CheckerName; readonly report: CostReport }[] | undefined;
  /**
   * Asks each upstream something that costs nothing, where it has that. Rejects with {@link CheckerSettingsError} where one refuses the
   * credentials, has suspended the account or wants to be paid. One that is away, or takes more than five seconds, passes.
   */
  tryOut(): Promise<void>;
}

/** Makes a checker of settings. Throws {@link CheckerSettingsError} that names everything that is wrong with them. */
export function configuredChecker({
  names: written,
  onLinkFailure,
  settings,
  ...host
}: ConfiguredCheckerOptions): ConfiguredChecker {
  const values = new SettingValues(settings);
  const names = readNames(written, values);
  const built = names.map((name) => ({ name, ...build(name, values, host) }));
  const around = readAroundSettings(values, built, host);
  if (values.problems.length > 0) throw new CheckerSettingsError(values.problems);

  const reports: { readonly name: CheckerName; readonly report: () => CostReport }[] = [];
  const pace = paceOf(around, built);
  const wrapper = new Around(around, host, pace.isOfUpstreams);
  const links = built.map((one) => {
    if (!one.costs) return one.checker;
    const { checker, report } = wrapped(wrapper, one);
    if (report !== undefined) reports.push({ name: one.name, report });
    return checker;
  });
  return {
    checker: chainOf(links, names, onLinkFailure),
    names,
    maxCallsPerSecond: pace.maxCallsPerSecond,
    checkConcurrency: pace.checkConcurrency,
    costReports: () =>
      around.prices.of.size === 0
        ? undefined
        : reports.map(({ name, report }) => ({ name, report: report() })),
    async tryOut() {
      const signal = AbortSignal.timeout(TRY_OUT_MS);
      const refusals = await Promise.all(built.map((one) => refusalOf(one, signal)));
      const problems = refusals.filter((problem) => problem !== undefined);
      if (problems.length > 0) throw new CheckerSettingsError(problems);
    },
  };
}

/** So many seconds' worth of calls may be under way: none of them waits for the rate for as long as `withRateLimit` lets it. */
const SECONDS_AT_ONCE = 4;

interface Pace extends Pick<ConfiguredChecker, 'maxCallsPerSecond' | 'checkConcurrency'> {
  readonly isOfUpstreams: boolean;
}

/**
 * One upstream alone is called as often as the service calls its checker, whose calls wait before their deadline begins. In a chain, an upstream
 * is called when the ones before have answered, or many times for one bulk call: there each keeps to the rate by itself as well. Behind a cache
 * it does so alone: what is known already needs no call. So it does where single checks share calls: the rate is that of the shared calls.
 */
function paceOf(
  { batchMs, cacheHours, callsPerSecond }: AroundSettings,
  built: readonly NamedChecker[],
): Pace {
  const any = Number.POSITIVE_INFINITY;
  if (callsPerSecond === undefined)
    return { maxCallsPerSecond: any, checkConcurrency: any, isOfUpstreams: false };
  const isOfUpstreamsAlone = cacheHours !== undefined || batchMs !== undefined;
  const isOfUpstreams = isOfUpstreamsAlone || built.length > 1;
  const atOnce = Math.max(1, Math.floor(callsPerSecond * SECONDS_AT_ONCE));
  return {
    maxCallsPerSecond: isOfUpstreamsAlone ? any : callsPerSecond,
    checkConcurrency: isOfUpstreams ? atOnce : any,
    isOfUpstreams,
  };
}

function wrapped(around: Around, upstream: Upstream): AroundUpstream {
  try {
    return around.upstream(upstream);
  } catch (error) {
    throw new CheckerSettingsError([`${messageOf(error)}.`]);
  }
}

function readNames(written: string, values: SettingValues): readonly CheckerName[] {
  const names: CheckerName[] = [];
  for (const text of written.split(',').map((name) => name.trim())) {
    const name = CHECKER_NAMES.find((known) => known === text);
    if (name === undefined) {
      values.problems.push(
        `There is no checker "${text}", expected one or several of: ${CHECKER_NAMES.join(', ')}.`,
      );
    } else if (names.includes(name)) values.problems.push(`The checker ${name} is named twice.`);
    else names.push(name);
  }
  return names;
}

/** Where the settings are wrong, returns a placeholder: all problems are gathered before the error is thrown. */
function build(name: CheckerName, values: SettingValues, host: HostParts): NamedChecker {
  const standInsBefore = values.standIns;
  try {
    return BUILD[name](values, host);
  } catch (error) {
    // A missing setting is among the problems already.
    if (values.standIns === standInsBefore) values.problems.push(`The checker ${name}: ${messageOf(error)}.`);
    // As an upstream, so that nothing is said to need one.
    return { checker: { check: () => Promise.reject(error) }, costs: true };
  }
}

function chainOf(
  checkers: readonly AnyChecker[],
  names: readonly CheckerName[],
  onLinkFailure: ConfiguredCheckerOptions['onLinkFailure'],
): AnyChecker {
  const [only, ...more] = checkers;
  if (only !== undefined && more.length === 0) return only;
  return chain(checkers, {
    onLinkFailure: ({ error, link }) => {
      const name = names[link];
      if (name !== undefined) onLinkFailure?.({ error, link, name });
    },
  });
}

async function refusalOf({ name, tryOut }: Upstream, signal: AbortSignal): Promise<string | undefined> {
  try {
    await tryOut?.(signal);
    return undefined;
  } catch (error) {
    const needsHand = OUTAGE_REASONS.some(
      (reason) => reason !== 'checker_unavailable' && isDialproofError(error, reason),
    );
    return needsHand ? `The checker ${name}: ${messageOf(error)}` : undefined;
  }
}
