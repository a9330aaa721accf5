import { describe, expect, it } from 'vitest';
import { blocksOf, openUpload, type ReadOptions, readRows, refusalOf } from '../upload.fixture.js';

const refusal = (bytes: string | Uint8Array, limits: ReadOptions['limits'] = {}) =>
  refusalOf(readRows('list.csv', bytes, { limits }));

describe('refusing a .csv file', () => {
  it.each([
    ['a zip archive', Buffer.from('PK\x03\x04rest of it'), 'a zip archive'],
    ['an empty zip archive', Buffer.from('PK\x05\x06\0\0\0\0'), 'a zip archive'],
    [
      'an old workbook',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      'an old Office file, such as an .xls workbook',
    ],
    ['a list of records', '\ufeff[\n  {"phone": "+14155552671"}]', 'JSON'],
    ['a list of lists', '[["phone"],["+14155552671"]]', 'JSON'],
    ['lines of records', '{"phone":"+14155552671"}\n{"phone":"+14155552672"}\n', 'JSON'],
    ['contacts', 'BEGIN:VCARD\r\nTEL:+14155552671\r\nEND:VCARD\r\n', 'a list of contacts (.vcf)'],
    ['a web page in UTF-16 BE', Buffer.from('\ufeff<table><tr>', 'utf16le').swap16(), 'a web page'],
    [
      'UTF-16 behind other text',
      Buffer.from(`${'x,y\n'.repeat(20)}${'1,2\n'.split('').join('\0')}`.repeat(9)),
      'a NUL byte',
    ],
    ['binary content', Buffer.from('GIF89a\n\0\x01\x02'), 'a NUL byte'],
    [
      'binary content far behind',
      Buffer.concat([Buffer.alloc(300_000, 'a,b\n'), Buffer.from([0])]),
      'a NUL byte',
    ],
  ])('says what was found: %s', async (_, bytes, found) => {
    const { code, hint } = await refusal(bytes);
    expect(code).toBe('malformed_file');
    expect(hint).toContain(found);
  });

  it.each(['[phone],name', '{phone},name', '{{"phone"}},a', '[1],[2]', '"[""phone""]",a', 'begin:,vcard'])(
    'takes no table for another file: %s',
    async (line) => {
      expect(await readRows('list.csv', `${line}\n`)).toHaveLength(1);
    },
  );

  it.each([
    ['a NUL byte', Buffer.from('a,b\n1,2\nxxxx,\0\n'), 'byte 14, behind row 2'],
    ['a NUL byte behind the mark of UTF-8', Buffer.from('\ufeffa\0'), 'byte 5'],
    ['a NUL byte in Windows-1252', Buffer.from('a,\xe9\n1,234\0', 'latin1'), 'byte 10, behind row 1'],
    ['a NUL in UTF-16', Buffer.from('\ufeffa,\0\n', 'utf16le'), 'byte 7'],
    ['a NUL behind half a character', Buffer.from('a\xe2\x82\0', 'latin1'), 'byte 4'],
    [
      'a byte that is not UTF-8',
      Buffer.concat([Buffer.from('é,漢\n1,2\nxx,é'), Buffer.from([0xff])]),
      'byte 17, behind row 2',
    ],
    ['UTF-8 that is cut off', Buffer.from('é,漢').subarray(0, -1), 'byte 4'],
    ['half a pair of UTF-16', Buffer.from('\ufeffa\ud83db', 'utf16le'), 'byte 5'],
    ['half a pair of UTF-16 at the end', Buffer.from('\ufeffa\ud83d', 'utf16le'), 'byte 5'],
  ])('names the place of %s, wherever the pieces are cut', async (_, bytes, place) => {
    for (const pieceBytes of [1, 2, 3, 64_000]) {
      const { hint } = await refusalOf(readRows('list.csv', bytes, { pieceBytes }));
      expect(hint).toContain(`(${place})`);
    }
  });

  it('names the row behind which megabytes of UTF-8 break off', async () => {
    const bytes = Buffer.concat([Buffer.from('é,b\n1,2\n'.repeat(200_000)), Buffer.from([0xc3, 0x28])]);
    const { hint } = await refusal(bytes);
    expect(hint).toMatch(/begins as UTF-8 .*\(byte 1800001, behind row 399999\)/);
  });

  it.each([
    ['a quote that is never closed', 'a,b\n\n\n\n1,"xx', 'row 5, which begins in line 5'],
    ['a quote that runs on', 'a,b\n\n\n\n1,"x\n2,"y\n', 'row 5 runs on'],
    ['a cell too large', `a,b\n\n\n\n1,${'x'.repeat(2_000)}\n`, 'row 5, column 2'],
    ['a row without an end', `a,b\n\n\n\n1,${'x,'.repeat(600_000)}`, 'row 5 has more'],
    ['a NUL byte', 'a,b\n\n\n\n1,2\n\n3,\0', 'behind row 5'],
    ['a NUL byte behind one row', '\n\na,b\0', 'byte 6)'],
  ])('counts blank lines like people who look for the row: %s', async (_, text, place) => {
    const { hint } = await refusal(text, { maxCsvCellChars: 1_000 });
    expect(hint).toContain(place);
  });

  it('names the row and the line on which a quote begins that is never closed', async () => {
    const { code, hint, row } = await refusal('a,b\n1,2\n3,"4\n5,6\n7,8\n');
    expect([code, row]).toEqual(['malformed_file', 3]);
    expect(hint).toContain('a quote that is opened in row 3, which begins in line 3, is never closed');
  });

  it.each([
    ['a,b\n1,2\n3,"x\n4,"y"\n5,6\n', 3],
    ['"a","b"\n"1","2\n"3","4"\n', 2],
    [`a,b\n${'1,2\n'.repeat(50_000)}3,"x\n4,"y"\n`, 50_002],
  ])('does not lose rows in a cell whose quote runs on to that of another (%#)', async (text, row) => {
    for (const pieceBytes of [7, 64_000]) {
      const { code, hint } = await refusalOf(readRows('list.csv', text, { pieceBytes }));
      expect(code).toBe('malformed_file');
      expect(hint).toBe(`a quote that is opened in row ${row} runs on to a quote on a later line`);
    }
  });

  it('refuses a quote that is never closed long before the end of the file', async () => {
    let taken = 0;
    async function* endless() {
      yield Buffer.from('a,b\n1,"');
      for (; taken < 10_000; taken += 1) yield Buffer.alloc(64 * 1024, 'x,y\n');
    }
    const table = await openUpload('list.csv', endless());
    const { code } = await refusalOf(blocksOf(table));
    expect(code).toBe('malformed_file');
    expect(taken).toBeLessThan(100);
  });

  it.each([
    ['a row of delimiters without end', ','.repeat(300_000), { maxRowChars: 100_000 }, 'too_many_columns'],
    ['a cell without end', 'x'.repeat(300_000), { maxRowChars: 100_000 }, 'cell_too_large'],
    ['a row that is too long in all', `${'x'.repeat(90)},`.repeat(9), { maxRowChars: 800 }, 'cell_too_large'],
    [
      'a quoted cell of more characters than allowed',
      `a,b\n1,"${'x'.repeat(101)}"`,
      { maxCsvCellChars: 100 },
      'cell_too_large',
    ],
    ['more columns than allowed', 'a,b\n1,2,3,4\n', { maxColumns: 3 }, 'too_many_columns'],
    ['more bytes than allowed', 'a,b\n'.repeat(300), { maxFileBytes: 1_000 }, 'file_too_large'],
  ])('bounds %s', async (_, text, limits, code) => {
    expect((await refusal(text, limits)).code).toBe(code);
  });

  it('accepts cells of a mebicharacter, and no longer one', async () => {
    const longest = 'ü'.repeat(1024 * 1024);
    expect(await readRows('list.csv', `a,b\n1,${longest}\n`)).toEqual([
      ['a', 'b'],
      ['1', longest],
    ]);
    expect(await refusal(`a,b\n1,${longest}x\n`)).toMatchObject({
      code: 'cell_too_large',
      row: 2,
      hint: 'row 2, column 2 has more than the 1048576 characters that a cell may have',
    });
  });

  it('accepts what is exactly at the limits', async () => {
    const limits = { maxFileBytes: 12, maxColumns: 2, maxCsvCellChars: 3, maxRowChars: 8 };
    expect(await readRows('list.csv', 'abc,b\n1,234\n', { limits })).toHaveLength(2);
  });

  it('names the place of a cell that is too large', async () => {
    const { hint } = await refusal('a,b\n1,2\n3,four\n', { maxCsvCellChars: 3 });
    expect(hint).toBe('row 3, column 2 has more than the 3 characters that a cell may have');
  });

  it('gives the rows before the one that is refused', async () => {
    const text = `${'a,b\n'.repeat(60_000)}1,2,3\n`;
    const { hint } = await refusal(text, { maxColumns: 2 });
    expect(hint).toContain('row 60001 ');
  });
});
