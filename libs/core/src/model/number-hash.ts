import { createHmac } from 'node:crypto';
import type { E164 } from './e164.js';

declare const brand: unique symbol;

/** A number as {@link numberHash} writes it: 22 characters, the same for the same key and number. */
export type NumberHash = string & { readonly [brand]: 'NumberHash' };

const LEAST_KEY_BYTES = 16;
/** Half of a SHA-256: two numbers never share it, and a row of a database is half as long. */
const HASH_BYTES = 16;

/**
 * HMAC-SHA-256 of a number, cut to 128 bits, in base64url. Without the key nobody finds the number: all numbers that there are could be tried
 * against a plain hash.
 */
export function numberHash(key: string | Uint8Array, number: E164): NumberHash {
  const hash = createHmac('sha256', key).update(number).digest();
  // The brand is put on here and nowhere else.
  return hash.toString('base64url', 0, HASH_BYTES) as NumberHash;
}

/** Throws TypeError for a key of another type, RangeError for one of less than 16 bytes. */
export function assertHashKey(option: string, key: unknown): void {
  if (typeof key !== 'string' && !(key instanceof Uint8Array)) {
    throw new TypeError(`option ${option} must be text or bytes, not ${typeof key}`);
  }
  if (Buffer.byteLength(key) < LEAST_KEY_BYTES) {
    throw new RangeError(`option ${option} must have ${LEAST_KEY_BYTES} bytes at least`);
  }
}
