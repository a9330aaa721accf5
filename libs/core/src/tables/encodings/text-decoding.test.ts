import { describe, expect, it } from 'vitest';
import { readRows, refusalOf } from '../upload.fixture.js';

const TEXT = 'naïve,“quote”,€ 5\n漢字,😀,é\n';
const ROWS = [
  ['naïve', '“quote”', '€ 5'],
  ['漢字', '😀', 'é'],
];

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('the encoding of a .csv file', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16 LE', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16 BE', utf16be(`\ufeff${TEXT}`)],
  ])('reads %s, wherever the pieces are cut', async (_, bytes) => {
    for (const pieceBytes of [1, 2, 3, 64_000]) {
      expect(await readRows('list.csv', bytes, { pieceBytes })).toEqual(ROWS);
    }
  });

  it('reads Windows-1252 when the first character that is not ASCII is no UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('name,price\nJos'),
      Buffer.from([0xe9, 0x2c, 0x80, 0x35, 0x0a]),
    ]);
    for (const pieceBytes of [1, 64_000]) {
      expect(await readRows('list.csv', bytes, { pieceBytes })).toEqual([
        ['name', 'price'],
        ['José', '€5'],
      ]);
    }
  });

  it('reads every byte of Windows-1252 as TextDecoder does where the caller says it, those without a character included', async () => {
    const upper = Buffer.from(Array.from({ length: 128 }, (_, index) => 128 + index));
    const bytes = Buffer.concat([upper, Buffer.from('\n')]);
    const [row] = await readRows('list.csv', bytes, { encoding: 'latin1' });
    const cell = row?.[0] ?? '';
    expect(cell.slice(32)).toBe(upper.subarray(32).toString('latin1'));
    expect(cell.slice(0, 32)).toBe('€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ');
  });

  it('decides on Windows-1252 megabytes into the file', async () => {
    const bytes = Buffer.concat([Buffer.alloc(400_000, 'a,b\n'), Buffer.from([0xfc, 0x2c, 0x62])]);
    const rows = await readRows('list.csv', bytes);
    expect(rows).toHaveLength(100_001);
    expect(rows.at(-1)).toEqual(['ü', 'b']);
  });

  it('does not take UTF-8 for Windows-1252 because its first character is broken', async () => {
    const bytes = Buffer.concat([Buffer.from([0x61, 0xe9, 0x0a]), Buffer.from('é,漢\n'.repeat(50_000))]);
    const { code, hint } = await refusalOf(readRows('list.csv', bytes));
    expect(code).toBe('malformed_file');
    expect(hint).toContain('though most of its characters would be: save it as UTF-8');
  });

  it('reads Windows-1252 in which some letters with a sign behind them could be UTF-8', async () => {
    const text = 'caf\xe9,MEN\xdc\x93\nf\xfcr,CAF\xc9\xae\n';
    expect(await readRows('list.csv', Buffer.from(text, 'latin1'))).toEqual([
      ['café', 'MENÜ“'],
      ['für', 'CAFÉ®'],
    ]);
  });

  it('reads a Windows-1252 character that looks like the cut start of UTF-8 at the very end', async () => {
    expect(await readRows('list.csv', Buffer.from([0x61, 0xe9]))).toEqual([['aé']]);
  });

  it.each([
    [
      'other bytes behind UTF-8',
      Buffer.concat([Buffer.from('é,b\n'), Buffer.from([0xe9, 0x0a])]),
      'begins as UTF-8',
    ],
    ['other bytes behind the mark', Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xe9, 0x0a]), 'begins as UTF-8'],
    ['UTF-8 that is cut off', Buffer.from('é,漢').subarray(0, -1), 'begins as UTF-8'],
    [
      'half a character of UTF-16',
      Buffer.concat([Buffer.from('\ufeffab', 'utf16le'), Buffer.from([0x61])]),
      'UTF-16',
    ],
    ['half a pair of UTF-16', Buffer.from('\ufeffa\ud83d', 'utf16le'), 'UTF-16'],
  ])('refuses %s', async (_, bytes, found) => {
    const { code, hint } = await refusalOf(readRows('list.csv', bytes));
    expect(code).toBe('malformed_file');
    expect(hint).toContain(found);
  });
});
