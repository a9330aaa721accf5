import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import XLSX from 'xlsx';
import type { Task } from '../../model/task.js';
import { ALICE, type Trial, trialService } from '../../service/trial-service.fixture.js';
import type { SubmitRequest } from './submit.js';

const LIST = [
  'Customers, as of today',
  '# made by hand;do not edit',
  '',
  'name;phone;city',
  'Ann;+14155550100;Zürich',
  'Ben;+14155550102;',
  'Cid;none;"Bern, CH"',
  '',
].join('\n');

async function done(trial: Trial, text: string, over: Partial<SubmitRequest> = {}): Promise<Task> {
  const task = await trial.submitCsv(text, over);
  await trial.workAll();
  return task;
}

async function sheetOf({ service }: Trial, { taskId }: Task) {
  const { content } = await service.results({ accountId: ALICE, taskId, format: 'xlsx' });
  const { SheetNames, Sheets } = XLSX.read(await buffer(content), { type: 'buffer' });
  return XLSX.utils.sheet_to_json<string[]>(Sheets[SheetNames[0] ?? ''] ?? {}, {
    header: 1,
    raw: true,
    defval: '',
  });
}

function workbookOf(rows: readonly (readonly string[])[]): AsyncIterable<Uint8Array> {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), 'list');
  const bytes: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' });
  return (async function* () {
    yield bytes;
  })();
}

const phones = Array.from({ length: 20 }, (_, row) => `+1415555${String(row).padStart(3, '0')}0`);

describe('rows above a header', () => {
  it('come back as they were, are not counted or checked, and are mentioned in a note', async () => {
    const trial = await trialService();
    const task = await done(trial, LIST);
    expect(task).toMatchObject({ total: 3, file: { phoneColumn: { index: 1, name: 'phone' } } });
    expect(task.file.notes).toEqual([
      {
        code: 'lines_skipped',
        hint: 'row 4 is taken for the header; the 2 rows above it were kept and not checked; header_row=NUMBER names another header',
        values: ['4'],
      },
    ]);
    expect(await trial.result(task)).toBe(
      [
        '"Customers, as of today"',
        '# made by hand,do not edit',
        'name,phone,city,verification_status',
        'Ann,+14155550100,Zürich,wa_registered',
        'Ben,+14155550102,,dead',
        'Cid,none,"Bern, CH",unknown',
        '',
      ].join('\n'),
    );
    expect(await trial.result(task, { statuses: ['dead'] })).toBe(
      '"Customers, as of today"\n# made by hand,do not edit\nname,phone,city,verification_status\nBen,+14155550102,,dead\n',
    );
  });

  it('stand above the header of a workbook too', async () => {
    const trial = await trialService();
    const task = await done(trial, LIST);
    const csv = Papa.parse<string[]>((await trial.result(task)).trimEnd()).data;
    const filledUp = csv.map((row) => [...row, ...Array<string>(4 - row.length).fill('')]);
    expect(await sheetOf(trial, task)).toEqual(filledUp);
  });

  it('are skipped in a workbook, where empty rows count', async () => {
    const trial = await trialService();
    const rows = [['Customers'], [], ['name', 'phone'], ['Ann', '+14155550100'], ['Ben', '+14155550102']];
    const content = workbookOf(rows);
    const task = await trial.service.submit({ accountId: ALICE, fileName: 'list.xlsx', content });
    await trial.workAll();
    expect(task).toMatchObject({ total: 2, file: { phoneColumn: { name: 'phone' } } });
    expect(task.file.notes).toEqual([
      { code: 'lines_skipped', hint: expect.stringMatching(/^row 3 is/), values: ['3'] },
    ]);
    // Strict readers of .csv refuse rows that are not as long as the first one.
    expect((await trial.result(task)).split('\n').slice(0, 2)).toEqual([
      'Customers,,',
      'name,phone,verification_status',
    ]);
    expect(await sheetOf(trial, task)).toEqual([
      ['Customers', '', ''],
      ['name', 'phone', 'verification_status'],
      ['Ann', '+14155550100', 'wa_registered'],
      ['Ben', '+14155550102', 'dead'],
    ]);
  });

  it('come back with every row below them, whatever the delimiter', async () => {
    const word = fc.constantFrom('Ann', 'Bern, CH', 'a;b', 'x|y', '"z"', '1,5', 'Zürich', '漢字');
    const title = fc.constantFrom('Customers', 'as of 1,5', '# all; of them', 'Bern, Zürich', 'a b');
    const table = fc.record({
      titles: fc.array(title, { maxLength: 5 }),
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      rows: fc.array(fc.tuple(word, word, word), { minLength: 6, maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(table, async ({ titles, delimiter, rows }) => {
        const data = rows.map((cells, row) => [...cells, `+1415555${String(row).padStart(3, '0')}0`]);
        const header = ['name', 'town', 'note', 'phone'];
        const text = Papa.unparse([header, ...data], { delimiter, newline: '\n' });
        const trial = await trialService();
        // A title is one cell, as a spreadsheet writes it.
        const lines = titles.map((line) => Papa.unparse([[line]], { delimiter }));
        const task = await done(trial, `${[...lines, text].join('\n')}\n`);
        expect(task).toMatchObject({ total: rows.length, credits: { held: rows.length } });
        const result = Papa.parse<string[]>((await trial.result(task)).trimEnd(), { delimiter: ',' }).data;
        expect(result.map((row, index) => (index < titles.length ? row : row.slice(0, -1)))).toEqual([
          ...titles.map((line) => [line]),
          header,
          ...data,
        ]);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['Ann,+41446681800 / +41446681801,,', {}],
    ['Ann,26481100,,', { defaultCountry: 'DE' }],
    ['Ann,0171 5550100,,', {}],
  ] as const)(
    'are none where one of them holds digits in the column of the phones: %s',
    async (line, over) => {
      const trial = await trialService();
      const rows = phones.map((phone, row) => `Cid ${row},${phone},Bern,ok\n`).join('');
      const task = await trial.submitCsv(`${line}\nBen,phone later,Rome,wait\n${rows}`, over);
      expect(task.total).toBeGreaterThanOrEqual(phones.length + 1);
      expect(task.file.notes.map(({ code }) => code)).not.toContain('lines_skipped');
    },
  );

  it('may have digits that are a date, or in another column', async () => {
    const trial = await trialService();
    const text = `Report 1234567,,\nas of,24.12.2025 12:30:59,\nname,phone,city\n`;
    const rows = phones.map((phone) => `Ann,${phone},Bern\n`).join('');
    expect(await trial.submitCsv(`${text}${rows}`)).toMatchObject({
      total: phones.length,
      file: { phoneColumn: { name: 'phone' } },
    });
  });

  it('are neutralised with the rest', async () => {
    const trial = await trialService();
    const task = await done(trial, '=title\nname,phone\nAnn,+14155550100\n');
    expect(await trial.result(task, { neutralizeFormulas: true })).toBe(
      "'=title\nname,phone,verification_status\nAnn,'+14155550100,wa_registered\n",
    );
  });

  it('may be wider than the table where the header is named', async () => {
    const trial = await trialService();
    const task = await done(trial, 'a,b,c,d\nphone\n+14155550100\n', { headerRow: 2 });
    expect(await trial.result(task)).toBe('a,b,c,d\nphone,verification_status\n+14155550100,wa_registered\n');
    expect(await sheetOf(trial, task)).toEqual([
      ['a', 'b', 'c', 'd'],
      ['phone', 'verification_status', '', ''],
      ['+14155550100', 'wa_registered', '', ''],
    ]);
  });
});

describe('a header row that is named', () => {
  const lines = Array.from({ length: 300 }, (_, row) => `Ann,+1415555${String(row).padStart(3, '0')}0\n`);
  const letter = (rows: number) =>
    Array.from({ length: rows }, () => 'Tel. +41 44 668 18 00,by,hand\n').join('');

  it.each([2, 11, 150, 1_000])(
    'is found in row %i, with the rows below it and no other',
    async (headerRow) => {
      const trial = await trialService();
      const text = `${letter(headerRow - 1)}name,phone\n${lines.join('')}`;
      const task = await trial.submitCsv(text, { headerRow });
      expect(task).toMatchObject({
        total: 300,
        file: { phoneColumn: { index: 1, name: 'phone' }, notes: [] },
      });
      expect(task.credits.held).toBe(300);
    },
  );

  it('counts blank lines, and cells of several lines once', async () => {
    const trial = await trialService();
    const text = '\n"two\nlines"\n\r\nname,phone\n\nAnn,+14155550100\n';
    expect(await trial.submitCsv(text, { headerRow: 4 })).toMatchObject({
      total: 1,
      file: { phoneColumn: { name: 'phone' } },
    });
  });

  it('is the header even if it has a phone, and even if it is a title', async () => {
    const trial = await trialService();
    const task = await done(trial, '+14155550101\n+14155550100\n', { headerRow: 1 });
    expect(await trial.result(task)).toBe('+14155550101,verification_status\n+14155550100,wa_registered\n');
    expect((await trial.submitCsv(LIST, { headerRow: 1 })).total).toBe(5);
  });

  it.each([
    [9, 'the last row of the file is row 7'],
    [3, 'it is empty'],
    [0, 'rows 1 to 1000, not in row 0'],
    [1.5, 'not in row 1.5'],
    [1_001, 'not in row 1001'],
  ])('is refused where there is none: row %d', async (headerRow, hint) => {
    const trial = await trialService();
    await expect(trial.submitCsv(LIST, { headerRow })).rejects.toMatchObject({
      code: 'header_row_not_found',
      hint: expect.stringContaining(hint),
    });
    expect(await trial.ledger.balance(ALICE)).toMatchObject({ available: 1_000 });
  });

  it('is refused if the rows above it are too long', async () => {
    const trial = await trialService();
    const text = `${`${'x'.repeat(30_000)}\n`.repeat(500)}phone\n+14155550100\n`;
    await expect(trial.submitCsv(text, { headerRow: 501 })).rejects.toMatchObject({
      code: 'header_row_not_found',
      hint: expect.stringContaining('characters'),
    });
  });

  it.each([62, 63, 900, 5_000])(
    'is not said to be too far down where the file ends before it: row %d',
    async (headerRow) => {
      const trial = await trialService();
      const text = `${`${'x'.repeat(30_000)}\n`.repeat(60)}phone\n+14155550100\n`;
      const hint = {
        62: 'more than the 1048576 characters',
        63: 'the last row of the file is row 62',
        900: 'the last row of the file is row 62',
        5000: 'rows 1 to 1000, not in row 5000',
      }[headerRow];
      await expect(trial.submitCsv(text, { headerRow })).rejects.toMatchObject({
        code: 'header_row_not_found',
        hint: expect.stringContaining(hint ?? ''),
      });
    },
  );

  it('is not said to be too far down if it is empty', async () => {
    const trial = await trialService();
    const text = `${`${'x'.repeat(30_000)}\n`.repeat(60)}\nphone\n+14155550100\n`;
    await expect(trial.submitCsv(text, { headerRow: 61 })).rejects.toMatchObject({
      hint: expect.stringContaining('it is empty'),
    });
  });

  it('is refused without a row of data below it', async () => {
    const trial = await trialService();
    await expect(trial.submitCsv(LIST, { headerRow: 7 })).rejects.toMatchObject({ code: 'empty_file' });
  });
});
