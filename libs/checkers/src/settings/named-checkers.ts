import type { E164 } from '@dialproof/core';
import { camaraReachabilityChecker } from '../camara/index.js';
import { dialproofChecker, tryDialproof } from '../dialproof/index.js';
import { evidenceChecker } from '../evidence/index.js';
import { hlrLookupsChecker, tryHlrLookups } from '../hlr-lookups/index.js';
import { infobipChecker, tryInfobip } from '../infobip/index.js';
import { SandboxChecker } from '../sandbox-checker.js';
import { telegramGatewayChecker } from '../telegram-gateway/index.js';
import { twilioLookupChecker } from '../twilio/index.js';
import { VENDORS, type VendorName } from '../vendors/vendor.js';
import { vendorChecker } from '../vendors/vendor-checker.js';
import { checkerOfFile } from './checker-of-file.js';
import { type CheckerName, isVendorName, vendorVariable } from './checker-variables.js';
import { fetchOf, type HostParts, type NamedChecker } from './named-checker.js';
import type { SettingValues } from './setting-values.js';

type Build = (values: SettingValues, host: HostParts) => NamedChecker;

/** The address that takes the place of the vendor's own. */
function otherAddress(values: SettingValues, name: string) {
  const baseUrl = values.text(name);
  return baseUrl === undefined ? {} : { baseUrl };
}

/** An answer depends on the address only if that is not the vendor's own. */
function asksAt({ baseUrl }: { readonly baseUrl?: string }) {
  return baseUrl === undefined ? {} : { asks: [baseUrl] };
}

const DAY_MS = 86_400_000;
const DEFAULT_MAX_AGE_DAYS = 90;
const LONGEST_MAX_AGE_DAYS = 36_500;

/** The statement that the operator has to make. */
const CONSENT = 'owners-of-all-numbers-have-consented';

/** No number of the calling code +1 continues with a 1. */
const IMPOSSIBLE = '+11111111111' as E164;

/** Makes a checker from its settings. Invalid settings are added to the problems of `values`. */
export function buildNamed(name: CheckerName, values: SettingValues, host: HostParts): NamedChecker {
  return isVendorName(name) ? buildVendor(name, values, host) : BUILD[name](values, host);
}

function buildVendor(name: VendorName, values: SettingValues, host: HostParts): NamedChecker {
  const { description, secrets } = VENDORS[name];
  const address = otherAddress(values, vendorVariable(name, 'url'));
  const given = Object.keys(secrets).map(
    (secret) => [secret, values.secret(vendorVariable(name, secret), name)] as const,
  );
  const checker = vendorChecker(name, { ...fetchOf(host), ...address, secrets: Object.fromEntries(given) });
  return { checker, costs: true, asks: [description, ...Object.values(address)] };
}

const BUILD: Readonly<Record<Exclude<CheckerName, VendorName>, Build>> = {
  sandbox: (_, { sandbox }) => ({ checker: new SandboxChecker(sandbox), costs: false }),

  evidence(values, { observations }) {
    const days =
      values.amount('DIALPROOF_EVIDENCE_MAX_AGE_DAYS', LONGEST_MAX_AGE_DAYS) ?? DEFAULT_MAX_AGE_DAYS;
    if (observations === undefined) {
      throw new TypeError('it needs a database of observations, which this program does not have');
    }
    return {
      checker: evidenceChecker({ store: observations, maxAgeMs: Math.ceil(days * DAY_MS) }),
      costs: false,
    };
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

  http: checkerOfFile,
};
