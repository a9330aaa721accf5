import { describe, expect, it } from 'vitest';
import XLSX from 'xlsx';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';
import type { SubmitRequest } from './submit.js';

const COVER = [['Report'], ['made by', 'the office'], ['pages', '3']];
const SALES = [
  ['Month', 'Total'],
  ['January', '12'],
  ['February', '17'],
];
const TEMPLATE = [
  ['Name', 'Mobile'],
  ['write here', ''],
];
const PEOPLE = [
  ['Name', 'Mobile'],
  ['Ada', '+14155550100'],
  ['Bob', '+14155550101'],
];

type Sheets = Readonly<Record<string, readonly (readonly string[])[]>>;

async function read(sheets: Sheets, over: Partial<SubmitRequest> = {}) {
  const workbook = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  }
  const content: Buffer = XLSX.write(workbook, { type: 'buffer', bookType: 'xlsx' });
  const trial = await trialService();
  const request = { accountId: ALICE, fileName: 'a.xlsx', ...over };
  const preview = await trial.service.preview({ ...request, content });
  const task = await trial.workToEnd(await trial.service.submit({ ...request, content }));
  return { preview, file: task.file, result: await trial.result(task) };
}

const RESULT =
  'Name,Mobile,verification_status\nAda,+14155550100,wa_registered\nBob,+14155550101,telegram_registered\n';

describe('the sheet of a workbook that is read', () => {
  it('is the first visible one that holds phones, with a note', async () => {
    const { file, preview, result } = await read({ COVER, SALES, TEMPLATE, PEOPLE, COPY: PEOPLE });
    expect(result).toBe(RESULT);
    expect(file).toMatchObject({
      sheet: 'PEOPLE',
      notes: [{ code: 'sheet_chosen', hint: expect.stringContaining('the sheet "PEOPLE" is read') }],
    });
    expect(file).toMatchObject(preview.file);
    expect(preview).toMatchObject({ numbers: 2, sheets: ['COVER', 'SALES', 'TEMPLATE', 'PEOPLE', 'COPY'] });
  });

  it('is the first one without a note where that holds phones', async () => {
    const { file, result } = await read({ PEOPLE, SALES, OTHERS: PEOPLE });
    expect([file.sheet, file.notes, result]).toEqual(['PEOPLE', [], RESULT]);
  });

  it('is the first one with rows where none holds phones', async () => {
    const { file } = await read({ SALES, TEMPLATE });
    expect([file.sheet, file.notes.map(({ code }) => code)]).toEqual(['SALES', ['no_phone_column']]);
  });

  it('is the named one, whatever the others hold', async () => {
    const { file } = await read({ SALES, PEOPLE }, { sheet: 'SALES' });
    expect([file.sheet, file.notes.map(({ code }) => code)]).toEqual(['SALES', ['no_phone_column']]);
  });

  it('is the first one that has the named column', async () => {
    const { file, result } = await read({ SALES, PEOPLE }, { phoneColumn: 'mobile' });
    expect([file.sheet, result]).toEqual(['PEOPLE', RESULT]);
  });
});
