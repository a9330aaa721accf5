import { type E164, MemoryObservationStore, type ObservationStore } from '@dialproof/core';
import type { PricedOutcome } from '../around/money/price-list.js';
import type { AnyChecker } from '../calls/same-kind.js';
import { camaraReachabilityChecker } from '../camara/index.js';
import { dialproofChecker, tryDialproof } from '../dialproof/index.js';
import { evidenceChecker } from '../evidence/index.js';
import { hlrLookupsChecker, tryHlrLookups } from '../hlr-lookups/index.js';
import { httpChecker } from '../http/index.js';
import { valueAt } from '../http/json-path.js';
import { secretsIn } from '../http/template.js';
import { infobipChecker, tryInfobip } from '../infobip/index.js';
import { SandboxChecker, type SandboxCheckerOptions } from '../sandbox-checker.js';
import { telegramGatewayChecker } from '../telegram-gateway/index.js';
import { twilioLookupChecker } from '../twilio/index.js';
import type { Secret } from '../upstream/secret.js';
import type { Fetch } from '../upstream/upstream.js';
import type { CheckerName } from './checker-variables.js';
import type { SettingValues } from './setting-values.js';

/** What some of the checkers need from the host. */
export interface HostParts {
  /** For `sandbox`. */
  readonly sandbox?: SandboxCheckerOptions;
  /** For `evidence`: without it, that checker cannot be named. */
  readonly observations?: ObservationStore;
  /** For `http`: hears why numbers of a bulk answer were failed checks, each reason once. */
  readonly onFailedEntry?: (problem: string) => void;
  /** For the upstreams. Default the global `fetch`. */
  readonly fetch?: Fetch;
}

export interface NamedChecker {
  readonly checker: AnyChecker;
  /** Whether its answers are paid for. */
  readonly costs: boolean;
  /** What its vendor charges for, where that is not every answer: the other outcomes are free. */
  readonly charges?: readonly PricedOutcome[];
  /** The settings that its answers depend on, without credentials, as JSON can write them. Default: none. */
  readonly asks?: readonly unknown[];
  /**
   * Asks the upstream something that costs nothing, and rejects as a check does: so wrong credentials are found at the start. Undefined where
   * the vendor has nothing that is free.
   */
  readonly tryOut?: (signal: AbortSignal) => Promise<unknown>;
}

type Build = (values: SettingValues, host: HostParts) => NamedChecker;

/** The address that takes the place of the vendor's own. */
function otherAddress(values: SettingValues, name: string) {
  const baseUrl = values.text(name);
  return baseUrl === undefined ? {} : { baseUrl };
}

/** An answer depends on the address only where that is not the vendor's own. */
function asksAt({ baseUrl }: { readonly baseUrl?: string }) {
  return baseUrl === undefined ? {} : { asks: [baseUrl] };
}

const fetchOf = ({ fetch }: HostParts) => (fetch === undefined ? {} : { fetch });

const DAY_MS = 86_400_000;
const DEFAULT_MAX_AGE_DAYS = 90;

/** The statement that the operator has to make. */
const CONSENT = 'owners-of-all-numbers-have-consented';

/** No number of the country code +1 goes on with a 1. */
const IMPOSSIBLE = '+11111111111' as E164;

const HTTP_SECRET = 'DIALPROOF_HTTP_CHECKER_SECRET';

/** A secret that a description names and the settings do not give. */
function missingSecret(name: string): string {
  const found = `The description in DIALPROOF_HTTP_CHECKER has {secret.${name}}`;
  return name === 'key'
    ? `${found}: set ${HTTP_SECRET}, or ${HTTP_SECRET}_FILE with the path of a file that holds it.`
    : `${found}: settings can give only {secret.key}.`;
}

/** Makes each checker of its settings. What is wrong with them is added to the problems of `values`. */
export const BUILD: Readonly<Record<CheckerName, Build>> = {
  sandbox: (_, { sandbox }) => ({ checker: new SandboxChecker(sandbox), costs: false }),

  evidence(values, { observations }) {
    const days = values.amount('DIALPROOF_EVIDENCE_MAX_AGE_DAYS') ?? DEFAULT_MAX_AGE_DAYS;
    if (observations === undefined) {
      values.problems.push(
        'The checker evidence needs a database of observations, which this program does not have.',
      );
    }
    const store = observations ?? new MemoryObservationStore();
    return { checker: evidenceChecker({ store, maxAgeMs: days * DAY_MS }), costs: false };
  },

  twilio(values, host) {
    const options = {
      ...fetchOf(host),
      ...otherAddress(values, 'DIALPROOF_TWILIO_URL'),
      accountSid: values.required('DIALPROOF_TWILIO_ACCOUNT_SID', 'twilio'),
      authToken: values.secret('DIALPROOF_TWILIO_AUTH_TOKEN', 'twilio'),
    };
    const free = twilioLookupChecker({ ...options, asks: 'validity' });
    return {
      checker: twilioLookupChecker(options),
      costs: true,
      ...asksAt(options),
      tryOut: (signal) => free.check(IMPOSSIBLE, { signal }),
    };
  },

  infobip(values, host) {
    const options = {
      ...fetchOf(host),
      baseUrl: values.required('DIALPROOF_INFOBIP_URL', 'infobip'),
      apiKey: values.secret('DIALPROOF_INFOBIP_API_KEY', 'infobip'),
    };
    return {
      checker: infobipChecker(options),
      costs: true,
      asks: [options.baseUrl],
      tryOut: (signal) => tryInfobip(options, signal),
    };
  },

  'hlr-lookups'(values, host) {
    const options = {
      ...fetchOf(host),
      ...otherAddress(values, 'DIALPROOF_HLR_LOOKUPS_URL'),
      apiKey: values.secret('DIALPROOF_HLR_LOOKUPS_API_KEY', 'hlr-lookups'),
      apiSecret: values.secret('DIALPROOF_HLR_LOOKUPS_API_SECRET', 'hlr-lookups'),
    };
    return {
      checker: hlrLookupsChecker(options),
      costs: true,
      ...asksAt(options),
      tryOut: (signal) => tryHlrLookups(options, signal),
    };
  },

  'telegram-gateway'(values, host) {
    const name = 'DIALPROOF_TELEGRAM_GATEWAY_CONSENT';
    if (values.text(name) !== CONSENT) {
      values.problems.push(`The checker telegram-gateway needs ${name}=${CONSENT}: its terms ask for that.`);
    }
    const address = otherAddress(values, 'DIALPROOF_TELEGRAM_GATEWAY_URL');
    const checker = telegramGatewayChecker({
      ...fetchOf(host),
      ...address,
      ownersOfAllNumbersHaveConsented: true,
      accessToken: values.secret('DIALPROOF_TELEGRAM_GATEWAY_TOKEN', 'telegram-gateway'),
    });
    // The Gateway refuses an impossible number, and a refusal is free.
    return {
      checker,
      costs: true,
      charges: ['telegram_registered'],
      ...asksAt(address),
      tryOut: (signal) => checker.check(IMPOSSIBLE, { signal }),
    };
  },

  camara(values, host) {
    const options = {
      ...fetchOf(host),
      baseUrl: values.required('DIALPROOF_CAMARA_URL', 'camara'),
      accessToken: values.secret('DIALPROOF_CAMARA_TOKEN', 'camara'),
      asks: values.choice('DIALPROOF_CAMARA_ASKS', ['reachability', 'subscription'], 'reachability'),
    };
    return {
      checker: camaraReachabilityChecker(options),
      costs: true,
      asks: [options.baseUrl, options.asks],
    };
  },

  dialproof(values, host) {
    const options = {
      ...fetchOf(host),
      baseUrl: values.required('DIALPROOF_UPSTREAM_URL', 'dialproof'),
      token: values.secret('DIALPROOF_UPSTREAM_TOKEN', 'dialproof'),
    };
    return {
      checker: dialproofChecker(options),
      costs: true,
      asks: [options.baseUrl],
      tryOut: (signal) => tryDialproof(options, signal),
    };
  },

  http(values, host) {
    const description = values.json('DIALPROOF_HTTP_CHECKER', 'http');
    const key = values.optionalSecret(HTTP_SECRET);
    const given: Readonly<Record<string, Secret>> = key === undefined ? {} : { key };
    const missing = secretsIn(valueAt(description, 'request')).filter((name) => !Object.hasOwn(given, name));
    values.problems.push(...missing.map(missingSecret));
    // The stand-ins let what is wrong with the description be found too.
    const standIns = Object.fromEntries(missing.map((name) => [name, 'missing']));
    const { onFailedEntry } = host;
    const options = {
      ...fetchOf(host),
      ...(onFailedEntry === undefined ? {} : { onFailedEntry }),
      secrets: { ...standIns, ...given },
    };
    return { checker: httpChecker(description, options), costs: true, asks: [description] };
  },
};
