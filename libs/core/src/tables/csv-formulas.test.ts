import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../property-runs.fixture.js';
import { neutralizedCell, neutralizedLine } from './csv-formulas.js';
import { csvBytes } from './csv-writer.js';
import type { Row } from './table-block.js';

const SIGNS = ['=', '+', '-', '@'];
const WIDE = ['\uff1d', '\uff0b', '\uff0d', '\uff20'];
const SMALL = ['\ufe66', '\ufe62', '\ufe63', '\ufe6b'];
const STARTS = [...SIGNS, ...WIDE, ...SMALL];
const BLANKS = ['\t', '\r', '\n', '\r\n'];
/** Characters that programs skip in front of a formula. */
const SKIPPED = [' ', '\u00a0', '\u3000', '\u2028', '\v', '\u0000', '\u200b', '\u00ad', '\ufeff'];
/** Separators of programs that do not split at our commas, with the line ends within cells. */
const SEPARATORS = [';', '\t', '|', '\n', '\r', '\r\n'];

function lineOf(row: Row): string {
  return csvBytes([row]).toString().slice(0, -1);
}

function cellsOf(line: string): string[] {
  return parse(line, { record_delimiter: '\u0001', relax_column_count: true })[0] ?? [];
}

const RUNS = propertyRuns(500);

describe('neutralizedLine', () => {
  it.each([...STARTS, ...BLANKS])('puts an apostrophe before a cell that begins with %j', (start) => {
    for (const row of [['name', `${start}1`], [start], [`${start}"`, ',', start]]) {
      const expected = row.map((cell) => (cell.startsWith(start) ? `'${cell}` : cell));
      expect(cellsOf(neutralizedLine(lineOf(row)))).toEqual(expected);
    }
  });

  it.each(STARTS.flatMap((start) => SEPARATORS.map((separator) => [start, separator])))(
    'puts one before %j where a program that splits at %j sees a cell begin',
    (start, separator) => {
      for (const between of ['', ' ', '"', '""', ' "']) {
        const cell = `x${separator}${between}${start}1+1${separator}y`;
        const neutralised = `x${separator}${between}'${start}1+1${separator}y`;
        expect(cellsOf(neutralizedLine(lineOf(['a', cell, 'b'])))).toEqual(['a', neutralised, 'b']);
      }
    },
  );

  it.each(SKIPPED)('puts one behind characters that programs skip: %j', (skipped) => {
    const cells = [`${skipped}=1`, `${skipped}${skipped}+1`, `x;${skipped}@a`];
    expect(cellsOf(neutralizedLine(lineOf(['a', ...cells])))).toEqual([
      'a',
      `${skipped}'=1`,
      `${skipped}${skipped}'+1`,
      `x;${skipped}'@a`,
    ]);
  });

  it.each([
    ['a phone', '+41791234567,x', "'+41791234567,x"],
    ['cells side by side', 'x,=1,=2,', "x,'=1,'=2,"],
    ['a cell in quotes', '"=1,2",x', `"'=1,2",x`],
    ['cells in quotes that they do not need', '"=1","x","+2"', `"'=1","x","'+2"`],
    ['a cell behind quotes', '"a,b",=1', `"a,b",'=1`],
    ['a cell on its second line', '"\n=1"', `"'\n'=1"`],
    ['a formula that semicolons open', 'x;=1+1;y,b', "x;'=1+1;y,b"],
    ['a formula behind a cell with quotes and a comma', '"a"",",=1', `"a"",",'=1`],
    ['a formula whose own quotes a program takes for its text', '"x;""=1+1"', `"x;""'=1+1"`],
  ])('neutralises %s', (_, line, neutralised) => {
    expect(neutralizedLine(line)).toBe(neutralised);
  });

  it('neutralises any number of formulas in one cell', () => {
    for (const count of [999, 1_000, 1_001, 100_000]) {
      const cell = (start: string) => `😀${`;${start}ä`.repeat(count)}`;
      expect(neutralizedLine(`x,${cell('=')},y`) === `x,${cell("'=")},y`).toBe(true);
    }
  });

  it.each([
    "a=1,'=1,,1-1",
    '',
    '""',
    '"","a"',
    '"""=1"""',
    'me@x.example;you@x.example',
    '2026-11-24;9-5|a+b',
    'a - b = c',
    "'\t'=1",
    // Programs that split at commas respect our quotes.
    '"Bob, +41 79"',
    '"a,=1"',
    '"a"",=1"',
  ])('leaves %j as it is', (line) => {
    expect(neutralizedLine(line)).toBe(line);
  });

  const line = fc.string({
    unit: fc.constantFrom('"', ',', 'a', "'", ...SKIPPED, ...SEPARATORS, ...STARTS),
    maxLength: 12,
  });
  const row = fc.array(line, { minLength: 1, maxLength: 4 }).map(lineOf);
  const begins = (text: string) => STARTS.some((start) => text.startsWith(start));
  const blanks = new RegExp(`^[${SKIPPED.join('')}\\s]+`, 'u');
  const blanksAndQuotes = new RegExp(`^[${SKIPPED.join('')}\\s"]+`, 'u');

  it('leaves no formula to a program, wherever it splits', () => {
    fc.assert(
      fc.property(row, (written) => {
        const neutralised = neutralizedLine(written);
        const cells = cellsOf(neutralised).map((cell) => cell.replace(blanks, ''));
        // The first piece begins where our own cell does.
        const pieces = neutralised.split(/[;\t|\r\n]/).slice(1);
        const behind = pieces.map((piece) => piece.replace(blanksAndQuotes, ''));
        return ![...cells, ...behind].some(begins);
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['A,-5', 'A,-5'],
    ['"=1', '"=1'],
    ['-5', "'-5"],
    ['=HYPERLINK("x","y")', `'=HYPERLINK("x","y")`],
    ['x;"=1', `x;"'=1`],
  ])('is for the text of a cell what its line gets: %s', (text, neutralised) => {
    expect(neutralizedCell(text)).toBe(neutralised);
  });

  it('changes the text of a cell as it changes the cell in a line', () => {
    fc.assert(
      fc.property(line, (text) => {
        expect(neutralizedCell(text)).toBe(cellsOf(neutralizedLine(lineOf(['', text])))[1]);
      }),
      { numRuns: RUNS },
    );
  });

  it('adds apostrophes only, and none to its own result', () => {
    fc.assert(
      fc.property(row, (written) => {
        const neutralised = neutralizedLine(written);
        expect(neutralised.replaceAll("'", '')).toBe(written.replaceAll("'", ''));
        expect(cellsOf(neutralised)).toHaveLength(cellsOf(written).length);
        expect(neutralizedLine(neutralised)).toBe(neutralised);
      }),
      { numRuns: RUNS },
    );
  });
});
