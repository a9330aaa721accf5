import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import * as SheetJs from 'xlsx';
import { readRows } from '../upload.fixture.js';

const read = async (bytes: ArrayBuffer | Buffer) => readRows('list.xlsx', new Uint8Array(bytes));

async function writtenByExcelJs(fill: (sheet: ExcelJS.Worksheet, workbook: ExcelJS.Workbook) => void) {
  const workbook = new ExcelJS.Workbook();
  fill(workbook.addWorksheet('People'), workbook);
  return read(await workbook.xlsx.writeBuffer());
}

async function streamedByExcelJs(useSharedStrings: boolean, rows: readonly unknown[][]): Promise<Buffer> {
  const stream = new PassThrough();
  const bytes = buffer(stream);
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useSharedStrings, useStyles: true });
  const sheet = workbook.addWorksheet('People');
  for (const row of rows) sheet.addRow(row).commit();
  await workbook.commit();
  return bytes;
}

describe('a workbook written by exceljs', () => {
  it('has its cells of every kind as text', async () => {
    const rows = await writtenByExcelJs((sheet) => {
      sheet.addRow(['phone', 41791234567, 0.1, true, null, 'last']);
      sheet.addRow([
        { formula: 'B1*2', result: 83582469134 },
        { formula: 'B1' },
        { error: '#N/A' },
        { richText: [{ text: 'bo', font: { bold: true } }, { text: 'ld' }] },
        { text: 'a link', hyperlink: 'https://example.com' },
      ]);
      sheet.addRow(['two\nlines', '  spaces ', '<&>"\'', '漢字 😀', '00417912']);
    });
    expect(rows).toEqual([
      ['phone', '41791234567', '0.1', 'TRUE', '', 'last'],
      ['83582469134', '', '#N/A', 'bold', 'a link'],
      ['two\nlines', '  spaces ', '<&>"\'', '漢字 😀', '00417912'],
    ]);
  });

  it.each([
    [false, 'days since 1900'],
    [true, 'days since 1904'],
  ])('has its dates in ISO 8601 (1904: %s, %s)', async (date1904) => {
    const rows = await writtenByExcelJs((sheet, workbook) => {
      workbook.properties.date1904 = date1904;
      sheet.addRow(['day', 'time', 'own format', 'number']);
      sheet.addRow([new Date('2026-11-21T00:00:00Z'), new Date('2026-11-21T10:00:00Z'), 0.25, 46347]);
      sheet.getCell('C2').numFmt = 'hh:mm';
      sheet.getCell('D2').numFmt = '#,##0';
    });
    expect(rows[1]).toEqual(['2026-11-21', '2026-11-21T10:00:00', '06:00:00', '46347']);
  });

  it('is read at its first visible sheet with rows', async () => {
    const rows = await writtenByExcelJs((sheet, workbook) => {
      sheet.state = 'hidden';
      sheet.addRow(['hidden']);
      workbook.addWorksheet('Empty');
      workbook.addWorksheet('Data').addRow(['data']);
    });
    expect(rows).toEqual([['data']]);
  });

  it.each([true, false])('may be streamed (shared strings: %s)', async (useSharedStrings) => {
    const table = Array.from({ length: 3_000 }, (_, index) => [
      `Größe ${index}`,
      `+1415555${index}`,
      index / 8,
    ]);
    const rows = await read(await streamedByExcelJs(useSharedStrings, table));
    expect(rows).toEqual(table.map((row) => row.map(String)));
  });
});

describe('a workbook written by SheetJS', () => {
  const written = (rows: unknown[][], options: SheetJs.WritingOptions = {}) => {
    const workbook = SheetJs.utils.book_new();
    SheetJs.utils.book_append_sheet(workbook, SheetJs.utils.aoa_to_sheet(rows), 'People');
    return SheetJs.write(workbook, { type: 'buffer', bookType: 'xlsx', ...options }) as Buffer;
  };

  it.each([true, false])('has its cells of every kind as text (shared strings: %s)', async (bookSST) => {
    const rows = [
      ['name', 'phone', 'ok'],
      ['Jané & Co <x>', 41791234567, true],
      ['two\nlines', 123456789012345, null, -0.5],
    ];
    expect(await read(written(rows, { bookSST }))).toEqual([
      ['name', 'phone', 'ok'],
      ['Jané & Co <x>', '41791234567', 'TRUE'],
      ['two\nlines', '123456789012345', '', '-0.5'],
    ]);
  });

  it('may be stored without compression', async () => {
    expect(await read(written([['a'], ['b']], { compression: false }))).toEqual([['a'], ['b']]);
  });

  it.each([
    ['biff8', 'an old Office file, such as an .xls workbook'],
    ['xlsb', 'a binary workbook (.xlsb)'],
    ['ods', 'an OpenDocument file'],
    ['csv', 'its content is no workbook'],
  ] as const)('is refused in the format %s', async (bookType, found) => {
    await expect(read(written([['a']], { bookType }))).rejects.toMatchObject({
      code: 'malformed_file',
      hint: expect.stringContaining(found),
    });
  });
});
