import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { rowsByTheRules } from './csv-by-the-rules.js';
import { comparable, PAPAPARSE_DIFFERS, rowsByPapaparse } from './judge-csv.js';

describe('rowsByTheRules', () => {
  it.each([
    [
      'a,b\r1,2\r\n3,4\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['\n\na\n""\n,\n', [['a'], [''], ['', '']]],
    ['"x""y"z,"x""y"\n', [['"x""y"z', 'x"y']]],
    ['5" pipe, "a"\n', [['5" pipe', ' "a"']]],
    ['"a\nb",c', [['a\nb', 'c']]],
    ['"a\nb"c,d\n', undefined],
    ['"a,b\n', undefined],
  ])('reads %j', (text, rows) => {
    expect(rowsByTheRules(text, ',')).toEqual(rows);
  });

  it('agrees with papaparse on what papaparse writes', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', ' ', ',', ';', '"', '\n', '\r', 'é', '😀'),
      maxLength: 6,
    });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(',', ';'),
        fc.constantFrom('\n', '\r\n', '\r'),
        (rows, delimiter, newline) => {
          const text = Papa.unparse(rows, { delimiter, newline, quotes: true });
          expect(rowsByTheRules(text, delimiter)).toEqual(rows);
          expect(rowsByPapaparse(text, delimiter) ?? comparable(rows)).toEqual(comparable(rows));
        },
      ),
    );
  });
});

describe('where papaparse differs by design', () => {
  const differs = (rule: keyof typeof PAPAPARSE_DIFFERS, text: string) => {
    const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' });
    expect(PAPAPARSE_DIFFERS[rule](text, errors)).toBe(true);
    expect(rowsByPapaparse(text, ',')).toBeUndefined();
    return data;
  };

  it('reads on behind quotes that end in the midst of a cell', () => {
    expect(differs('misquoted', 'a,"b"c,d\ne,f,g')).toEqual([['a', 'b"c,d\ne,f,g']]);
  });

  it('drops blanks behind a closing quote', () => {
    expect(differs('blankBehindQuote', '"a" ,b')).toEqual([['a', 'b']]);
  });
});
