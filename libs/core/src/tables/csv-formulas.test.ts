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

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
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
    ['cells in quotes that they do not need', '"=1","x","+2"', `"'=1","x","'+2"`],
    ['a cell behind quotes', '"a,b",=1', `"a,b",'=1`],
    ['a cell on its second line', '"\n=1"', `"'\n=1"`],
  ])('neutralises %s', (_, line, neutralised) => {
    expect(neutralizedLine(line)).toBe(neutralised);
  });

  it.each(["a=1, =1,'=1,,1-1", '', '""', '"","a"', '"""=1"""', '"a,=1"', '"a"",=1"', '"a\n=1",x'])(
    'leaves %j as it is',
    (line) => {
      expect(neutralizedLine(line)).toBe(line);
    },
  );

  const cell = fc.string({
    unit: fc.constantFrom('"', ',', 'a', "'", ' ', '\ufeff', ...STARTS),
    maxLength: 5,
  });
  const neutralised = (text: string) => (STARTS.some((start) => text.startsWith(start)) ? `'${text}` : text);

  it('writes any row as CsvWriter writes it with its cells neutralised', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (row) => {
        expect(neutralizedLine(lineOf(row))).toBe(lineOf(row.map(neutralised)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves cells in quotes that they do not need', () => {
    const cells = fc.array(fc.tuple(cell, fc.boolean()), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(cells, (row) => {
        const written = (texts: Row) =>
          texts
            .map((text, index) => (row[index]?.[1] ? quoted(text) : lineOf(['', text]).slice(1)))
            .join(',');
        const texts = row.map(([text]) => text);
        expect(neutralizedLine(written(texts))).toBe(written(texts.map(neutralised)));
      }),
      { numRuns: 2_000 },
    );
  });
});
