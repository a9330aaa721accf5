import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type RecordedReplies, recordedUpstream, type UpstreamAnswers } from '@dialproof/testkit/upstreams';
import { VENDORS, type VendorName } from './vendor.js';

export function recordedOf(name: VendorName): RecordedReplies {
  return JSON.parse(readFileSync(new URL(`./replies/${name}.json`, import.meta.url), 'utf8'));
}

/** A made-up value for each secret of the vendor's description. */
export function secretsOf(name: VendorName): Readonly<Record<string, string>> {
  return secretsWith(name, (secret) => `our-${secret}`, KEY);
}

/** Values of the right form that the vendor does not know. */
export function otherSecretsOf(name: VendorName): Readonly<Record<string, string>> {
  return secretsWith(name, () => 'of last year', OTHER_KEY);
}

function secretsWith(name: VendorName, textOf: (secret: string) => string, key: string) {
  const secrets = Object.keys(VENDORS[name].secrets);
  return Object.fromEntries(
    secrets.map((secret) => [secret, secret === 'private_key' ? key : textOf(secret)]),
  );
}

const [KEY, OTHER_KEY] = [newKey(), newKey()];

function newKey(): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey;
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
