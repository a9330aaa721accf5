import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { E164 } from './e164.js';
import { assertHashKey, numberHash } from './number-hash.js';

const ADA = '+14155552671' as E164;
const KEY = 'a key of some length';

describe('numberHash', () => {
  it('is the beginning of the HMAC of the number', () => {
    const whole = createHmac('sha256', KEY).update(ADA).digest().subarray(0, 16);
    expect(Buffer.from(numberHash(KEY, ADA), 'base64url')).toEqual(whole);
    expect(numberHash(Buffer.from(KEY), ADA)).toBe(numberHash(KEY, ADA));
  });

  it('differs by key and by number', () => {
    const hashes = [
      numberHash(KEY, ADA),
      numberHash('another key', ADA),
      numberHash(KEY, '+14155552672' as E164),
    ];
    expect(new Set(hashes).size).toBe(3);
  });
});

describe('assertHashKey', () => {
  it('refuses what is no key', () => {
    expect(() => assertHashKey('key', undefined)).toThrow(
      new TypeError('option key must be text or bytes, not undefined'),
    );
    expect(() => assertHashKey('key', 'short')).toThrow(
      new RangeError('option key must have 16 bytes at least'),
    );
    expect(() => assertHashKey('key', new Uint8Array(16))).not.toThrow();
  });
});
