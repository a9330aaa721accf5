import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { csvBytes } from './csv-writer.js';
import { csvCellEnd, csvCellText, csvLineEnd, splitCsvLines, withoutDoubled } from './table-block.js';

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', '\r', 'é', '\ufeff'), maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 });

/** The cells of the line that begins at `lineStart`. */
function cellsOf(bytes: Buffer, lineStart = 0): string[] {
  const cells: string[] = [];
  const lineEnd = csvLineEnd(bytes, lineStart);
  for (let start = lineStart; start <= lineEnd; ) {
    const end = csvCellEnd(bytes, start);
    cells.push(csvCellText(bytes, start, end));
    start = end + 1;
  }
  return cells;
}

describe('withoutDoubled', () => {
  it('leaves one of two quotes, in short cells and in long ones', () => {
    const text = fc.array(fc.constantFrom('"', '""', 'a', 'é', '漢', '😀', '\ud800'), { maxLength: 30 });
    fc.assert(
      fc.property(text, fc.constantFrom(1, 1_000), (pieces, times) => {
        const cell = pieces.join('').repeat(times);
        // Doubled, each quote is one of two.
        expect(withoutDoubled(cell.replaceAll('"', '""'))).toBe(cell);
        expect(withoutDoubled(cell)).toBe(cell.replaceAll('""', '"'));
      }),
      { numRuns: 200 },
    );
  });

  it('makes no object of each quote of a long cell', () => {
    const cell = '""'.repeat(100_000);
    const replaced = vi.spyOn(String.prototype, 'replace');
    const replacedAll = vi.spyOn(String.prototype, 'replaceAll');
    const text = withoutDoubled(cell);
    const calls = replaced.mock.calls.length + replacedAll.mock.calls.length;
    vi.restoreAllMocks();
    expect(text).toHaveLength(100_000);
    expect(calls).toBe(0);
  });
});

describe('splitCsvLines', () => {
  it('gives the line of each row', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const lines = splitCsvLines(csvBytes(table));
        expect(lines).toEqual(table.map((row) => csvBytes([row]).toString().slice(0, -1)));
      }),
    );
  });

  it('gives no line for no text', () => {
    expect(splitCsvLines(Buffer.alloc(0))).toEqual([]);
  });

  it('reads the middle of another buffer', () => {
    const surrounded = Buffer.from('x\n"é,漢"\n1\nx\n');
    expect(splitCsvLines(surrounded.subarray(2, -2))).toEqual(['"é,漢"', '1']);
  });

  it('throws RangeError for text whose last line does not end', () => {
    expect(() => splitCsvLines(Buffer.from('a"b\n'))).toThrow(RangeError);
  });
});

describe('the cells of a line', () => {
  it.each([
    ['a,b', ['a', 'b']],
    [',', ['', '']],
    ['""', ['']],
    ['"a,b",', ['a,b', '']],
    ['"""",x', ['"', 'x']],
    ['a,"b""c""",,d', ['a', 'b"c"', '', 'd']],
    ['"a","","b"', ['a', '', 'b']],
  ])('of %j are found', (line, cells) => {
    expect(cellsOf(Buffer.from(`${line}\n`))).toEqual(cells);
  });

  it('are those of csv-parse, line by line', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const bytes = csvBytes(table);
        const found: string[][] = [];
        for (let start = 0; start < bytes.length; start = csvLineEnd(bytes, start) + 1) {
          found.push(cellsOf(bytes, start));
        }
        expect(found).toEqual(parse(bytes, { relax_column_count: true, record_delimiter: '\n' }));
        expect(found).toEqual(table);
      }),
    );
  });

  it('are found in quotes that they do not need', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const lines = table.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','));
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        expect(splitCsvLines(bytes)).toEqual(lines);
        let start = 0;
        for (const row of table) {
          expect(cellsOf(bytes, start)).toEqual(row);
          start = csvLineEnd(bytes, start) + 1;
        }
        expect(start).toBe(bytes.length);
      }),
    );
  });

  it('throw RangeError where they do not end', () => {
    for (const cut of ['a', '"a\n', '"a,"']) {
      expect(() => csvLineEnd(Buffer.from(cut), 0)).toThrow(RangeError);
      expect(() => csvCellEnd(Buffer.from(cut), 0)).toThrow(RangeError);
    }
  });
});
