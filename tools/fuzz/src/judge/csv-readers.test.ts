import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { rowsByTheRules } from './csv-by-the-rules.js';

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
        },
      ),
    );
  });
});
