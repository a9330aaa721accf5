import { describe, expect, it } from 'vitest';
import { DEFAULT_TABLE_LIMITS } from '../../table-limits.js';
import { RegularRows } from './regular-rows.js';
import { type CutRows, noRows } from './row-cutter.js';

const LIMITS = DEFAULT_TABLE_LIMITS;

function cellsOf({ rows }: CutRows) {
  return rows.map((row) => ('cells' in row ? row.cells : undefined));
}

/** The lines that are passed where one column is kept alone; undefined for those that are cut into cells. */
function passedOf(delimiter: string, text: string) {
  const rows = new RegularRows(delimiter, LIMITS);
  const cut = noRows(0);
  rows.keepOnly(0);
  rows.write(Buffer.from(`${text}next`), cut);
  return cut.rows.map((row) => ('cells' in row ? undefined : row.bytes.toString('utf8', row.start, row.end)));
}

/** What the scanner makes of a text with more behind it, whose bytes come as one piece, or one by one. */
function scanned(text: string, { delimiter = ',', pieceBytes = 1_000_000 } = {}) {
  const rows = new RegularRows(delimiter, LIMITS);
  const cut = noRows(0);
  const bytes = Buffer.from(`${text}next`);
  let isRegular = true;
  for (let start = 0; start < bytes.length && isRegular; start += pieceBytes) {
    isRegular = rows.write(bytes.subarray(start, start + pieceBytes), cut);
  }
  return { cells: cellsOf(cut), isRegular, rest: rows.rest.toString() };
}

describe('RegularRows', () => {
  it.each<[string, string, string[][]]>([
    [
      'cells without quotes',
      'a,b\n1,\n,\n',
      [
        ['a', 'b'],
        ['1', ''],
        ['', ''],
      ],
    ],
    ['both line ends', 'a\r\nb\nc\r\n', [['a'], ['b'], ['c']]],
    ['blank lines', '\n\r\na\n\n\nb\n', [['a'], ['b']]],
    [
      'cells in quotes',
      '"a","b,c"\n"",""\n',
      [
        ['a', 'b,c'],
        ['', ''],
      ],
    ],
    [
      'quotes around some cells',
      'a,"b"\n"a",b\n"a",1,"b"\n',
      [
        ['a', 'b'],
        ['a', 'b'],
        ['a', '1', 'b'],
      ],
    ],
    ['doubled quotes', '"""","a""b"\n"a"",""b"\n', [['"', 'a"b'], ['a","b']]],
    [
      'line ends in quotes',
      '"a\nb","\r\n"\r\n"\r",\n',
      [
        ['a\nb', '\r\n'],
        ['\r', ''],
      ],
    ],
    [
      'letters of every length',
      'é,漢\n"😀\n",x\né😀,"漢"\n',
      [
        ['é', '漢'],
        ['😀\n', 'x'],
        ['é😀', '漢'],
      ],
    ],
    ['rows of any length', 'a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
  ])('gives the rows of a regular file: %s', (_, text, cells) => {
    for (const pieceBytes of [1, 2, 3, 1_000]) {
      expect(scanned(text, { pieceBytes })).toEqual({ cells, isRegular: true, rest: expect.any(String) });
    }
  });

  it.each([
    ['a quote in a cell without quotes', '5" pipe,1\n'],
    ['a quote behind a blank', 'a, "b"\n'],
    ['text behind a closing quote', '"x"y,1\n'],
    ['a blank behind a closing quote', '"x" ,1\n'],
    ['a lone carriage return', '1\r2\n'],
    ['a lone carriage return behind a closing quote', '"1"\r2\n'],
    ['two carriage returns before a line feed', '1\r\r\n'],
    ['more quotes than a program writes', `"${'"'.repeat(40_000)}"\n`],
  ])('is in doubt from the start of a row on: %s', (_, row) => {
    for (const pieceBytes of [1, 2, 3, 1_000_000]) {
      const { cells, isRegular, rest } = scanned(`a,b\n"c"\n${row}`, { pieceBytes });
      expect({ cells, isRegular }).toEqual({ cells: [['a', 'b'], ['c']], isRegular: false });
      expect(`${row}next`.startsWith(rest)).toBe(true);
    }
  });

  it('passes the lines that are in a result as they are in the file, with their quotes', () => {
    const lines = [
      'a,b',
      '"a","b"',
      '"a,b","c\nd"',
      '"a,b",c',
      '"a",b',
      '"a""b",',
      '"",1',
      '"\ufeff",1',
      '""',
    ];
    expect(passedOf(',', `${lines.join('\n')}\n`)).toEqual(lines);
    expect(passedOf(',', '\ufeff,1\n"\ufeff",\ufeff\n')).toEqual([undefined, undefined]);
    expect(passedOf(';', 'a;b\n"a;b";"c,d"\n')).toEqual([undefined, undefined]);
  });

  it.each(['a', 'é', '漢', '😀'])(
    'gives long rows of %s as they are, wherever the pieces are cut',
    (letter) => {
      const long = letter.repeat(30_000);
      const rows = [`1,2\n`, `${long},"${long}\n"\n`, '3,4\n', `"${long}""",${long}\r\n`];
      const cells = [
        ['1', '2'],
        [long, `${long}\n`],
        ['3', '4'],
        [`${long}"`, long],
      ];
      for (const pieceBytes of [1_021, 16_384, 1_000_000]) {
        expect(scanned(rows.join(''), { pieceBytes })).toEqual({ cells, isRegular: true, rest: 'next' });
      }
    },
  );

  it('gives one cell more than the columns that are allowed, of rows that have still more', () => {
    for (const row of ['1,2,3,4,5\n', '"1","2","3","4","5"\n', '1,"2",3,4,5\n']) {
      const cut = noRows(0);
      new RegularRows(',', { ...LIMITS, maxColumns: 3 }).write(Buffer.from(`${row}next`), cut);
      expect(cellsOf(cut)).toEqual([['1', '2', '3', '4']]);
      const all = noRows(0);
      const wide = { ...LIMITS, maxColumns: Number.POSITIVE_INFINITY };
      new RegularRows(',', wide).write(Buffer.from(`${row}next`), all);
      expect(cellsOf(all)).toEqual([['1', '2', '3', '4', '5']]);
    }
  });
});
