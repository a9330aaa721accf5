import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHeader, decodeRowBlock, encodeHeader, encodeRowBlock, NO_NUMBER } from '../batch/row-block.js';
import type { E164 } from '../model/identifiers.js';
import { csvBytes } from '../tables/csv-writer.js';
import { csvCellEnd, csvCellText, splitCsvLines } from '../tables/table-block.js';
import { erasedHeader, erasedRows, writtenNumber } from './erased-rows.js';

const WRITTEN = writtenNumber('+14155550100' as E164);
const FORMS = ['+14155550100', '(415) 555-0100', 'é "1 415 555 0100"\n', 'a, 4155550100'];

function blockOf(rows: readonly (readonly string[])[], numbers: readonly number[]): Uint8Array {
  const text = Buffer.concat(rows.map((row) => Buffer.from(csvBytes([row]))));
  const cellCounts = Int32Array.from(rows, ({ length }) => length);
  return encodeRowBlock({ text, cellCounts, numberIndexes: Int32Array.from(numbers) });
}

function cellsOf(block: Uint8Array): string[][] {
  const { text } = decodeRowBlock(block);
  return splitCsvLines(text).map((line) => {
    const bytes = Buffer.from(`${line}\n`);
    const cells: string[] = [];
    for (let start = 0; start < bytes.length; ) {
      const end = csvCellEnd(bytes, start);
      cells.push(csvCellText(bytes, start, end));
      start = end + 1;
    }
    return cells;
  });
}

const cell = fc.oneof(
  fc.constantFrom(...FORMS, '+14155550101', '', '415', 'none'),
  fc.string({ unit: fc.constantFrom('"', ',', '\n', 'é', '漢', 'a', '4') }),
);
const row = fc
  .tuple(fc.array(cell, { minLength: 1, maxLength: 4 }), fc.integer({ min: NO_NUMBER, max: 2 }))
  // No number is in empty cells.
  .map(([cells, number]) => [cells, cells.join('') === '' ? NO_NUMBER : number] as const);

describe('rows without a number', () => {
  it('have empty cells in place of those of the number, and all others as they were', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 12 }),
        fc.option(fc.nat(2), { nil: undefined }),
        (rows, index) => {
          const block = blockOf(
            rows.map(([cells]) => cells),
            rows.map(([, number]) => number),
          );
          const expected = rows.map(([cells, number]) =>
            cells.map((text) => (number === index || WRITTEN.isIn(text) ? '' : text)),
          );
          const changed = rows.filter(([cells], at) => cells.join() !== expected[at]?.join()).length;
          const erased = erasedRows(block, index, WRITTEN);
          expect(erased?.rows ?? 0).toBe(changed);
          expect(cellsOf(erased?.block ?? block)).toEqual(expected);
          if (erased === undefined) return;
          expect(erasedRows(erased.block, index, WRITTEN)).toBeUndefined();
          const [before, after] = [decodeRowBlock(block), decodeRowBlock(erased.block)];
          expect([after.cellCounts, after.numberIndexes]).toEqual([before.cellCounts, before.numberIndexes]);
          expect(WRITTEN.isIn(after.text.toString())).toBe(false);
        },
      ),
    );
  });

  it('are refused for a damaged block', () => {
    const block = blockOf([['+14155550100'], ['b']], [0, 1]);
    expect(() => erasedRows(block.subarray(0, -2), 0, WRITTEN)).toThrow(RangeError);
  });
});

describe('a header without a number', () => {
  it('has empty cells in place of those with it', () => {
    const header = {
      columns: ['phone', 'since +1 415 555 0100'],
      skippedRows: [['Hotline (415) 555-0100', 'x']],
      hasLongCells: false,
    };
    const erased = erasedHeader(encodeHeader(header), WRITTEN);
    expect(erased && decodeHeader(erased)).toEqual({
      ...header,
      columns: ['phone', ''],
      skippedRows: [['', 'x']],
    });
    expect(
      erasedHeader(encodeHeader({ ...header, columns: ['phone'], skippedRows: [] }), WRITTEN),
    ).toBeUndefined();
  });
});
