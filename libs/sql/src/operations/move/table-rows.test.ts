import { describe, expect, it } from 'vitest';
import { type Row, TableDigest } from './table-rows.js';

function digestOf(...rows: Row[]): string {
  const digest = new TableDigest();
  for (const row of rows) digest.add(row);
  return digest.end().digest;
}

describe('the digest of a table', () => {
  it('is the same for the same rows, whichever class their bytes have', () => {
    const bytes = Uint8Array.of(1, 2);
    expect(digestOf(['a', 1, null, bytes])).toBe(digestOf(['a', 1, null, Buffer.from(bytes)]));
  });

  it.each<[Row[], Row[]]>([
    [
      [['a'], ['b']],
      [['b'], ['a']],
    ],
    [[['a', 'b']], [['a'], ['b']]],
    [[['ab', 'c']], [['a', 'bc']]],
    [[['1']], [[1]]],
    [[[null]], [['']]],
    [[['a']], [[Uint8Array.of(97)]]],
    [[['at1;b']], [['a', 'b']]],
  ])('tells %j from %j', (one, other) => {
    expect(digestOf(...one)).not.toBe(digestOf(...other));
  });
});
