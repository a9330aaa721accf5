import { describe, expect, it } from 'vitest';
import XLSX from 'xlsx';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';
import { bytesOf, csvOf, done, FILE, rangeOf, sheetOf } from './trial-results.fixture.js';

describe('a result as a workbook', () => {
  it.each([
    ['Kunden "VIP" & <mehr>', 'Kunden "VIP" & <mehr>'],
    ["O'Brien", "O'Brien"],
  ])('has the name of the sheet that was read: %s', async (name, expected) => {
    const trial = await trialService();
    const sheet = XLSX.utils.aoa_to_sheet([['phone'], ['+14155550100']]);
    const book = { SheetNames: ['Empty', name], Sheets: { Empty: {}, [name]: sheet } };
    const content = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    const task = await trial.submitCsv('', { content, fileName: 'people.xlsx' });
    await trial.workAll();
    const { SheetNames } = XLSX.read(await bytesOf(trial, task, { format: 'xlsx' }), { type: 'buffer' });
    expect([task.file.sheet, SheetNames]).toEqual([name, [expected]]);
  });

  it('has the cells of the CSV, all of them text', async () => {
    const trial = await trialService();
    const task = await done(trial);
    expect(await sheetOf(trial, task, {})).toEqual(await csvOf(trial, task, {}));
  });

  it('has its cells as they were where those of the CSV are neutralised, since text is no formula', async () => {
    const trial = await trialService({ neutralizeFormulas: true });
    // With an apostrophe, the last cell would be too long.
    const longest = `=${'x'.repeat(32_766)}`;
    const task = await done(trial, `phone,=note\n+14155550100,@x\n+14155550102,${longest}\n`);
    expect(await sheetOf(trial, task, {})).toEqual([
      ['phone', '=note', 'verification_status'],
      ['+14155550100', '@x', 'wa_registered'],
      ['+14155550102', longest, 'dead'],
    ]);
  });

  it('is refused before anything of it is sent where a sheet cannot hold it', async () => {
    const trial = await trialService({ tableLimits: { maxColumns: 20_000 } });
    const { service } = trial;
    const [wide, long] = [
      await done(trial, `phone${',x'.repeat(16_383)}\n+14155550100\n`),
      await done(trial, `phone,note\n+14155550100,short\n+14155550102,${'x'.repeat(32_768)}\n`),
    ];
    const asked = { accountId: ALICE, format: 'xlsx' } as const;
    await expect(service.results({ ...asked, taskId: wide.taskId })).rejects.toMatchObject({
      code: 'too_many_columns',
    });
    await expect(service.results({ ...asked, taskId: long.taskId })).rejects.toMatchObject({
      code: 'cell_too_large',
      hint: expect.stringContaining('row 3, column 2'),
    });
    const title = await done(trial, `${'x'.repeat(32_768)}\nname,phone\nAnn,+14155550100\n`);
    expect(title.total).toBe(1);
    await expect(service.results({ ...asked, taskId: title.taskId })).rejects.toMatchObject({
      code: 'cell_too_large',
      hint: expect.stringContaining('row 1, column 1'),
    });
    const allLong = await done(trial, `${'x'.repeat(32_768)}\n${'y'.repeat(32_768)}\n`);
    await expect(service.results({ ...asked, taskId: allLong.taskId })).rejects.toMatchObject({
      code: 'cell_too_large',
      hint: expect.stringContaining('row 1, column 1'),
    });
    expect(await sheetOf(trial, long, { statuses: ['wa_registered'] })).toHaveLength(2);
    expect(await csvOf(trial, long, {})).toHaveLength(3);
  });
});

describe('a result with a cell that is longer than a cell of a workbook', () => {
  it('is refused as a workbook, wherever the cell stands in the file', async () => {
    const trial = await trialService();
    const rows = (long: number) =>
      Array.from({ length: 300 }, (_, row) => `none,${'x'.repeat(row === long ? 32_768 : 1)}\n`).join('');
    for (const long of [0, 150, 299]) {
      const task = await done(trial, `phone,note\n${rows(long)}`);
      await expect(bytesOf(trial, task, { format: 'xlsx' })).rejects.toMatchObject({
        code: 'cell_too_large',
      });
    }
    expect(await rangeOf(trial, await done(trial, `phone,note\n${rows(300)}`), {})).toBe('A1:C301');
  });

  it('is refused as a workbook where the cell is in the header or above it', async () => {
    const trial = await trialService();
    const long = 'x'.repeat(32_768);
    for (const [headerRow, top] of [
      [1, `phone,${long}`],
      [2, `${long}\nphone`],
    ] as const) {
      const task = await trial.submitCsv(`${top}\n+14155550100\n`, { headerRow });
      await trial.workAll();
      await expect(bytesOf(trial, task, { format: 'xlsx' })).rejects.toMatchObject({
        code: 'cell_too_large',
      });
    }
  });
});

describe('the range of a workbook', () => {
  it('has every row of the result, of some statuses and of a partial one too', async () => {
    const trial = await trialService({ chunkSize: 1 });
    const task = await done(trial);
    expect(await rangeOf(trial, task, {})).toBe('A1:C6');
    expect(await rangeOf(trial, task, { statuses: ['inactive', 'dead'] })).toBe('A1:C4');
    expect(await rangeOf(trial, task, { statuses: ['telegram_registered'] })).toBe('A1:C1');
    const cut = await trial.submitCsv(FILE);
    await trial.service.work();
    await trial.service.cancel({ accountId: ALICE, taskId: cut.taskId });
    expect(await rangeOf(trial, cut, { partial: true })).toBe('A1:C6');
    expect(await rangeOf(trial, cut, { partial: true, statuses: ['unknown', 'wa_registered'] })).toBe(
      'A1:C6',
    );
    expect(await rangeOf(trial, cut, { partial: true, statuses: ['unknown'] })).toBe('A1:C5');
  });

  it('is as wide as the widest row, also where that stands above the header', async () => {
    const trial = await trialService();
    const titled = await trial.submitCsv('List,2026,a,b,c,d\nphone,note\n+14155550100,x\n', { headerRow: 2 });
    await trial.workAll();
    expect(await rangeOf(trial, titled, {})).toBe('A1:F3');
  });
});
