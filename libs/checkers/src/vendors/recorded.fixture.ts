import { readFileSync } from 'node:fs';
import { type RecordedReplies, recordedUpstream, type UpstreamAnswers } from '@dialproof/testkit/upstreams';
import { VENDORS, type VendorName } from './vendor.js';

export function recordedOf(name: VendorName): RecordedReplies {
  return JSON.parse(readFileSync(new URL(`./replies/${name}.json`, import.meta.url), 'utf8'));
}

/** A made-up value for each secret of the vendor's description. */
export function secretsOf(name: VendorName): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(VENDORS[name].secrets).map((secret) => [secret, `our-${secret}`]));
}

/** The vendor's API, made from its recorded replies. It has the same finding for every number. */
export function recordedVendor(name: VendorName, finding: string): UpstreamAnswers {
  const [callingCode] = VENDORS[name].description.covers?.callingCodes ?? [];
  return recordedUpstream({
    recorded: recordedOf(name),
    secrets: Object.values(secretsOf(name)),
    ...(callingCode === undefined ? {} : { callingCode }),
    findingOf: () => finding,
  });
}
