import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { E164 } from '../../model/identifiers.js';
import { decodeNumberChunk } from '../number-chunk.js';
import { NO_NUMBER } from '../row-block.js';
import { NumberIndex } from './number-index.js';

const [A, B, C] = ['+14155552671', '+442071838750', '+41791234567'] as [E164, E164, E164];

describe('number index', () => {
  it('gives each number one index, in the order of first occurrence, and none to a row without a number', () => {
    const index = new NumberIndex();
    expect([A, undefined, B, A, C, undefined].map((number) => index.add(number))).toEqual([
      0,
      NO_NUMBER,
      1,
      0,
      2,
      NO_NUMBER,
    ]);
    expect(index).toMatchObject({ size: 3, rowsWithNumber: 4 });
  });

  it('cuts the numbers into chunks with the rows that carry each', () => {
    const index = new NumberIndex();
    for (const number of [A, B, A, C, A]) index.add(number);
    expect([...index.chunks(2)].map(decodeNumberChunk)).toEqual([
      { numbers: [A, B], rowCounts: [3, 1] },
      { numbers: [C], rowCounts: [1] },
    ]);
  });

  it('keeps the earliest date of consent of each number', () => {
    const index = new NumberIndex({ hasConsentDates: true });
    index.add(A, 20240501);
    index.add(undefined, 20200101);
    index.add(B);
    for (const day of [0, 20230101, 20250101]) index.add(A, day);
    expect([...index.chunks(2)].map((chunk) => decodeNumberChunk(chunk).consentDates)).toEqual([
      ['2023-01-01', undefined],
    ]);
  });

  it('gives the same indexes as a map, also for many and similar numbers', () => {
    const number = fc.oneof(
      fc.integer({ min: 1_000_000, max: 999_999_999_999_999 }),
      fc.integer({ min: 14_155_550_000, max: 14_155_553_000 }),
      fc.nat(40).map((high) => high * 100_000_000 + 300_000_000_000),
    );
    const numbers = fc.array(fc.option(number, { nil: undefined }), { maxLength: 5_000, size: 'max' });
    fc.assert(
      fc.property(numbers, (all) => {
        const index = new NumberIndex();
        const known = new Map<number, number>();
        for (const digits of all) {
          if (digits !== undefined && !known.has(digits)) known.set(digits, known.size);
          const expected = digits === undefined ? NO_NUMBER : known.get(digits);
          if (index.add(digits === undefined ? undefined : (`+${digits}` as E164)) !== expected) return false;
        }
        const chunks = [...index.chunks(1_000)].map((chunk) => decodeNumberChunk(chunk).numbers);
        expect(chunks.flat()).toEqual(Array.from(known.keys(), (digits) => `+${digits}`));
        return true;
      }),
      { numRuns: 50 },
    );
  });

  it('has no chunks without numbers', () => {
    expect([...new NumberIndex().chunks(100)]).toEqual([]);
  });
});
