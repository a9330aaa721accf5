import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { E164 } from '../phone/e164.js';
import { emptySummary } from '../statuses.js';
import { countRows, countVerified, decodeStatus, encodeStatuses } from './chunk-statuses.js';
import { decodeNumberChunk, encodeNumberChunk } from './number-chunk.js';
import { decodeRowBlock, encodeRowBlock } from './row-block.js';

const number = fc
  .bigInt({ min: 1_000_000n, max: 999_999_999_999_999n })
  .map((digits) => `+${digits}` as E164);

describe('number chunk', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(number, fc.integer({ min: 1, max: 100_000 }))), (pairs) => {
        const chunk = { numbers: pairs.map(([n]) => n), rowCounts: pairs.map(([, count]) => count) };
        expect(decodeNumberChunk(encodeNumberChunk(chunk))).toEqual(chunk);
      }),
    );
  });

  it('is readable text', () => {
    const chunk = { numbers: ['+14155552671', '+442071838750'] as E164[], rowCounts: [1, 3] };
    expect(Buffer.from(encodeNumberChunk(chunk)).toString()).toBe('14155552671 442071838750*3');
  });
});

describe('row block', () => {
  it('comes back as it was, also from the middle of another buffer', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -1, max: 99_999 }), fc.integer({ min: 1, max: 1_000 }))),
        fc.string({ unit: 'grapheme' }),
        (rows, text) => {
          const block = {
            numberIndexes: Int32Array.from(rows, ([index]) => index),
            cellCounts: Int32Array.from(rows, ([, cells]) => cells),
            text: Buffer.from(text),
          };
          const encoded = encodeRowBlock(block);
          const surrounded = Buffer.concat([Buffer.from('abc'), encoded, Buffer.from('x')]);
          expect(decodeRowBlock(encoded)).toEqual(block);
          expect(decodeRowBlock(surrounded.subarray(3, 3 + encoded.length))).toEqual(block);
        },
      ),
    );
  });
});

describe('chunk statuses', () => {
  const answers = ['wa_registered', 'dead', 'check_failed', 'unknown'] as const;

  it('take one byte each and come back, a failed check as unknown', () => {
    const bytes = encodeStatuses(answers);
    expect(bytes).toHaveLength(4);
    expect([...bytes].map(decodeStatus)).toEqual(['wa_registered', 'dead', 'unknown', 'unknown']);
  });

  it('count the rows that carry each number', () => {
    expect(countRows(answers, [5, 1, 2, 3])).toEqual({
      ...emptySummary(),
      wa_registered: 5,
      dead: 1,
      unknown: 5,
    });
  });

  it('charge each number once, except where its check failed', () => {
    expect(countVerified(answers)).toBe(3);
  });

  it('refuse a byte that stands for no status', () => {
    expect(() => decodeStatus(9)).toThrow(RangeError);
    expect(() => decodeStatus(undefined)).toThrow(RangeError);
  });
});
