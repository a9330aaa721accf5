import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../property-runs.fixture.js';
import { CsvWriter, csvBytes } from './csv-writer.js';
import { expectEqual } from './upload.fixture.js';

/** Characters that need quotes and others, starts of formulas, and the first and last letters of every length in UTF-8. */
const CHARS = [
  ...['a', '+', '=', '@', '-', '1', ' ', ',', '"', '\n', '\r', '\t', '\0', ';', "'", '\u007f'],
  ...[
    '\u0080',
    'é',
    '\u07ff',
    '\u0800',
    '漢',
    '\ud7ff',
    '\ue000',
    '\ufefe',
    '\ufeff',
    '\uff00',
    '\uffff',
    '😀',
  ],
];
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...CHARS), maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });

function stringified(table: readonly (readonly string[])[]): Buffer {
  return Buffer.from(stringify([...table], { record_delimiter: '\n', quoted_match: /[\r\ufeff]/ }));
}

/** Whether csv-stringify writes the row as a line that is not empty. */
function isFilled(row: readonly string[]): boolean {
  return row.length > 1 || row[0] !== '';
}

describe('csvBytes', () => {
  it.each([
    [
      'plain cells',
      [
        ['a', 'b'],
        ['1', ''],
      ],
      'a,b\n1,\n',
    ],
    ['no rows', [], ''],
    ['a row of one empty cell', [['a'], [''], ['b']], 'a\n""\nb\n'],
    ['a row of no cell', [[]], '""\n'],
    ['empty cells', [['', '']], ',\n'],
    ['what needs quotes', [['a,b', '"', 'a\nb', 'a\rb', '\ufeffa']], '"a,b","""","a\nb","a\rb","\ufeffa"\n'],
    ['what needs none', [[' a ', '=1+1', '+1415', "it's", ';']], " a ,=1+1,+1415,it's,;\n"],
    ['half of a surrogate pair', [['\ud83d', 'a\ude00,']], '\ufffd,"a\ufffd,"\n'],
  ])('writes %s', (_, table, text) => {
    expect(csvBytes(table).toString()).toBe(text);
  });

  it('writes the bytes of csv-stringify, but for rows of one empty cell', () => {
    const unit = fc.constantFrom('\ud83d', '\ude00', '"', 'é', 'a', '\ufeff');
    const oddCell = fc.oneof(cell, fc.string({ unit, maxLength: 4 }));
    const oddRow = fc.array(oddCell, { minLength: 1, maxLength: 4 }).filter(isFilled);
    fc.assert(
      fc.property(fc.array(oddRow, { maxLength: 8 }), (table) => {
        expectEqual(csvBytes(table), stringified(table));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('writes cells of any length as csv-stringify does', () => {
    const long = fc
      .tuple(fc.constantFrom(...CHARS), fc.integer({ min: 1, max: 100_000 }), cell)
      .map(([char, count, end]) => char.repeat(count) + end);
    fc.assert(
      fc.property(fc.array(long, { minLength: 1, maxLength: 3 }), cell, (cells, first) => {
        const table = [[first, ...cells], cells, [first, 'x']];
        expect(csvBytes(table).equals(stringified(table))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('is read back by csv-parse with every cell as it was', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const read = parse(csvBytes(table), { relax_column_count: true, record_delimiter: '\n' });
        expect(read).toEqual(table);
      }),
    );
  });

  it('is read back by papaparse with every cell as it was', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const { data } = Papa.parse<string[]>(csvBytes(table).toString(), {
          delimiter: ',',
          newline: '\n',
        });
        // papaparse takes the end of the last line for the start of another one.
        expect(data).toEqual([...table, ['']]);
      }),
    );
  });
});

describe('CsvWriter', () => {
  it('returns what was written since the last call, rows and lines in order', () => {
    const writer = new CsvWriter();
    const lines = Buffer.from('x,y\n"a,b"\nz');
    writer.addRow(['1', '2']);
    writer.addLines(lines, 4, 9);
    writer.addRow(['"']);
    expect(writer.take().toString()).toBe('1,2\n"a,b"\n""""\n');
    writer.addLines(lines, 0, 9);
    const taken = writer.take();
    writer.addRow(['others', 'in', 'its', 'place']);
    expect(taken.toString()).toBe('x,y\n"a,b"\n');
    writer.take();
    expect(writer.take()).toHaveLength(0);
  });
});
