import { describe, expect, it } from 'vitest';
import type { Row } from '../table-block.js';
import { blocksOf, inPieces, openUpload, refusalOf, tableRows } from '../upload.fixture.js';

/** Rows that fill the first 64 KiB, from which encoding and delimiter are decided at once. Only cuts behind them matter. */
const LONG_ROWS = `a,${'x'.repeat(32_000)}\n`.repeat(3);

const TEXT = 'é,1\r\n2,3\r\r\n4,"5\r\n""漢""\n"\n"x""😀"y,\r"",""\n\n"""\r",é\r\n6,7';
const ROWS = [
  ['é', '1'],
  ['2', '3'],
  ['4', '5\r\n"漢"\n'],
  ['"x""😀"y', ''],
  ['', ''],
  ['"\r', 'é'],
  ['6', '7'],
];

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

/** The rows behind the first ones, which come as one piece. The memory of a piece is reused when the next one is requested. */
async function readBehind(first: Buffer, pieces: Iterable<Uint8Array>): Promise<readonly Row[]> {
  async function* content() {
    for (const bytes of [first, ...pieces]) {
      const piece = Buffer.from(bytes);
      yield piece;
      piece.fill('"');
    }
  }
  return tableRows(await blocksOf(await openUpload('list.csv', content()))).slice(3);
}

describe('a .csv file that is cut into pieces behind its first 64 KiB', () => {
  it.each([
    ['UTF-8', Buffer.from(LONG_ROWS), Buffer.from(TEXT), ROWS],
    ['UTF-16 LE', Buffer.from(`\ufeff${LONG_ROWS}`, 'utf16le'), Buffer.from(TEXT, 'utf16le'), ROWS],
    ['UTF-16 BE', utf16be(`\ufeff${LONG_ROWS}`), utf16be(TEXT), ROWS],
    [
      'Windows-1252',
      Buffer.from(LONG_ROWS),
      Buffer.from(TEXT.replace('漢', 'ß').replace('😀', '\x80'), 'latin1'),
      ROWS.map((row) => row.map((cell) => cell.replace('漢', 'ß').replace('😀', '€'))),
    ],
  ])('has the same rows wherever that is: %s', async (_, first, rest, rows) => {
    for (let cut = 1; cut < rest.length; cut += 1) {
      expect(await readBehind(first, [rest.subarray(0, cut), rest.subarray(cut)])).toEqual(rows);
    }
    for (const pieceBytes of [1, 2, 3]) {
      expect(await readBehind(first, inPieces(rest, pieceBytes))).toEqual(rows);
    }
  });

  it.each([
    ['a NUL', Buffer.from('é,\0'), 'byte 96013, behind row 3'],
    ['a byte that is no UTF-8', Buffer.from('c3a90a2c2c2ce282280a', 'hex'), 'byte 96016, behind row 4'],
    ['a character that is cut off', Buffer.from('é,漢').subarray(0, -1), 'byte 96013, behind row 3'],
    ['a quote that is never closed', Buffer.from('1,2\r\n3,"4\r\n5,6'), 'row 5, which begins in line 5'],
    ['a quote that runs on', Buffer.from('1,"2\n3,"4"\n'), 'in row 4 runs on to a quote on a later line'],
  ])('is refused with the same place wherever that is: %s', async (_, rest, place) => {
    for (let pieceBytes = 1; pieceBytes <= rest.length; pieceBytes += 1) {
      const { code, hint } = await refusalOf(readBehind(Buffer.from(LONG_ROWS), inPieces(rest, pieceBytes)));
      expect(code).toBe('malformed_file');
      expect(hint).toContain(place);
    }
  });
});
