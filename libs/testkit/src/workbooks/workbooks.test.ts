import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { readWorkbook } from './read-workbook.js';
import { writeWorkbook } from './write-workbook.js';

const ROWS = [
  ['phone', 'a "b" <&> 😀', ' two \n lines '],
  ['+14155550100', 7, null],
];

describe('writeWorkbook', () => {
  it('writes sheets as exceljs reads them', async () => {
    const written = await writeWorkbook([
      { name: 'hidden', hidden: true, rows: [['x']] },
      { name: 'März "VIP" <&>', rows: ROWS },
    ]);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(written.buffer);
    expect(workbook.worksheets.map(({ name, state }) => [name, state])).toEqual([
      ['hidden', 'hidden'],
      ['März "VIP" <&>', 'visible'],
    ]);
    const cells = ROWS.map((row, index) =>
      row.map((_, column) => workbook.worksheets[1]?.getCell(index + 1, column + 1).value),
    );
    expect(cells).toEqual(ROWS);
  });
});

describe('readWorkbook', () => {
  it('reads text and numbers unchanged', async () => {
    const written = await writeWorkbook([{ name: 'one', rows: ROWS }]);
    expect(await readWorkbook(written.buffer)).toEqual([ROWS[0], ['+14155550100', 7]]);
  });

  it('finds cells in their columns, also behind those that are not there and behind the 26th', async () => {
    const row = Array.from({ length: 30 }, (_, column) => (column % 2 === 0 ? null : `cell ${column}`));
    const written = await writeWorkbook([{ name: 'wide', rows: [row] }]);
    const [read = []] = await readWorkbook(written.buffer);
    expect(Array.from(read, (cell) => cell ?? null)).toEqual(row);
  });

  it.each<[string, (whole: Uint8Array) => Uint8Array]>([
    ['no workbook', () => Buffer.from('phone,verification_status')],
    ['cut off', (whole) => whole.slice(0, whole.length - 30)],
    ['empty', () => new Uint8Array()],
  ])('rejects bytes that are %s', async (_what, damage) => {
    const whole = await writeWorkbook([{ name: 'one', rows: ROWS }]);
    await expect(readWorkbook(new Uint8Array(damage(whole)).buffer)).rejects.toThrow('is no workbook');
  });
});
