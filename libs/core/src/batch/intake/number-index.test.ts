import { describe, expect, it } from 'vitest';
import type { E164 } from '../../model/e164.js';
import { decodeNumberChunk } from '../number-chunk.js';
import { NO_NUMBER } from '../row-block.js';
import { NumberIndex } from './number-index.js';

const [A, B, C] = ['+14155552671', '+442071838750', '+41791234567'] as [E164, E164, E164];

describe('number index', () => {
  it('gives each number one index, in the order of first sight, and none to a row without', () => {
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

  it('has no chunks without numbers', () => {
    expect([...new NumberIndex().chunks(100)]).toEqual([]);
  });
});
