import { type E164, isDialproofError, type ObservationStore, OUTAGE_REASONS } from '@dialproof/core';
import type { Price, PricedOutcome } from '../around/money/price-list.js';
import type { AnyChecker } from '../calls/same-kind.js';
import { describedChecker } from '../described/index.js';
import { dialproofChecker, tryDialproof } from '../dialproof/index.js';
import { evidenceChecker } from '../evidence/index.js';
import { hlrLookupsChecker, tryHlrLookups } from '../hlr-lookups/index.js';
import { infobipChecker, tryInfobip } from '../infobip/index.js';
import { SandboxChecker, type SandboxCheckerOptions } from '../sandbox-checker.js';
import { telegramGatewayChecker } from '../telegram-gateway/index.js';
import { twilioLookupChecker } from '../twilio/index.js';
import type { Fetch } from '../upstream/upstream.js';
import { VENDORS, vendorChecker } from '../vendors/vendor.js';
import type { CheckerEntry, CheckerName } from './checkers-schema.js';
import { CheckerSettingsError, messageOf, type SettingsProblem } from './settings-error.js';

/** The parts that some checkers need from the host. */
export interface HostParts {
  /** For `sandbox`. */
  readonly sandbox?: SandboxCheckerOptions;
  /** For `evidence`: without it, that checker cannot be named. */
  readonly observations?: ObservationStore;
  /** For `http`: gets the reasons of failed checks in bulk answers, each once. */
  readonly onFailedEntry?: (problem: string) => void;
  /** For the upstreams. Default the global `fetch`. */
  readonly fetch?: Fetch;
}

export interface NamedChecker {
  readonly checker: AnyChecker;
  /** Whether its answers are paid for. */
  readonly costs: boolean;
  /** The outcomes that its vendor charges for, if not every answer; the others are free. */
  readonly charges?: readonly PricedOutcome[];
  /** The settings that its answers depend on, without credentials, as JSON can write them. Default: none. */
  readonly asks?: readonly unknown[];
  /**
   * Makes a free request to the upstream, and rejects like a check, so that wrong credentials are found at the start. Undefined if the
   * vendor has no free request.
   */
  readonly tryOut?: (signal: AbortSignal) => Promise<unknown>;
}

/** A checker with its name and its price. */
export interface BuiltChecker extends NamedChecker {
  readonly name: CheckerName;
  readonly hasPrice: boolean;
  /** Undefined if it costs nothing, or has no price. */
  readonly price: Price | undefined;
}

const DAY_MS = 86_400_000;
const DEFAULT_MAX_AGE_DAYS = 90;

/** No number of the calling code +1 continues with a 1. */
const IMPOSSIBLE = '+11111111111' as E164;

/** Makes a checker of its settings. `descriptionOf` reads the description in a file. Throws TypeError for settings that do not fit it. */
export function buildNamed(
  entry: CheckerEntry,
  host: HostParts,
  descriptionOf: (path: string) => unknown,
): NamedChecker {
  switch (entry.checker) {
    case 'sandbox':
      return { checker: new SandboxChecker(host.sandbox), costs: false };
    case 'evidence': {
      const { observations: store } = host;
      if (store === undefined) throw new TypeError('needs a database, which this program does not have');
      const maxAgeMs = Math.ceil((entry.maxAgeDays ?? DEFAULT_MAX_AGE_DAYS) * DAY_MS);
      return { checker: evidenceChecker({ store, maxAgeMs }), costs: false };
    }
    case 'twilio': {
      const options = optionsOf(entry, host);
      const free = twilioLookupChecker({ ...options, asks: 'validity' });
      return upstream(twilioLookupChecker(options), options, (signal) => free.check(IMPOSSIBLE, { signal }));
    }
    case 'infobip': {
      const options = optionsOf(entry, host);
      return upstream(infobipChecker(options), options, (signal) => tryInfobip(options, signal));
    }
    case 'hlr-lookups': {
      const options = optionsOf(entry, host);
      return upstream(hlrLookupsChecker(options), options, (signal) => tryHlrLookups(options, signal));
    }
    case 'telegram-gateway': {
      const options = optionsOf(entry, host);
      const checker = telegramGatewayChecker(options);
      // The Gateway refuses an impossible number, and a refusal is free.
      const priced = upstream(checker, options, (signal) => checker.check(IMPOSSIBLE, { signal }));
      return { ...priced, charges: ['telegram_registered'] };
    }
    case 'dialproof': {
      const options = optionsOf(entry, host);
      return upstream(dialproofChecker(options), options, (signal) => tryDialproof(options, signal));
    }
    case 'http': {
      const { description: given, ...options } = optionsOf(entry, host);
      const description = typeof given === 'string' ? descriptionOf(given) : given;
      const { onFailedEntry } = host;
      const checker = describedChecker(description, {
        ...options,
        ...(onFailedEntry === undefined ? {} : { onFailedEntry }),
      });
      return { checker, costs: true, asks: [description] };
    }
    default: {
      const { checker: name } = entry;
      const options = optionsOf(entry, host);
      const { asks = [], ...described } = upstream(vendorChecker(name, options), options);
      return { ...described, asks: [VENDORS[name].description, ...asks] };
    }
  }
}

/** A checker whose answers depend on its address, if that is not the vendor's own. */
function upstream(
  checker: AnyChecker,
  { baseUrl }: { readonly baseUrl?: string },
  tryOut?: NamedChecker['tryOut'],
): NamedChecker {
  return {
    checker,
    costs: true,
    ...(baseUrl === undefined ? {} : { asks: [baseUrl] }),
    ...(tryOut === undefined ? {} : { tryOut }),
  };
}

/** The options of the checker's factory. */
function optionsOf<Entry extends { readonly checker: string; readonly price?: unknown }>(
  { checker: _name, price: _price, ...options }: Entry,
  { fetch }: HostParts,
) {
  return { ...options, ...(fetch === undefined ? {} : { fetch }) };
}

/** How long the upstreams are tried out for, in milliseconds. One that is slower is tried with the first number. */
const TRY_OUT_MS = 5_000;

/** Asks each upstream something that is free; see `ConfiguredChecker.tryOut`. */
export async function tryOut(upstreams: readonly BuiltChecker[]): Promise<void> {
  const signal = AbortSignal.timeout(TRY_OUT_MS);
  const refusals = await Promise.all(upstreams.map((one) => refusalOf(one, signal)));
  const problems = refusals.filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new CheckerSettingsError(problems);
}

async function refusalOf(
  { name, tryOut }: BuiltChecker,
  signal: AbortSignal,
): Promise<SettingsProblem | undefined> {
  try {
    await tryOut?.(signal);
    return undefined;
  } catch (error) {
    const needsHand = OUTAGE_REASONS.some(
      (reason) =>
        reason !== 'checker_unavailable' && reason !== 'sandbox_outage' && isDialproofError(error, reason),
    );
    const sentence = `The checker ${name}: ${messageOf(error)}`;
    return needsHand ? { code: 'refused_by_upstream', sentence } : undefined;
  }
}
