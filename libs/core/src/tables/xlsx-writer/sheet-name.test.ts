import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import XLSX from 'xlsx';
import { openUpload } from '../upload.fixture.js';
import { byteStream } from '../upload-content.js';
import type { SheetLines } from './sheet-xml.js';
import { sheetName, workbookFile } from './workbook-file.js';

async function* noLines(): AsyncGenerator<SheetLines> {}

function workbookWith(name: string): Promise<Buffer> {
  return buffer(workbookFile([['phone']], noLines(), { rows: 1, columns: 1 }, sheetName(name)));
}

describe('the name of the sheet of a result', () => {
  it.each([
    ['People', 'People'],
    ['März "VIP\'s" 😀 <&>', 'März "VIP\'s" 😀 <&>'],
    [' a  b ', ' a  b '],
    [null, 'result'],
    ['', 'result'],
    ['   ', 'result'],
    ["'", 'result'],
    ['HISTORY', 'result'],
    ["'quoted'", 'quoted'],
    ['a[b]c:d*e?f/g\\h', 'a_b_c_d_e_f_g_h'],
    ['a\u0000b\nc', 'a_b_c'],
    ['\ud800x', '_x'],
    ['x'.repeat(40), 'x'.repeat(31)],
    [`${'x'.repeat(30)}😀`, 'x'.repeat(30)],
  ])('of %j is %j', (name, expected) => {
    expect(sheetName(name)).toBe(expected);
  });

  it('is read by SheetJS, and as an upload, as it was written', async () => {
    const names = fc.string({
      unit: fc.constantFrom('a', ' ', '"', '&', '<', '>', "'", 'é', '😀', '\t'),
    });
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const file = await workbookWith(name);
        expect(XLSX.read(file, { type: 'buffer' }).SheetNames).toEqual([sheetName(name)]);
        const table = await openUpload('again.xlsx', byteStream(file));
        for await (const _ of table.blocks);
        expect(table.sheet).toBe(sheetName(name));
      }),
      { numRuns: 50 },
    );
  });
});
