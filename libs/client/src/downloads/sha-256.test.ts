import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Sha256, sha256 } from './sha-256.js';

function base64Of(pieces: readonly Uint8Array[]): string {
  const sum = new Sha256();
  for (const piece of pieces) sum.update(piece);
  return sum.base64();
}

describe('Sha256', () => {
  it('is that of Node, however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }), (pieces) => {
        const hash = createHash('sha256');
        for (const piece of pieces) hash.update(piece);
        expect(base64Of(pieces)).toBe(hash.digest('base64'));
      }),
    );
  });

  it.each([0, 55, 56, 63, 64, 65, 119, 120, 1_000_000])('is right for %i bytes', (length) => {
    const bytes = new Uint8Array(length).fill(0x61);
    expect(base64Of([bytes])).toBe(createHash('sha256').update(bytes).digest('base64'));
  });
});

describe('sha256', () => {
  it('is that of the runtime if it has one, and equal', () => {
    const sum = sha256();
    sum.update(new TextEncoder().encode('abc'));
    expect(sum).not.toBeInstanceOf(Sha256);
    expect(sum.base64()).toBe(base64Of([new TextEncoder().encode('abc')]));
  });

  it.each([undefined, {}, { getBuiltinModule: () => undefined }])('is our own elsewhere: %o', (process) => {
    vi.stubGlobal('process', process);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    expect(sha256()).toBeInstanceOf(Sha256);
  });
});
