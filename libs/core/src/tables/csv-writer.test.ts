import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvText } from './csv-writer.js';

const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', '+', '1', ' ', ',', '"', '\n', '\r', '\t', 'é', '\ufeff', ';'),
    maxLength: 6,
  }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });

describe('csvText', () => {
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
  ])('writes %s', (_, table, text) => {
    expect(csvText(table)).toBe(text);
  });

  it('writes rows as csv-stringify does, but those of one empty cell', () => {
    const written = rows.filter((table) => table.every((row) => row.length > 1 || row[0] !== ''));
    fc.assert(
      fc.property(written, (table) => {
        expect(csvText(table)).toBe(stringify(table, { quoted_match: /[\r\ufeff]/ }));
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes the line of a row where it is known', () => {
    const table = [['a', 'b'], ['"', 'c'], ['d'], [',']];
    expect(csvText(table, [undefined, 'known', undefined])).toBe('a,b\nknown\nd\n","\n');
  });

  it('is read back by csv-parse with every cell as it was', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const read = parse(csvText(table), { relax_column_count: true, record_delimiter: '\n' });
        expect(read).toEqual(table);
      }),
    );
  });

  it('is read back by papaparse with every cell as it was', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const { data } = Papa.parse<string[]>(csvText(table), {
          delimiter: ',',
          newline: '\n',
        });
        // papaparse takes the end of the last line for the start of one more.
        expect(data).toEqual([...table, ['']]);
      }),
    );
  });
});
