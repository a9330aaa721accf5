import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../property-runs.fixture.js';
import { readRows } from '../upload.fixture.js';
import { findDelimiter } from './find-delimiter.js';

describe('findDelimiter', () => {
  it.each([
    ['commas', 'a,b\n1,2\n', ','],
    ['semicolons', 'a;b\n1;2\n', ';'],
    ['tabs', 'a\tb\n1\t2\n', '\t'],
    ['pipes', 'a|b\n1|2\n', '|'],
    ['decimal commas beside semicolons', 'name;price\nA;1,5\nB;2,75\n', ';'],
    ['decimal commas in every cell', '1,5;2,5\n3,5;4,5\n', ';'],
    ['sentences beside pipes', 'Smith, John|1\nDoe, Jane|2\n', '|'],
    ['semicolons inside of cells', 'phone,tags\n1,a;b\n2,c;d\n3,e\n', ','],
    ['delimiters inside of quotes', 'a,b\n"1;2;3",x\n"4;5;6",y\n', ','],
    ['doubled quotes', 'a;b\n"1 "", 2";x\n"4 "", 5";y\n', ';'],
    ['line ends and other delimiters in quotes', '"a","b"\n"",";\n",";a"\n"",";"\n";",";"\n', ','],
    ['text behind a closing quote', 'name;note\nA;"x"y\nB;z\n', ';'],
    ['one column', 'phone\n+14155552671\n', ','],
    ['one column with a semicolon in a rare cell', `text\n${'word\n'.repeat(20)}a; b\n`, ','],
    ['ragged rows', 'a;b;c\n1\n1;2;3;4\n1;2\n', ';'],
    ['a title above the header', 'Customers\n\na;b;c\n1;2;3\n4;5;6\n7;8;9\n10;11;12\n', ';'],
    ['ragged rows with a price in each', `name;price;phone\n${'A;1,5\nB;2,7;3\nC;3,5;4;5\n'.repeat(3)}`, ';'],
    ['ragged rows with tags in each', `phone,tags,name\n${'1,a;b\n2,c;d,E\n3,e;f,G,\n'.repeat(3)}`, ','],
    ['a quote that another delimiter would leave open', 'Ann|1|"say ""hi"""|"|2,"|3\n', '|'],
    ['a header and one row of one cell with a comma', 'phone|city\na,b\n', '|'],
    ['a single line', 'a;b;c', ';'],
    [
      'pipes that cut every row alike, beside a comma in each and quotes in cells',
      `a,b|"c" d|e|f,g\n${'1,2|"x" y|3,4|5\n1|2|"a, b" c|3\n'.repeat(250)}`,
      '|',
    ],
    ['semicolons with spaces behind them', 'name; price; phone\nA; 1,5; 2\nB; 2,7; 3\n', ';'],
    ['ragged rows with spaces behind semicolons', 'name; price; phone\nA; 1,5\nB; 2,7; 3\nC; 3,5\n', ';'],
    ['commas with semicolons in each text', 'name,tags (a; b)\nAnn,x; y\nBen,z; w\n', ','],
    ['ragged commas with semicolons in each text', 'name,tags (a; b),c\nAnn,x; y\nBen,z; w,1\n', ','],
    ['decimal commas in every row, header included', 'a 0,5;b\n1,5;x\n2,5;y\n', ';'],
    ['names with a comma in every row', 'Name, first|phone\nDoe, Ann|1\nRoe, Ben|2\n', '|'],
    ['a title with a comma', 'Customers, as of today\nname;phone\nAnn;1\n', ';'],
    ['a title with another delimiter', 'Customers;2024\nname|phone\nAnn|1\nBen|2\n', '|'],
    ['comments', '# one\n# two, three\n# four\nname\tphone\nAnn\t1\nBen\t2\n', '\t'],
    ['decimal commas below a title', 'Prices, today\nname;price\nA;1,5\nB;2,5\n', ';'],
    ['a list with a comma in some texts', 'text\nword\na, b\nc, d\n', ','],
    ['a list with a semicolon in its last texts', 'text\nword\na; b\nc; d\n', ','],
    ['nothing', '', ','],
  ])('tells the delimiter: %s', (_, sample, char) => {
    expect(findDelimiter(Buffer.from(sample), true)).toEqual({ char, declarationBytes: 0 });
  });

  it('finds the delimiter of every table whose header has no other one, whatever its cells hold', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom('\n', '\r\n', '\r'), ({ delimiter, lines }, newline) => {
        expect(findDelimiter(Buffer.from(lines.join(newline) + newline), true).char).toBe(delimiter);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('finds the delimiter below lines that are not part of the table, whatever these hold', () => {
    const above = fc.array(
      fc.constantFrom('Customers', 'as of 1,5', 'a; b', '# x', 'Ann, Ben', 'a|', '"x"'),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(
        above,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.integer({ min: 3, max: 6 }),
        (lines, char, columns) => {
          const row = (_: unknown, index: number) =>
            Array.from({ length: columns }, (__, column) => `r${index}c${column}`).join(char);
          const sample = [...lines, ...Array.from({ length: 12 }, row)].join('\n');
          expect(findDelimiter(Buffer.from(`${sample}\n`), true).char).toBe(char);
        },
      ),
    );
  });

  it('leaves out the last line of a sample that is cut off', () => {
    expect(findDelimiter(Buffer.from('a;b\n1;2\n"3,3,3,3'), false).char).toBe(';');
  });

  it.each([
    ['sep=;\na,b\n', ';', 6],
    ['SEP=|\r\na,b\n', '|', 7],
    ['sep=\t', '\t', 5],
    ['sep=,\ra;b;c\n', ',', 6],
    ['"sep=;"\r\na,b\n', ';', 9],
    ['sep=:\n\na:b\n', ':', 6],
  ])('honours a declaration: %j', (sample, char, declarationBytes) => {
    expect(findDelimiter(Buffer.from(sample), true)).toEqual({ char, declarationBytes });
  });

  it.each(['sep=;;\na,b\n', '"sep=;\na,b\n', 'sep=\na,b\n', ' sep=;\na,b\n', 'a,b\nsep=;\n'])(
    'takes no other line for a declaration: %j',
    (sample) => {
      expect(findDelimiter(Buffer.from(`${sample}c,d\n`), true)).toEqual({ char: ',', declarationBytes: 0 });
    },
  );

  it('gives no row for the declaration, also behind a byte order mark', async () => {
    const rows = await readRows('list.csv', '\ufeffsep=;\r\nname;phone\r\nA,B;1\r\n');
    expect(rows).toEqual([
      ['name', 'phone'],
      ['A,B', '1'],
    ]);
  });
});

/**
 * Lines of tables as programs write them: quotes where a cell needs them and around some others, rows that may lack or exceed a
 * column, and cells that in every row have what would be a delimiter elsewhere.
 */
const tables = fc.constantFrom(',', ';', '\t', '|').chain((delimiter) => {
  const cell = fc.record({
    text: fc.constantFrom(
      ...['', 'Ann', '+14155552671', '1,50', 'Bern, CH', 'a;b', 'a|b', 'https://a.test/?b=1;c=2', '漢字'],
      ...[',1;', '|2\t', 'say "hi"', 'two\nlines', 'two\r\nlines', '"', ','],
    ),
    isQuoted: fc.boolean(),
  });
  const written = ({ text, isQuoted }: { text: string; isQuoted: boolean }) =>
    isQuoted || text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return fc.integer({ min: 2, max: 5 }).chain((columns) => {
    const row = fc.array(cell, { minLength: 2, maxLength: columns + 1 });
    return fc.record({
      delimiter: fc.constant(delimiter),
      lines: fc
        .array(row, { minLength: 1, maxLength: 20 })
        .map((rows) => [
          Array.from({ length: columns }, (_, index) => `column ${index}`).join(delimiter),
          ...rows.map((cells) => cells.map(written).join(delimiter)),
        ]),
    });
  });
});
