import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutralizedLine } from './csv-formulas.js';
import { csvBytes } from './csv-writer.js';
import type { Row } from './row.js';

const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '\r\n=', '\uff1d', '\uff0b', '\uff0d', '\uff20'];

function lineOf(row: Row): string {
  return csvBytes([row]).toString().slice(0, -1);
}

describe('neutralizedLine', () => {
  it.each(STARTS)('puts an apostrophe before a cell that begins with %j', (start) => {
    for (const row of [['name', `${start}1+1`], [start], [`${start}"`, ',', start]]) {
      const [cells] = parse(neutralizedLine(lineOf(row)), { record_delimiter: '\n' });
      expect(cells).toEqual(row.map((cell) => (cell.startsWith(start) ? `'${cell}` : cell)));
    }
  });

  it.each([
    ['a phone', '+41791234567,x', "'+41791234567,x"],
    ['cells side by side', 'x,=1,=2,', "x,'=1,'=2,"],
    ['a cell in quotes', '"=1,2",x', `"'=1,2",x`],
    ['a cell behind quotes', '"a,b",=1', `"a,b",'=1`],
    ['a cell on its second line', '"\n=1"', `"'\n=1"`],
  ])('neutralises %s', (_, line, neutralised) => {
    expect(neutralizedLine(line)).toBe(neutralised);
  });

  it.each(["a=1, =1,'=1,,1-1", '', '""', '"""=1"""', '"a,=1"', '"a"",=1"', '"a\n=1",x'])(
    'leaves %j as it is',
    (line) => {
      expect(neutralizedLine(line)).toBe(line);
    },
  );

  it('writes any row as CsvWriter writes it with its cells neutralised', () => {
    const cell = fc.string({
      unit: fc.constantFrom('"', ',', 'a', "'", ' ', '\ufeff', ...STARTS),
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (row) => {
        const neutralised = row.map((text) =>
          STARTS.some((start) => text.startsWith(start)) ? `'${text}` : text,
        );
        expect(neutralizedLine(lineOf(row))).toBe(lineOf(neutralised));
      }),
      { numRuns: 2_000 },
    );
  });
});
