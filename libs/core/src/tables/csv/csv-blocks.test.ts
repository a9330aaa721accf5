import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../property-runs.fixture.js';
import { openTable } from '../open-table.js';
import { DEFAULT_TABLE_LIMITS } from '../table-limits.js';
import { inPieces, readBlocks, readRows } from '../upload.fixture.js';

const read = (text: string | Uint8Array, options = {}) => readRows('list.csv', text, options);

describe('rows of a .csv file', () => {
  it.each([
    [
      'line feeds',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'carriage returns and line feeds',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'lone carriage returns',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'mixed line ends',
      'a,b\r\n1,2\n3,4\r5,6',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    [
      'no line end after the last row',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['short and long rows', 'a,b,c\n1\n1,2,3,4\n', [['a', 'b', 'c'], ['1'], ['1', '2', '3', '4']]],
    [
      'lines with nothing on them',
      '\n\na,b\n\r\n1,2\n\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'lines of delimiters alone',
      'a,b,c\n,,\n',
      [
        ['a', 'b', 'c'],
        ['', '', ''],
      ],
    ],
    ['a quoted empty cell on a line of its own', 'a\n""\nb\n', [['a'], [''], ['b']]],
    [
      'spaces around cells',
      ' a , b \n  1,2  \n',
      [
        [' a ', ' b '],
        ['  1', '2  '],
      ],
    ],
    [
      'quoted delimiters and line ends',
      'a,b\n"1,\r\n2","3\n\n4"\n',
      [
        ['a', 'b'],
        ['1,\r\n2', '3\n\n4'],
      ],
    ],
    [
      'doubled quotes',
      'a,b\n"say ""hi""",""""\n',
      [
        ['a', 'b'],
        ['say "hi"', '"'],
      ],
    ],
    [
      'cells of several lines that begin with a quote',
      'a,b\n1,"""x""\ny"\n\n"""\n",2\n',
      [
        ['a', 'b'],
        ['1', '"x"\ny'],
        ['"\n', '2'],
      ],
    ],
    [
      'stray quotes in unquoted cells',
      'size,b\n5" pipe,6"\n',
      [
        ['size', 'b'],
        ['5" pipe', '6"'],
      ],
    ],
    [
      'text behind a closing quote',
      'a,b\n"x"y,2\n',
      [
        ['a', 'b'],
        ['"x"y', '2'],
      ],
    ],
    [
      'doubled quotes in a cell with text behind its closing quote',
      'a,b\n"x""y"z,2\n5""pipe,"x"y""z"\n""x,"""x"""\n',
      [
        ['a', 'b'],
        ['"x""y"z', '2'],
        ['5""pipe', '"x"y""z"'],
        ['""x', '"x"'],
      ],
    ],
    [
      'an apostrophe, which is no quote',
      "a,b\n'1,2'\n",
      [
        ['a', 'b'],
        ["'1", "2'"],
      ],
    ],
    ['one column', 'phone\n+14155552671\n', [['phone'], ['+14155552671']]],
  ])('keeps cells exactly: %s', async (_, text, rows) => {
    expect(await read(text)).toEqual(rows);
    expect(await read(text, { pieceBytes: 1 })).toEqual(rows);
  });

  it.each([
    ['0 bytes', ''],
    ['a byte order mark alone', '\ufeff'],
    ['blank lines alone', '\r\n\n\r\r\n'],
  ])('gives no rows for %s', async (_, text) => {
    expect(await read(text)).toEqual([]);
  });

  it('reads what papaparse reads, however the bytes are cut into pieces', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '1', ' ', ',', '"', '\n', '\r', 'é', '漢', '😀', ';'),
      maxLength: 8,
    });
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('\n', '\r\n'),
        async (table, pieceBytes, newline) => {
          // The header decides the delimiter, which papaparse is given.
          const text = Papa.unparse([['name', 'phone'], ...table], { newline, quotes: true });
          const expected = Papa.parse<string[]>(text, { delimiter: ',', newline }).data;
          expect(await read(text, { pieceBytes })).toEqual(expected);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it('gives blocks that are bounded in rows and in characters', async () => {
    const narrow = 'a,b\n'.repeat(350);
    const wide = `${'x'.repeat(30_000)},b\n`.repeat(40);
    expect(await blockSizes(narrow)).toEqual([100, 100, 100, 50]);
    expect(await blockSizes(wide)).toEqual([9, 9, 9, 9, 4]);
  });

  it('reads the short rows behind a long one a few in each turn of the event loop', async () => {
    const long = `${'x'.repeat(600_000)},${'y'.repeat(500_000)}\n`;
    const rowsInTurns: number[] = [];
    let isOpen = true;
    const count = () => {
      rowsInTurns.push(0);
      if (isOpen) setImmediate(count);
    };
    count();
    const content = Readable.from(inPieces(Buffer.from(long + '1\n'.repeat(400_000)), 64 * 1024));
    const table = await openTable({ fileName: 'list.csv', content }, OPTIONS);
    for await (const block of table.blocks) rowsInTurns.push((rowsInTurns.pop() ?? 0) + block.count);
    isOpen = false;
    expect(rowsInTurns.reduce((sum, rows) => sum + rows, 0)).toBe(400_001);
    expect(Math.max(...rowsInTurns)).toBeLessThan(40_000);
  });
});

const OPTIONS = { limits: DEFAULT_TABLE_LIMITS, tempDirectory: tmpdir() };

async function blockSizes(text: string): Promise<number[]> {
  return (await readBlocks('list.csv', text)).map(({ count }) => count);
}
