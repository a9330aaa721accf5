import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blocksOf, openUpload, readRows, refusalOf, TrackedContent } from '../upload.fixture.js';

const fixture = (name: string) =>
  readFileSync(new URL(`../../../fixtures/workbooks/${name}`, import.meta.url));

describe('a workbook of a real writer', () => {
  it.each([
    'excel-writer-xlsx',
    'excel4node',
    'gnumeric',
    'libreoffice',
    'openpyxl',
    'sheetjs',
    'write-excel-file',
    'xlsx-populate',
    'xlsxwriter',
  ])('is read to the same rows as all others: %s', async (writer) => {
    const table = await openUpload('list.xlsx', new TrackedContent([fixture(`${writer}.xlsx`)]));
    const rows = (await blocksOf(table)).flat();
    expect(rows).toEqual([
      ['name', 'phone', 'joined', 'ok', 'note'],
      ['Jané & Co <x>', '41791234567', '2026-11-21', 'TRUE', 'two\nlines'],
      ['東京 😀', '+41 79 123 45 67', '2026-11-21T10:30:00', 'FALSE', '  spaces '],
      ['', '123456789012345', '', '', 'last'],
    ]);
    expect(table.sheet).toBe('Kunden & Co 😀');
  });

  it.each([
    ['libreoffice.ods', 'an OpenDocument file (.ods, .odt): save it as .xlsx'],
    ['libreoffice.xls', 'an old .xls workbook: save it as .xlsx'],
    ['sheetjs.xlsb', 'a binary workbook (.xlsb): save it as .xlsx'],
    ['sheetjs-2003.xls', 'an XML spreadsheet of Excel 2003'],
    ['sheetjs-web-page.xls', 'a web page'],
    ['encrypted.xlsx', 'a workbook protected by a password: save it without one'],
  ])('is refused under the name .xlsx when it is of another kind: %s', async (name, found) => {
    const { code, hint } = await refusalOf(readRows('list.xlsx', fixture(name)));
    expect(code).toBe('malformed_file');
    expect(hint).toContain(found);
  });
});
