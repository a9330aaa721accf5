import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDialproofError } from '../../model/errors.js';
import { propertyRuns } from '../../property-runs.fixture.js';
import { blocksOf, openUpload, readRows, refusalOf, TrackedContent, tableRows } from '../upload.fixture.js';

const fixture = (name: string) =>
  readFileSync(new URL(`../../../fixtures/workbooks/${name}`, import.meta.url));

const WRITERS = [
  'excel-writer-xlsx',
  'excel4node',
  'gnumeric',
  'libreoffice',
  'openpyxl',
  'sheetjs',
  'write-excel-file',
  'xlsx-populate',
  'xlsxwriter',
];

const ROWS = [
  ['name', 'phone', 'joined', 'ok', 'note'],
  ['Jané & Co <x>', '41791234567', '2026-11-21', 'TRUE', 'two\nlines'],
  ['東京 😀', '+41 79 123 45 67', '2026-11-21T10:30:00', 'FALSE', '  spaces '],
  ['', '123456789012345', '', '', 'last'],
];

describe('a workbook of a real writer', () => {
  it.each(WRITERS)('is read to the same rows as all others: %s', async (writer) => {
    const table = await openUpload('list.xlsx', new TrackedContent([fixture(`${writer}.xlsx`)]));
    expect(tableRows(await blocksOf(table))).toEqual(ROWS);
    expect(table.sheet).toBe('Kunden & Co 😀');
  });

  it.each(WRITERS)('is refused when it is cut off at any tenth: %s', async (writer) => {
    const whole = fixture(`${writer}.xlsx`);
    for (let tenth = 1; tenth < 10; tenth += 1) {
      const cut = whole.subarray(0, (whole.length * tenth) / 10);
      expect((await refusalOf(readRows('list.xlsx', cut))).code).toBe('malformed_file');
    }
  });

  it.each(WRITERS)('is read unchanged or refused if one of its bits is flipped: %s', async (writer) => {
    const whole = fixture(`${writer}.xlsx`);
    const flip = fc.tuple(fc.nat(whole.length - 1), fc.nat(7));
    await fc.assert(
      fc.asyncProperty(flip, async ([at, bit]) => {
        const bytes = Buffer.from(whole);
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
        const outcome = await readRows('list.xlsx', bytes).catch((error: unknown) => error);
        expect(isDialproofError(outcome) ? ROWS : outcome).toEqual(ROWS);
      }),
      { numRuns: propertyRuns(12) },
    );
  });

  it.each([
    ['libreoffice.ods', 'an OpenDocument file (.ods, .odt): save it as .xlsx'],
    ['libreoffice.xls', 'an old Office file, such as an .xls workbook, or'],
    ['sheetjs.xlsb', 'a binary workbook (.xlsb): save it as .xlsx'],
    ['sheetjs-2003.xls', 'an XML spreadsheet of Excel 2003'],
    ['sheetjs-web-page.xls', 'a web page'],
    ['encrypted.xlsx', 'a file protected by a password'],
  ])('is refused under the name .xlsx when it is of another kind: %s', async (name, found) => {
    const { code, hint } = await refusalOf(readRows('list.xlsx', fixture(name)));
    expect(code).toBe('malformed_file');
    expect(hint).toContain(found);
  });
});
