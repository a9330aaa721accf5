import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nextTurn } from '../../async/turn.js';
import { isDialproofError } from '../../model/errors.js';
import { inPieces } from '../../tables/upload.fixture.js';
import { workbookOf } from '../../tables/xlsx/workbook.fixture.js';
import { openPhoneFile, type PhoneFileOptions, type PhoneRow } from './phone-file.js';

const CUSTOMERS =
  'Customers\n\nName,Land,Telefon\nAda,CH,079 123 45 67\nBob,DE,030 26481100\nEve,CH,n/a\n\nMax,AT\n';

function openText(text: string, options: PhoneFileOptions = {}) {
  return openPhoneFile({ fileName: 'list.csv', content: Buffer.from(text) }, options);
}

async function rowsOf(rows: AsyncIterable<PhoneRow>): Promise<PhoneRow[]> {
  const all: PhoneRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** The lines as rows of a sheet. */
function sheetOf(text: string): string {
  const cell = (cellText: string) => `<c t="inlineStr"><is><t>${cellText}</t></is></c>`;
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => `<row>${line.split(',').map(cell).join('')}</row>`).join('');
}

/** Content with a flag that shows whether it was read to its end or closed. */
function closable(text: string) {
  const state = { isClosed: true };
  async function* content() {
    state.isClosed = false;
    try {
      yield* inPieces(Buffer.from(text), 1_000);
    } finally {
      state.isClosed = true;
    }
  }
  return { content: content(), isClosed: () => state.isClosed };
}

describe('openPhoneFile', () => {
  it('finds the header and the columns, and gives each row with its number or the reason why it has none', async () => {
    const file = await openText(CUSTOMERS);
    expect(file).toMatchObject({
      fileType: 'csv',
      sheet: null,
      sheets: [],
      skippedRows: [['Customers']],
      hasHeader: true,
      columns: ['Name', 'Land', 'Telefon'],
      phoneColumn: { index: 2, name: 'Telefon' },
      countryColumn: { index: 1, name: 'Land' },
    });
    expect(await rowsOf(file.rows)).toEqual([
      { row: 4, cells: ['Ada', 'CH', '079 123 45 67'], number: '+41791234567', reason: null },
      { row: 5, cells: ['Bob', 'DE', '030 26481100'], number: '+493026481100', reason: null },
      { row: 6, cells: ['Eve', 'CH', 'n/a'], number: null, reason: 'no_digits' },
      { row: 8, cells: ['Max', 'AT'], number: null, reason: 'empty' },
    ]);
    expect(file.notes.map(({ code }) => code)).toEqual(['lines_skipped', 'country_column']);
    expect(file.encoding).toBe('utf-8');
  });

  it('takes the settings of a submit', async () => {
    const file = await openText('a,b\n079 123 45 67,1\n', { phoneColumn: 'a', defaultCountry: 'CH' });
    expect((await rowsOf(file.rows)).map(({ number }) => number)).toEqual(['+41791234567']);
    const named = await openText('Phone\nPhone\n+41791234567\n', { headerRow: 2 });
    expect(named.skippedRows).toEqual([['Phone']]);
    expect(await rowsOf(named.rows)).toHaveLength(1);
  });

  it('says where there is no header, and where no column holds phones', async () => {
    const headless = await openText('+41791234567,Ann\n');
    expect(headless).toMatchObject({ hasHeader: false, columns: ['phone', 'column_2'] });
    expect(await rowsOf(headless.rows)).toHaveLength(1);
    const words = await openText('Name\nAnn\n');
    expect(words.phoneColumn).toBeNull();
    expect(await rowsOf(words.rows)).toEqual([{ row: 2, cells: ['Ann'], number: null, reason: null }]);
  });

  it('reads the sheet of a workbook that holds phones, and leaves no file behind', async () => {
    const tempDirectory = mkdtempSync(join(tmpdir(), 'dialproof-phones-'));
    onTestFinished(() => rmSync(tempDirectory, { recursive: true }));
    const cell = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
    const content = workbookOf({ sheets: [cell('Cover'), cell('Phone') + cell('+41791234567')] });
    const open = () => openPhoneFile({ fileName: 'list.xlsx', content }, { tempDirectory });
    const file = await open();
    expect(file).toMatchObject({ fileType: 'xlsx', sheet: expect.any(String), encoding: null });
    expect(file.sheets).toHaveLength(2);
    expect(await rowsOf(file.rows)).toMatchObject([{ row: 2, number: '+41791234567' }]);
    await (await open()).close();
    expect(readdirSync(tempDirectory)).toEqual([]);
  });

  it.each([
    ['list.txt', 'phone\n1\n', {}, 'unsupported_file_type'],
    ['list.csv', '', {}, 'empty_file'],
    ['list.csv', 'phone\n', {}, 'empty_file'],
    ['list.csv', 'phone\n1\n', { phoneColumn: 'b' }, 'column_not_found'],
    ['list.csv', 'phone\n1\n', { defaultCountry: 'XX' }, 'invalid_country'],
    ['list.csv', 'phone\n1\n', { headerRow: 9 }, 'header_row_not_found'],
    ['list.csv', 'phone\n1\n', { sheet: 'a' }, 'sheet_not_found'],
    ['list.csv', '"phone\n1\n', {}, 'malformed_file'],
    ['list.csv', 'a,b\n1,2\n', { limits: { maxColumns: 1 } }, 'too_many_columns'],
  ])(
    'closes the content of a file that it refuses: %s with %j and %j',
    async (fileName, text, options, code) => {
      const { content, isClosed } = closable(text);
      await expect(openPhoneFile({ fileName, content }, options)).rejects.toMatchObject({ code });
      expect(isClosed()).toBe(true);
    },
  );

  it('closes the content, however the rows are left', async () => {
    const rows = `phone\n${'+41791234567\n'.repeat(1_000)}`;
    const leave: readonly ((file: Awaited<ReturnType<typeof openPhoneFile>>) => Promise<unknown>)[] = [
      (file) => rowsOf(file.rows),
      (file) => file.close(),
      async (file) => {
        for await (const _ of file.rows) break;
        await file.close();
      },
    ];
    for (const leaveFile of leave) {
      const { content, isClosed } = closable(rows);
      await leaveFile(await openPhoneFile({ fileName: 'list.csv', content }));
      expect(isClosed()).toBe(true);
    }
  });

  it('rejects if it is closed before its last row, and gives no partial row', async () => {
    const row = (index: number) => `+4179123${4000 + index},row ${index}\n`;
    const text = `phone,name\n${Array.from({ length: 3_000 }, (_, index) => row(index)).join('')}`;
    for (const fileName of ['list.csv', 'list.xlsx']) {
      const bytes = fileName === 'list.csv' ? Buffer.from(text) : workbookOf({ sheets: [sheetOf(text)] });
      for (let turns = 0; turns < 40; turns += 1) {
        const file = await openPhoneFile({ fileName, content: Readable.from(inPieces(bytes, 700)) });
        const names: string[] = [];
        const read = (async () => {
          for await (const { cells } of file.rows) names.push(cells[1] ?? '');
        })();
        const end = read.then(
          () => 'all',
          (error: unknown) => isDialproofError(error, 'upload_interrupted') && 'interrupted',
        );
        for (let turn = 0; turn < turns; turn += 1) await nextTurn();
        await file.close();
        expect(['interrupted', names.length === 3_000 && 'all']).toContain(await end);
        expect(names).toEqual(Array.from(names, (_, index) => `row ${index}`));
      }
    }
  });

  it('ends at an abort, also when all of the file was read', async () => {
    const aborting = new AbortController();
    const file = await openText('phone\n+41791234567\n+41791234568\n', { signal: aborting.signal });
    aborting.abort();
    await expect(rowsOf(file.rows)).rejects.toMatchObject({ code: 'upload_interrupted' });
  });

  it('refuses an option that it does not know', async () => {
    // @ts-expect-error a misspelt option
    await expect(openText('phone\n1\n', { defaultCountri: 'CH' })).rejects.toThrow(
      /^openPhoneFile has no option defaultCountri; it has .*\bdefaultCountry\b/,
    );
  });
});
