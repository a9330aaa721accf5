import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvCellScanner } from './csv-cell-scanner.js';
import { csvBytes } from './csv-writer.js';

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '1', ' ', ',', ';', '"', '\n', '\r', 'é', '\ufeff'), maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 5 });

function rowsOf(text: string, delimiter?: string): string[][] {
  const scanner = new CsvCellScanner(text, delimiter);
  const found: string[][] = [];
  let row: string[] = [];
  while (scanner.nextCell()) {
    row.push(scanner.cellText());
    if (!scanner.endsLine) continue;
    found.push(row);
    row = [];
  }
  expect(row).toEqual([]);
  return found;
}

describe('CsvCellScanner', () => {
  it.each<[string, string, string[][]]>([
    ['no text', '', []],
    ['one cell', 'a', [['a']]],
    [
      'empty cells',
      ',\n,',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    ['every line end', 'a\nb\rc\r\nd', [['a'], ['b'], ['c'], ['d']]],
    ['blank lines', '\n\r\n\r', [[''], [''], ['']]],
    ['a delimiter and a line end in quotes', '"a,b","c\r\nd"\n', [['a,b', 'c\r\nd']]],
    ['doubled quotes', '"""","a""b"', [['"', 'a"b']]],
    ['empty quotes', '"",""\n""', [['', ''], ['']]],
    ['quotes in text', 'a"b,c"\n', [['a"b', 'c"']]],
    ['text behind quotes', '"a,b"c"d,""e\n', [['"a,b"c"d', '""e']]],
    ['a quote that is never closed', 'a,"b\nc,', [['a', '"b\nc,']]],
    ['a doubled quote that is never closed', '"a""', [['"a""']]],
  ])('reads %s', (_, text, expected) => {
    expect(rowsOf(text)).toEqual(expected);
  });

  it('gives back the cells that CsvWriter wrote, in however many pieces', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 4 }), (pieces) => {
        const text = pieces.map((piece) => csvBytes(piece).toString()).join('');
        const table = pieces.flat();
        expect(rowsOf(text)).toEqual(table);
      }),
    );
  });

  it.each(['\n', '\r', '\r\n'])('gives back cells with any delimiter in lines that end in %j', (lineEnd) => {
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t', '|', 'é'), (table, delimiter) => {
        const lines = table.map((row) =>
          row.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter),
        );
        for (const text of [lines.join(lineEnd), lines.map((line) => line + lineEnd).join('')]) {
          expect(rowsOf(text, delimiter)).toEqual(table);
        }
      }),
    );
  });

  // A search for each cell up to the next line end or quote, which may be at the end of the text, took minutes.
  it('takes no longer where the next line end or quote is far away', { timeout: 20_000 }, () => {
    const cells = 'a,'.repeat(300_000);
    expect(rowsOf(`${cells}\n`)).toHaveLength(1);
    expect(rowsOf(`${'"\n"\n'.repeat(300_000)}`)).toHaveLength(300_000);
  });
});
