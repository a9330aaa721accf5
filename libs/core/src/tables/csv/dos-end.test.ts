import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readRows } from '../upload.fixture.js';

const ROWS = [
  ['name', 'phone'],
  ['Ada', '+14155550100'],
];

describe('the byte that DOS puts at the end of a file', () => {
  it.each([
    ['behind the last line end', 'name,phone\r\nAda,+14155550100\r\n\x1a'],
    ['behind the last cell', 'name,phone\nAda,+14155550100\x1a'],
    ['behind a cell in quotes', 'name;phone\nAda;"+14155550100"\x1a'],
    ['behind much text', `${'\n'.repeat(100_000)}name,phone\nAda,+14155550100\n\x1a`],
  ])('is no part of the table: %s', async (_, text) => {
    expect(await readRows('list.csv', text)).toEqual(ROWS);
    const utf16 = iconv.encode(text, 'utf-16le', { addBOM: true });
    expect(await readRows('list.csv', utf16)).toEqual(ROWS);
  });

  it('leaves a file of nothing else without rows', async () => {
    expect(await readRows('list.csv', '\x1a')).toEqual([]);
  });

  it.each([1, 3, 1_000])('stays where more follows, in pieces of %i bytes', async (pieceBytes) => {
    const text = 'a,b\n\x1a\n1\x1a,2\n\x1a\x1a';
    const rows = await readRows('list.csv', text, { pieceBytes });
    expect(rows).toEqual([['a', 'b'], ['\x1a'], ['1\x1a', '2'], ['\x1a']]);
  });
});
