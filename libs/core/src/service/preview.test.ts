import { describe, expect, it } from 'vitest';
import { until } from '../async/turns.fixture.js';
import type { UploadRequest } from '../batch/intake/upload/upload-request.js';
import { type FilePreview, PREVIEW_LIMITS } from '../batch/preview/file-preview.js';
import { workbookOf } from '../tables/xlsx/workbook.fixture.js';
import { ALICE, BOB, type Trial, trialService } from './trial-service.fixture.js';

const PEOPLE = [
  'name,phone,city',
  'Ann,+14155550100,Rome',
  'Ben,+14155550101,',
  'Cyd,,Rome',
  'Dan,ask her sister,Oslo',
  'Eve,+1 415 555 0100,Bern',
  '',
  'Fay,n/a,Bern',
].join('\n');

function previewOf(
  { service }: Trial,
  text: string,
  over: Partial<UploadRequest> = {},
): Promise<FilePreview> {
  return service.preview({ accountId: ALICE, fileName: 'people.csv', content: Buffer.from(text), ...over });
}

/** A file whose last row comes when `finish` is called. */
function slowFile() {
  let finish = (): void => undefined;
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const seen = { isWaiting: false };
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('phone\n+14155550100\n');
    seen.isWaiting = true;
    await isFinished;
    yield Buffer.from('+14155550101\n');
  }
  return { content: content(), finish: () => finish(), seen };
}

describe('a preview of a file', () => {
  it('shows how a submit would read it, and its cost', async () => {
    const trial = await trialService();
    const preview = await previewOf(trial, PEOPLE);
    expect(preview).toEqual({
      file: {
        name: 'people.csv',
        type: 'csv',
        sheet: null,
        encoding: 'utf-8',
        phoneColumn: { index: 1, name: 'phone' },
        notes: [],
        unread: { empty: 1, no_digits: 2 },
        remembered: { header: expect.any(String) },
      },
      remembered: null,
      sheets: [],
      sheetCount: 0,
      columnReason: 'header',
      countryColumn: null,
      seen: { filled: 5, numbers: 3 },
      columns: [
        { index: 0, name: 'name', samples: ['Ann', 'Ben', 'Cyd'] },
        { index: 1, name: 'phone', samples: ['+14155550100', '+14155550101', 'ask her sister'] },
        { index: 2, name: 'city', samples: ['Rome', 'Oslo', 'Bern'] },
      ],
      columnCount: 3,
      firstRows: [
        { row: 2, cells: ['Ann', '+14155550100', 'Rome'], number: '+14155550100', reason: null },
        { row: 3, cells: ['Ben', '+14155550101', ''], number: '+14155550101', reason: null },
        { row: 4, cells: ['Cyd', '', 'Rome'], number: null, reason: 'empty' },
        { row: 5, cells: ['Dan', 'ask her sister', 'Oslo'], number: null, reason: 'no_digits' },
        { row: 6, cells: ['Eve', '+1 415 555 0100', 'Bern'], number: '+14155550100', reason: null },
        { row: 8, cells: ['Fay', 'n/a', 'Bern'], number: null, reason: 'no_digits' },
      ],
      total: 6,
      numbers: 2,
      duplicates: 1,
      known: { rows: 0, numbers: 0 },
      suppressed: { rows: 0, numbers: 0 },
      withoutNumber: {
        rows: 3,
        empty: 1,
        examples: [
          { row: 5, text: 'ask her sister', reason: 'no_digits' },
          { row: 8, text: 'n/a', reason: 'no_digits' },
        ],
      },
      credits: { held: 3, charged: 2 },
      balance: { available: 1_000, held: 0 },
    });
  });

  it('agrees with the submit of the same file', async () => {
    const trial = await trialService();
    const { credits, file, total, withoutNumber } = await previewOf(trial, PEOPLE);
    const task = await trial.workToEnd(await trial.submitCsv(PEOPLE));
    expect(task.file).toMatchObject(file);
    expect([task.total, task.credits.charged]).toEqual([total, credits.charged]);
    expect(task.summary.unknown).toBe(withoutNumber.rows);
  });

  it('stores and holds nothing, and needs no credits', async () => {
    const trial = await trialService();
    const { balance, credits } = await previewOf(trial, PEOPLE, { accountId: BOB });
    expect([balance, credits.held]).toEqual([{ available: 0, held: 0 }, 3]);
    expect(await trial.ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    const nothing = { claims: [], retryAfterMs: null };
    expect(await trial.store.claim({ leaseMs: 1, limit: 1, taskId: null })).toMatchObject(nothing);
  });

  it.each<[string, string, Partial<UploadRequest>, string, number]>([
    ['the header', 'id,mobile\n7,+14155550100\n', {}, 'header', 1],
    ['the cells', 'id,Reach\n7,+14155550100\n8,+14155550101\n9,+14155550102\n', {}, 'cells', 1],
    ['the cells, in a file without a header', '+14155550100,a\n+14155550101,b\n', {}, 'cells', 0],
    ['the caller', 'phone,other\n+14155550100,+14155550101\n', { phoneColumn: 'other' }, 'named', 1],
    ['nothing', 'id,city\n7,Rome\n8,Oslo\n', {}, 'not_found', 0],
  ])('says that the column was found by %s', async (_, text, over, reason, index) => {
    const preview = await previewOf(await trialService(), text, over);
    expect([preview.columnReason, preview.file.phoneColumn.index]).toEqual([reason, index]);
  });

  it('shows no cells as phones if no column holds phones, and a note about it', async () => {
    const preview = await previewOf(await trialService(), 'id,city\n7,Rome\n8,Oslo\n');
    expect(preview).toMatchObject({
      seen: { filled: 0, numbers: 0 },
      numbers: 0,
      withoutNumber: { rows: 2, empty: 0, examples: [] },
      credits: { held: 0, charged: 0 },
    });
    expect(preview.file.notes.map(({ code }) => code)).toEqual(['no_phone_column']);
  });

  it('has samples only of the first rows', async () => {
    const rows = (count: number) => '+14155550100,\n'.repeat(count);
    const sampled = async (before: number) => {
      const text = `phone,city\n${rows(before)}+14155550100,Rome\n${rows(9)}`;
      return (await previewOf(await trialService(), text)).columns[1]?.samples;
    };
    expect(await sampled(PREVIEW_LIMITS.sampledRows - 1)).toEqual(['Rome']);
    expect(await sampled(PREVIEW_LIMITS.sampledRows)).toEqual([]);
  });

  it('shows few samples and examples, and cuts them', async () => {
    const long = `${'x'.repeat(PREVIEW_LIMITS.textChars - 2)}😀 and more`;
    const rows = Array.from({ length: 300 }, (_, index) => `${long}${index},${',y'.repeat(200)}`);
    const preview = await previewOf(await trialService(), `phone\n+14155550100\n${rows.join('\n')}\n`);
    expect(preview.columnCount).toBe(202);
    expect(preview.columns).toHaveLength(PREVIEW_LIMITS.columns);
    expect(preview.columns[0]?.samples).toEqual(['+14155550100', `${'x'.repeat(78)}…`]);
    expect(preview.columns[5]).toEqual({ index: 5, name: '', samples: ['y'] });
    expect(preview.withoutNumber.examples).toHaveLength(PREVIEW_LIMITS.examples);
    expect(preview.withoutNumber.examples[9]).toMatchObject({ row: 12, text: `${'x'.repeat(78)}…` });
    expect(preview.seen).toEqual({ filled: 100, numbers: 1 });
    expect(preview.total).toBe(301);
    expect(preview.firstRows).toHaveLength(PREVIEW_LIMITS.firstRows);
    const padded = Array.from({ length: PREVIEW_LIMITS.columns - 1 }, () => '');
    expect(preview.firstRows[0]?.cells).toEqual(['+14155550100', ...padded]);
    expect(preview.firstRows[1]?.cells).toHaveLength(PREVIEW_LIMITS.columns);
    expect(preview.firstRows[1]?.cells[0]).toBe(`${'x'.repeat(78)}…`);
  });

  it('gives the reason why a cell is no number, by the settings and the whole column', async () => {
    const cells = ['030 26481100', '26481101', '030 26481100 / 030 26481102', '2026-05-01', '(030)'];
    const reasonsWith = async (over: Partial<UploadRequest>) => {
      const preview = await previewOf(await trialService(), `Telefon\n${cells.join('\n')}\n`, over);
      const reasons = preview.firstRows.map(({ reason }) => reason);
      expect(preview.withoutNumber.examples.map(({ reason }) => reason)).toEqual(
        reasons.filter((reason) => reason !== null),
      );
      return reasons;
    };
    const [several, date, short] = ['several_numbers', 'something_else', 'too_few_digits'];
    expect(await reasonsWith({})).toEqual(['no_country', 'no_country', several, date, short]);
    const german = { defaultCountry: 'DE' };
    expect(await reasonsWith(german)).toEqual([null, 'no_area_code', several, date, short]);
    const ofBerlin = { ...german, defaultAreaCode: '30', severalNumbers: 'first' } as const;
    expect(await reasonsWith(ofBerlin)).toEqual([null, null, null, date, short]);
  });

  it('gives no reasons for the rows of a file whose column was not found', async () => {
    const preview = await previewOf(await trialService(), 'id,city\n7,Rome\n8,Oslo\n');
    expect(preview.firstRows).toEqual([
      { row: 2, cells: ['7', 'Rome'], number: null, reason: null },
      { row: 3, cells: ['8', 'Oslo'], number: null, reason: null },
    ]);
  });

  it('numbers rows as the file does, with those above the header and empty ones', async () => {
    const text = 'Our customers\n\nname,phone\nAnn,+14155550100\nBen,none\n';
    const preview = await previewOf(await trialService(), text, { headerRow: 3 });
    expect(preview.withoutNumber.examples).toEqual([{ row: 5, text: 'none', reason: 'no_digits' }]);
    expect(preview.firstRows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [4, 'Ann', '+14155550100'],
      [5, 'Ben', 'none'],
    ]);
  });

  it('names the sheets of a workbook, and reads the one that is asked for', async () => {
    const cell = (address: string, text: string) =>
      `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rowsOf = (phone: string) =>
      `<row r="1">${cell('A1', 'phone')}</row><row r="2">${cell('A2', phone)}</row>`;
    const content = workbookOf({
      sheets: ['', rowsOf('+14155550100'), rowsOf('none'), rowsOf('+14155550101')],
      names: ['Cover', 'People', 'Others', 'Old'],
      states: [undefined, undefined, undefined, 'hidden'],
    });
    const trial = await trialService();
    const preview = await previewOf(trial, '', { content, fileName: 'people.xlsx' });
    expect(preview.file).toMatchObject({ type: 'xlsx', sheet: 'People', encoding: null });
    expect(preview).toMatchObject({ sheets: ['Cover', 'People', 'Others'], sheetCount: 3, numbers: 1 });
    const others = await previewOf(trial, '', { content, fileName: 'people.xlsx', sheet: 'Others' });
    expect(others).toMatchObject({ file: { sheet: 'Others' }, numbers: 0, total: 1 });
    const empty = previewOf(trial, '', { content, fileName: 'people.xlsx', sheet: 'Cover' });
    await expect(empty).rejects.toMatchObject({
      code: 'empty_file',
      hint: 'the sheet "Cover" has no rows; sheet=NAME names another one',
    });
  });

  it('lists few sheets of a workbook that has many', async () => {
    const names = Array.from({ length: 150 }, (_, index) => `S${index}`);
    const row = '<row r="1"><c r="A1"><v>14155550100</v></c></row>';
    const content = workbookOf({ sheets: names.map(() => row), names });
    const preview = await previewOf(await trialService(), '', {
      content,
      fileName: 'people.xlsx',
    });
    expect(preview.sheets).toEqual(names.slice(0, PREVIEW_LIMITS.sheets));
    expect(preview.sheetCount).toBe(150);
  });

  it.each<[string, string, Partial<UploadRequest>, string]>([
    ['too many rows', `phone\n${'+14155550100\n'.repeat(5)}`, {}, 'too_many_rows'],
    ['no rows', 'phone\n', {}, 'empty_file'],
    ['another ending', PEOPLE, { fileName: 'people.pdf' }, 'unsupported_file_type'],
    ['a column that it has not', PEOPLE, { phoneColumn: 'fax' }, 'column_not_found'],
    ['a sheet that it has not', PEOPLE, { sheet: 'People' }, 'sheet_not_found'],
    ['a country that there is not', PEOPLE, { defaultCountry: 'XX' }, 'invalid_country'],
  ])('refuses what a submit refuses: %s', async (_, text, over, code) => {
    const trial = await trialService({ maxRows: 4 });
    await expect(previewOf(trial, text, over)).rejects.toMatchObject({ code });
  });

  it('reads only a limited number of bytes for an account without credits', async () => {
    const trial = await trialService({ maxFreePreviewBytes: 64 * 1024 });
    const seen = { pieces: 0, isClosed: false };
    async function* pieces(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from('phone,text\n');
        for (; seen.pieces < 1_000; seen.pieces += 1) yield Buffer.from(`,"${'""'.repeat(8_000)}"\n`);
      } finally {
        seen.isClosed = true;
      }
    }
    await expect(previewOf(trial, '', { accountId: BOB, content: pieces() })).rejects.toMatchObject({
      code: 'file_too_large',
      hint: expect.stringMatching(/^without credits, a file may have 65536 bytes/),
    });
    expect(seen.isClosed).toBe(true);
    expect(seen.pieces).toBeLessThan(10);
    const fits = `phone,text\n${`,"${'""'.repeat(8_000)}"\n`.repeat(4)}`;
    expect((await previewOf(trial, fits, { accountId: BOB })).total).toBe(4);
    expect((await previewOf(trial, `${fits}${fits}`)).total).toBe(9);
  });

  it('unpacks no more than eight times as much of a workbook for such an account', async () => {
    const rows = Array.from(
      { length: 2_000 },
      (_, row) =>
        `<row r="${row + 1}"><c r="A${row + 1}"><v>14155550100</v></c><c r="B${row + 1}" t="inlineStr"><is><t>${'x'.repeat(200)}</t></is></c></row>`,
    );
    const content = workbookOf({ sheets: [rows.join('')] });
    const over = { content, fileName: 'people.xlsx' };
    const trial = await trialService({ maxFreePreviewBytes: content.length });
    await expect(previewOf(trial, '', { ...over, accountId: BOB })).rejects.toMatchObject({
      code: 'file_too_large',
      hint: expect.stringContaining(`a workbook may unpack to ${8 * content.length} bytes`),
    });
    expect((await previewOf(trial, '', over)).total).toBe(2_000);
  });

  it('takes an ordinary file of 100,000 rows without credits', async () => {
    const row = (index: number) =>
      `${index},Ada Lovelace,+1415555${1000 + (index % 9000)},12 Long Street,Rome,a note about it`;
    const text = `id,name,phone,street,city,note\n${Array.from({ length: 100_000 }, (_, index) => row(index)).join('\n')}\n`;
    const preview = await previewOf(await trialService(), text, { accountId: BOB });
    expect([preview.total, preview.numbers]).toEqual([100_000, 9_000]);
  });

  it('waits in the line of uploads, and ends with its signal', async () => {
    const trial = await trialService({ maxUploads: 1 });
    const seen = { isRead: false, isClosed: false };
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from('phone\n');
        seen.isRead = true;
        await new Promise(() => undefined);
      } finally {
        seen.isClosed = true;
      }
    }
    const leaving = new AbortController();
    const first = previewOf(trial, '', { content: endless(), signal: leaving.signal });
    const interrupted = expect(first).rejects.toMatchObject({ code: 'upload_interrupted' });
    await until(() => seen.isRead);
    const second = previewOf(trial, PEOPLE);
    const submitted = trial.submitCsv(PEOPLE);
    leaving.abort();
    await interrupted;
    expect((await second).total).toBe(6);
    expect((await submitted).total).toBe(6);
  });

  it('shows the balance that the account has once the file was read', async () => {
    const trial = await trialService();
    const { content, finish, seen } = slowFile();
    const preview = previewOf(trial, '', { content });
    await until(() => seen.isWaiting);
    await trial.ledger.grant(ALICE, 7);
    finish();
    expect(await preview).toMatchObject({ total: 2, balance: { available: 1_007, held: 0 } });
  });

  it('is refused, and ends, with the service that closes', async () => {
    const trial = await trialService();
    const { content, seen } = slowFile();
    const ended = expect(previewOf(trial, '', { content })).rejects.toMatchObject({ code: 'shutting_down' });
    await until(() => seen.isWaiting);
    await trial.service.close();
    await ended;
    await expect(previewOf(trial, PEOPLE)).rejects.toMatchObject({ code: 'shutting_down' });
  });
});
