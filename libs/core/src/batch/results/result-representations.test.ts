import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import XLSX from 'xlsx';
import { VERIFICATION_STATUSES } from '../../model/statuses.js';
import type { Task } from '../../model/task.js';
import { ALICE, type Trial, trialService } from '../../service/trial-service.fixture.js';
import type { ResultsRequest } from './result-request.js';

type Asked = Omit<ResultsRequest, 'accountId' | 'taskId'>;

const FILE = [
  'phone,note',
  '+14155550100,=1+1',
  '+14155550102,"a ""b"", c"',
  '+14155550103',
  'none,00123',
  '+14155550102,last',
  '',
].join('\n');

async function done(trial: Trial, file = FILE): Promise<Task> {
  const task = await trial.submitCsv(file);
  await trial.workAll();
  return task;
}

async function bytesOf({ service }: Trial, { taskId }: Task, asked: Asked): Promise<Buffer> {
  return buffer((await service.results({ accountId: ALICE, taskId, ...asked })).content);
}

async function csvOf(trial: Trial, task: Task, asked: Asked): Promise<string[][]> {
  return Papa.parse<string[]>((await bytesOf(trial, task, asked)).toString().trimEnd()).data;
}

async function sheetOf(trial: Trial, task: Task, asked: Asked): Promise<string[][]> {
  const { Sheets } = XLSX.read(await bytesOf(trial, task, { ...asked, format: 'xlsx' }), { type: 'buffer' });
  return XLSX.utils.sheet_to_json(Sheets['result'] ?? {}, { header: 1, raw: true, defval: '' });
}

/** The range of cells that a workbook says that it has. */
async function rangeOf(trial: Trial, task: Task, asked: Asked): Promise<string | undefined> {
  // SheetJS guesses where a range is none. Undeclared: it shows what it reads zips with, but says no types of it.
  const zip: { FileIndex: { name: string; content?: Uint8Array }[] } = XLSX.CFB.read(
    await bytesOf(trial, task, { ...asked, format: 'xlsx' }),
    { type: 'buffer' },
  );
  const sheet = zip.FileIndex.find(({ name }) => name === 'sheet1.xml')?.content ?? new Uint8Array();
  return /<dimension ref="([^"]*)"/.exec(Buffer.from(sheet).toString())?.[1];
}

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

describe('a result of which the store has lost a block', () => {
  it('rejects and says which', async () => {
    const trial = await trialService();
    const task = await done(trial);
    const { rowBlock } = trial.store;
    trial.store.rowBlock = async (taskId, index) =>
      index === 0 ? undefined : rowBlock.call(trial.store, taskId, index);
    await expect(bytesOf(trial, task, {})).rejects.toThrow(
      new RangeError('block 0 of a task is missing in the task store'),
    );
  });
});

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
});

describe('a result with only some statuses', () => {
  it('has their rows in the order of the file, below the header', async () => {
    const trial = await trialService();
    const task = await done(trial);
    expect(await csvOf(trial, task, { statuses: ['inactive', 'dead'] })).toEqual([
      ['phone', 'note', 'verification_status'],
      ['+14155550102', 'a "b", c', 'dead'],
      ['+14155550103', '', 'inactive'],
      ['+14155550102', 'last', 'dead'],
    ]);
  });

  it('has the header alone where no row has one of them', async () => {
    const trial = await trialService();
    const task = await done(trial);
    const header = ['phone', 'note', 'verification_status'];
    expect(await csvOf(trial, task, { statuses: ['telegram_registered'] })).toEqual([header]);
    expect(await sheetOf(trial, task, { statuses: ['telegram_registered'] })).toEqual([header]);
  });

  it('has the rows that the whole one has with them, in either format, for any file', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('"', '\n', '\r', ',', ' ', 'a', '=', '_x0041_', '\u0001'),
      maxLength: 4,
    });
    const row = fc.tuple(
      fc.constantFrom('+14155550100', '+14155550101', '+14155550102', 'none'),
      fc.array(cell, { maxLength: 3 }),
    );
    const wanted = fc.uniqueArray(fc.constantFrom(...VERIFICATION_STATUSES), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), wanted, async (rows, statuses) => {
        const trial = await trialService();
        const lines = rows.map(([phone, cells]) =>
          [phone, ...cells].map((text) => `"${text.replaceAll('"', '""')}"`).join(),
        );
        const task = await done(trial, `phone\n${lines.join('\n')}\n`);
        const [header, ...all] = await csvOf(trial, task, {});
        const expected = [
          header,
          ...all.filter((cells) => (statuses as string[]).includes(cells.at(-1) ?? '')),
        ];
        expect(await csvOf(trial, task, { statuses })).toEqual(expected);
        expect(await sheetOf(trial, task, { statuses })).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a result as a workbook', () => {
  it('has the cells of the CSV, all of them text', async () => {
    const trial = await trialService();
    const task = await done(trial);
    expect(await sheetOf(trial, task, {})).toEqual(await csvOf(trial, task, {}));
  });

  it('has its cells as they were where those of the CSV are neutralised, since text is no formula', async () => {
    const trial = await trialService({ neutralizeFormulas: true });
    // With an apostrophe the last one would be longer than a cell may be.
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

describe('a result with formulas neutralised', () => {
  const file = 'phone,=note\n+14155550100,"=1,""2"""\nnone,a-b\n';
  const plain = 'phone,=note,verification_status\n+14155550100,"=1,""2""",wa_registered\nnone,a-b,unknown\n';
  const neutralised =
    'phone,\'=note,verification_status\n\'+14155550100,"\'=1,""2""",wa_registered\nnone,a-b,unknown\n';

  it.each([
    [false, {}, plain],
    [false, { neutralizeFormulas: true }, neutralised],
    [true, {}, neutralised],
    [true, { neutralizeFormulas: false }, plain],
  ])('by the service: %j, by the request: %j', async (neutralizeFormulas, asked, text) => {
    const trial = await trialService({ neutralizeFormulas });
    const task = await done(trial, file);
    expect((await bytesOf(trial, task, asked)).toString()).toBe(text);
  });

  it('is neutralised among the rows with some statuses too', async () => {
    const trial = await trialService();
    const task = await done(trial);
    expect(await csvOf(trial, task, { statuses: ['wa_registered'], neutralizeFormulas: true })).toEqual([
      ['phone', 'note', 'verification_status'],
      ["'+14155550100", "'=1+1", 'wa_registered'],
    ]);
  });
});

describe('a result that is left', () => {
  it.each(['csv', 'xlsx'] as const)(
    'is read no further, and not at all before it is read: %s',
    async (format) => {
      const trial = await trialService();
      // Nothing that could be packed, so that a workbook comes out as it is rendered.
      const noise = () => randomBytes(200).toString('base64');
      const { taskId } = await done(
        trial,
        `phone\n${Array.from({ length: 20_000 }, () => `${noise()}\n`).join('')}`,
      );
      const { store } = trial;
      let blocks = 0;
      const rowBlock = store.rowBlock.bind(store);
      store.rowBlock = (...asked) => {
        blocks += 1;
        return rowBlock(...asked);
      };
      const { content, task } = await trial.service.results({ accountId: ALICE, taskId, format });
      // The header, which is stored with the rows.
      expect(blocks).toBe(1);
      let bytes = 0;
      for await (const piece of content) {
        bytes += piece.length;
        if (bytes > 200_000) break;
      }
      const read = blocks;
      expect(read).toBeLessThan(task.file.rowBlocks);
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      expect(blocks).toBe(read);
    },
  );
});

describe('a result that nobody can mean', () => {
  it.each([
    ['an unknown format', { format: 'pdf' }],
    ['an unknown status', { statuses: ['dead', 'alive'] }],
    ['no status at all', { statuses: [] }],
    ['statuses that are no list', { statuses: 'dead' }],
    ['neither to neutralise formulas nor not to', { neutralizeFormulas: 'false' }],
  ])('is a TypeError: %s', async (_, asked) => {
    const trial = await trialService();
    // What only a caller without types can ask for.
    await expect(bytesOf(trial, await done(trial), asked as unknown as Asked)).rejects.toThrow(TypeError);
  });
});
