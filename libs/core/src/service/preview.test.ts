import { describe, expect, it } from 'vitest';
import { until } from '../async/turns.fixture.js';
import type { UploadRequest } from '../batch/intake/upload-request.js';
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

describe('a preview of a file', () => {
  it('says what a submit would make of it, and cost', async () => {
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
      },
      columnReason: 'header',
      seen: { filled: 5, numbers: 3 },
      columns: [
        { index: 0, name: 'name', samples: ['Ann', 'Ben', 'Cyd'] },
        { index: 1, name: 'phone', samples: ['+14155550100', '+14155550101', 'ask her sister'] },
        { index: 2, name: 'city', samples: ['Rome', 'Oslo', 'Bern'] },
      ],
      columnCount: 3,
      total: 6,
      numbers: 2,
      duplicates: 1,
      withoutNumber: {
        rows: 3,
        empty: 1,
        examples: [
          { row: 5, text: 'ask her sister' },
          { row: 8, text: 'n/a' },
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
    ['the cells', 'id,Kontakt\n7,+14155550100\n8,+14155550101\n9,+14155550102\n', {}, 'cells', 1],
    ['the cells, in a file without a header', '+14155550100,a\n+14155550101,b\n', {}, 'cells', 0],
    ['the caller', 'phone,other\n+14155550100,+14155550101\n', { phoneColumn: 'other' }, 'named', 1],
    ['nothing', 'id,city\n7,Rome\n8,Oslo\n', {}, 'not_found', 0],
  ])('says that the column was found by %s', async (_, text, over, reason, index) => {
    const preview = await previewOf(await trialService(), text, over);
    expect([preview.columnReason, preview.file.phoneColumn.index]).toEqual([reason, index]);
  });

  it('shows no cells of a column that is not one of phones, and the note that says so', async () => {
    const preview = await previewOf(await trialService(), 'id,city\n7,Rome\n8,Oslo\n');
    expect(preview).toMatchObject({
      seen: { filled: 0, numbers: 0 },
      numbers: 0,
      withoutNumber: { rows: 2, empty: 0, examples: [] },
      credits: { held: 0, charged: 0 },
    });
    expect(preview.file.notes.map(({ code }) => code)).toEqual(['no_phone_column']);
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
    expect(preview.withoutNumber.examples[9]).toEqual({ row: 12, text: `${'x'.repeat(78)}…` });
    expect(preview.seen).toEqual({ filled: 100, numbers: 1 });
    expect(preview.total).toBe(301);
  });

  it('counts the rows of the file, those above the header and empty ones too', async () => {
    const text = 'Our customers\n\nname,phone\nAnn,+14155550100\nBen,none\n';
    const preview = await previewOf(await trialService(), text, { headerRow: 3 });
    expect(preview.withoutNumber.examples).toEqual([{ row: 5, text: 'none' }]);
  });

  it('names the sheet of a workbook', async () => {
    const cell = (address: string, text: string) =>
      `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = `<row r="1">${cell('A1', 'phone')}</row><row r="2">${cell('A2', '+14155550100')}</row>`;
    const content = workbookOf({ sheets: ['', rows], names: ['Cover', 'People'] });
    const preview = await previewOf(await trialService(), '', { content, fileName: 'people.xlsx' });
    expect(preview.file).toMatchObject({ type: 'xlsx', sheet: 'People', encoding: null });
    expect(preview.numbers).toBe(1);
  });

  it.each<[string, string, Partial<UploadRequest>, string]>([
    ['too many rows', `phone\n${'+14155550100\n'.repeat(5)}`, {}, 'too_many_rows'],
    ['no rows', 'phone\n', {}, 'empty_file'],
    ['another ending', PEOPLE, { fileName: 'people.pdf' }, 'unsupported_file_type'],
    ['a column that it has not', PEOPLE, { phoneColumn: 'fax' }, 'column_not_found'],
    ['a country that there is not', PEOPLE, { defaultCountry: 'XX' }, 'invalid_country'],
  ])('refuses what a submit refuses: %s', async (_, text, over, code) => {
    const trial = await trialService({ maxRows: 4 });
    await expect(previewOf(trial, text, over)).rejects.toMatchObject({ code });
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

  it('is refused, and ends, with the service that closes', async () => {
    const trial = await trialService();
    await trial.service.close();
    await expect(previewOf(trial, PEOPLE)).rejects.toMatchObject({ code: 'shutting_down' });
  });
});
