import { assertOptionNames, type BulkNumberChecker, type NumberChecker } from '@dialproof/core';
import { type DescribedCheckerOptions, describedChecker } from '../described/index.js';
import { readBaseUrl } from '../upstream/base-url.js';
import { VENDORS, type Vendor, type VendorName } from './vendor.js';

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
