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
  const { request } = description;
  const origin = readBaseUrl('baseUrl', baseUrl);
  return { ...description, request: { ...request, url: request.url.replace(/^https:\/\/[^/]+/, origin) } };
}
