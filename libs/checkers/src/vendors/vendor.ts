import { assertOptionNames, type BulkNumberChecker, type NumberChecker } from '@dialproof/core';
import { type DescribedCheckerOptions, describedChecker } from '../described/index.js';
import { readBaseUrl } from '../upstream/secret.js';
import addressfinder from './addressfinder.json' with { type: 'json' };
import bird from './bird.json' with { type: 'json' };
import d7networks from './d7networks.json' with { type: 'json' };
import dncscrub from './dncscrub.json' with { type: 'json' };
import experian from './experian.json' with { type: 'json' };
import hlrlookupCom from './hlrlookup-com.json' with { type: 'json' };
import ipqs from './ipqs.json' with { type: 'json' };
import neutrino from './neutrino.json' with { type: 'json' };
import orange from './orange.json' with { type: 'json' };
import realphonevalidation from './realphonevalidation.json' with { type: 'json' };
import seven from './seven.json' with { type: 'json' };
import trestle from './trestle.json' with { type: 'json' };
import vonage from './vonage.json' with { type: 'json' };
import vonageIdentity from './vonage-identity.json' with { type: 'json' };

/** A vendor's API as its public documents describe it. None of these was tried against the vendor itself. */
export interface Vendor {
  readonly title: string;
  /** The page of the vendor's documentation that each part of the description comes from. */
  readonly documents: Readonly<Record<'request' | 'answer' | 'refusals', string>>;
  readonly knows: string;
  readonly cannotKnow: string;
  readonly price: string;
  readonly limits: string;
  /** How the API is tried without money. */
  readonly sandbox: string;
  /** The meaning of each `{secret.name}` of the description. */
  readonly secrets: Readonly<Record<string, string>>;
  /** For `describedChecker`. */
  readonly description: {
    readonly name: string;
    readonly token?: { readonly oauth?: { readonly url: string }; readonly jwt?: object };
    readonly request: { readonly url: string };
    readonly poll?: { readonly url: string };
    readonly covers?: { readonly callingCodes: readonly string[] };
  };
}

/** The names of the vendors' checkers. A new one is a file, its recorded replies and three lines here. */
export const VENDOR_NAMES = [
  'addressfinder',
  'bird',
  'd7networks',
  'dncscrub',
  'experian',
  'hlrlookup-com',
  'ipqs',
  'neutrino',
  'orange',
  'realphonevalidation',
  'seven',
  'trestle',
  'vonage-identity',
  'vonage',
] as const;

export type VendorName = (typeof VENDOR_NAMES)[number];

export const VENDORS: Readonly<Record<VendorName, Vendor>> = {
  addressfinder,
  bird,
  d7networks,
  dncscrub,
  experian,
  'hlrlookup-com': hlrlookupCom,
  ipqs,
  neutrino,
  orange,
  realphonevalidation,
  seven,
  trestle,
  'vonage-identity': vonageIdentity,
  vonage,
};

export interface VendorCheckerOptions extends DescribedCheckerOptions {
  /** Replaces the origin of the vendor's address, for a test. */
  readonly baseUrl?: string;
}

/** Asks a vendor by its description. Throws TypeError for an unknown vendor, and for secrets that do not fit it. */
export function vendorChecker(
  name: VendorName,
  { baseUrl, ...options }: VendorCheckerOptions,
): NumberChecker | BulkNumberChecker {
  assertOptionNames('vendorChecker', options, { fetch: true, onFailedEntry: true, secrets: true });
  if (!Object.hasOwn(VENDORS, name)) throw new TypeError(`vendorChecker knows no vendor ${String(name)}`);
  const { description } = VENDORS[name];
  return describedChecker(baseUrl === undefined ? description : at(baseUrl, description), options);
}

function at(baseUrl: string, description: Vendor['description']): unknown {
  const { poll, request, token } = description;
  const origin = readBaseUrl('baseUrl', baseUrl);
  const moved = <Part extends { readonly url: string }>(part: Part): Part => ({
    ...part,
    url: part.url.replace(/^https:\/\/[^/]+/, origin),
  });
  return {
    ...description,
    request: moved(request),
    ...(poll === undefined ? {} : { poll: moved(poll) }),
    ...(token?.oauth === undefined ? {} : { token: { oauth: moved(token.oauth) } }),
  };
}
