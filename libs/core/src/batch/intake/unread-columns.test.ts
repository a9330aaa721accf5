import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import XLSX from 'xlsx';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';

const counted = (rows: number) => Array.from({ length: rows }, (_, index) => `${10_000 + index},Anna`);

describe('a file without a column of phones', () => {
  it.each(['IT', 'AT', 'DE'])('is not charged for the numbers of its rows in %s', async (defaultCountry) => {
    const { ledger, result, submitCsv, workAll } = await trialService();
    const task = await submitCsv(`Nr,Name\n${counted(400).join('\n')}\n`, { defaultCountry });
    expect(task).toMatchObject({
      total: 400,
      credits: { held: 0, charged: 0 },
      file: { phoneColumn: { index: 0, name: 'Nr' }, notes: [{ code: 'no_phone_column' }] },
    });
    expect(task.file.notes[0]?.hint).toMatch(/^no column shows /);
    await workAll();
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    const lines = (await result(task)).trimEnd().split('\n');
    expect(lines[0]).toBe('Nr,Name,verification_status');
    expect(lines.slice(1)).toEqual(counted(400).map((row) => `${row},unknown`));
  });

  it('of a workbook comes with the name of the sheet that was read', async () => {
    const { service } = await trialService();
    const bookWith = (phone: string): Buffer => {
      const book = XLSX.utils.book_new();
      XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['Export'], ['of today']]), 'Cover');
      XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['phone'], [phone]]), 'People');
      return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' });
    };
    const content = Readable.from([bookWith('none')]);
    const { file } = await service.submit({ accountId: ALICE, fileName: 'list.xlsx', content });
    expect(file).toMatchObject({ sheet: 'Cover', notes: [{ code: 'no_phone_column' }] });
    expect(file.notes[0]?.hint).toMatch(
      /^in the sheet "Cover", the first visible one that has rows \(sheet=NAME names another one\), no column shows /,
    );
    const named = await service.submit({
      accountId: ALICE,
      fileName: 'list.xlsx',
      content: bookWith('+14155550100'),
      sheet: 'people',
    });
    expect(named).toMatchObject({ credits: { held: 1 }, file: { sheet: 'People', notes: [] } });
  });

  it('is read where the caller names the column', async () => {
    const { submitCsv } = await trialService();
    const rows = ['14155550100', '14155550101', '14155550102'].map((digits) => `${digits},Ann`);
    const text = `Customer,Name\n${rows.join('\n')}\n`;
    expect((await submitCsv(text)).credits.held).toBe(0);
    expect((await submitCsv(text, { phoneColumn: 'Customer' })).credits.held).toBe(3);
  });
});
