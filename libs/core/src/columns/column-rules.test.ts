import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPhoneCell } from '../phone/cells/phone-cell.js';
import { csvBytes } from '../tables/csv-writer.js';
import type { Row } from '../tables/table-block.js';
import { readRows } from '../tables/upload.fixture.js';
import type { SheetLines } from '../tables/xlsx-writer/sheet-xml.js';
import { workbookFile } from '../tables/xlsx-writer/workbook-file.js';
import { findPhoneColumn } from './find-phone-column.js';

const OTHER_HEADERS = ['Name', 'City', 'Handy', 'Fax', '手机', 'Code', 'Contact', ''];
const MATCHING_HEADERS = ['Phone', 'phone', 'Order Number', 'Tel.', 'Fax number', 'Mobile', 'Phonetic name'];
const CELLS = [
  '+14155552001',
  '14155552002',
  '(415) 555-2003',
  '41791234567',
  '10023',
  'Ann',
  'n/a',
  '',
  ' ',
];

function tables(headers: readonly string[], minRows = 0) {
  return fc.integer({ min: 1, max: 5 }).chain((width) => {
    const row = fc.array(fc.constantFrom(...CELLS), { minLength: width, maxLength: width });
    return fc
      .tuple(
        fc.array(fc.constantFrom(...headers), { minLength: width, maxLength: width }),
        fc.array(row, { minLength: minRows, maxLength: 8 }),
      )
      .map(([header, data]): readonly Row[] => [header, ...data]);
  });
}

const anyTable = tables([
  ...OTHER_HEADERS,
  ...MATCHING_HEADERS,
  '+14155552009',
  '14155552008',
  'Tel. +14155552007',
]);

describe('the phone column', () => {
  it('is the header that matches, when a single one does and one cell below it is a phone', async () => {
    const one = fc.tuple(tables(OTHER_HEADERS), fc.nat(4), fc.constantFrom(...MATCHING_HEADERS));
    await fc.assert(
      fc.asyncProperty(one, async ([[header = [], ...data], at, name]) => {
        const index = at % header.length;
        const withPhone = [...data, header.with(index, '+14155552001')];
        const found = await findPhoneColumn([header.with(index, name), ...withPhone], {});
        expect(found).toMatchObject({ index, name, dataStart: 1 });
      }),
    );
  });

  it('is one whose header matches, when a cell below any of these is a phone', async () => {
    await fc.assert(
      fc.asyncProperty(tables([...OTHER_HEADERS, ...MATCHING_HEADERS]), async (rows) => {
        const { name } = await findPhoneColumn(rows, {});
        const matches = rows[0]?.some((header, index) => {
          const isMatch = /phone|mobile|number|tel|msisdn/i.test(header);
          return isMatch && rows.some((row) => row[index]?.startsWith('+'));
        });
        if (matches) expect(MATCHING_HEADERS).toContain(name);
      }),
    );
  });

  it('is the leftmost that is mostly phones, else the leftmost, when all headers say phones and all cells are filled', async () => {
    const shape = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 8 }));
    const filled = shape.chain(([width, length]) => {
      const cells = fc.array(fc.boolean(), { minLength: length, maxLength: length });
      return fc.array(cells, { minLength: width, maxLength: width });
    });
    await fc.assert(
      fc.asyncProperty(filled, async (columns) => {
        const header = columns.map((_, index) => `Phone ${index}`);
        const data = (columns[0] ?? []).map((_, row) =>
          columns.map((column) => (column[row] ? `+1415555200${row}` : 'n/a')),
        );
        const leftmost = columns.findIndex(
          (column) => column.filter((isPhone) => isPhone).length * 2 > data.length,
        );
        expect(await findPhoneColumn([header, ...data], {})).toMatchObject({ index: Math.max(0, leftmost) });
      }),
    );
  });

  it('is not a column of ids left of one that is mostly phones', async () => {
    const ids = fc.constantFrom('Order Number', 'Telegram ID', 'Bestellnummer', 'Hotel', 'Thing number');
    await fc.assert(
      fc.asyncProperty(
        tables(['Phone', 'Mobile', 'Name', 'Fax']),
        ids,
        async ([header = [], ...data], name) => {
          const rows = [[...header, 'Tel.'], ...data.map((row) => [...row, '+14155552001'])];
          const { index } = await findPhoneColumn(rows, {});
          const behindIds = rows.map((row, at) => [at === 0 ? name : `1415555${1000 + at}`, ...row]);
          expect(await findPhoneColumn(behindIds, {})).toMatchObject(
            data.length > 0 ? { index: index + 1 } : {},
          );
        },
      ),
    );
  });

  it('is the first, when no header matches and its cells have signs that ids never have', async () => {
    await fc.assert(
      fc.asyncProperty(tables(OTHER_HEADERS, 1), async ([header = [], ...data]) => {
        const withPhones = data.map((row) => row.with(0, '+14155552000'));
        const found = await findPhoneColumn([header.with(0, 'Reach'), ...withPhones], {});
        expect(found).toMatchObject({ index: 0, dataStart: 1, holdsPhones: true });
      }),
    );
  });

  it('is the first and not read, when no header matches, no cell is a phone, and none is empty below a name for phones', async () => {
    await fc.assert(
      fc.asyncProperty(tables(OTHER_HEADERS, 1), async ([header = [], ...data]) => {
        const rows = data.map((row) =>
          header.map((_, index) => (/^\s*$|555|4179/.test(row[index] ?? '') ? 'x' : (row[index] ?? 'x'))),
        );
        const found = await findPhoneColumn([header, ...rows], {});
        expect(found).toMatchObject({ index: 0, dataStart: 1, holdsPhones: false });
        expect(found.notes.map(({ code }) => code)).toEqual(['no_phone_column']);
      }),
    );
  });

  it('never has a phone for its header', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, async (rows) => {
        const { index, dataStart } = await findPhoneColumn(rows, {});
        if (readPhoneCell(rows[0]?.[index] ?? '') !== undefined) expect(dataStart).toBe(0);
      }),
    );
  });

  it('does not change when columns without phones follow', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, async (rows) => {
        const wider = rows.map((row) => [...row, 'x', '']);
        const { index, dataStart } = await findPhoneColumn(rows, {});
        expect(await findPhoneColumn(wider, {})).toMatchObject({ index, dataStart });
      }),
    );
  });

  it('is the same when named by its position', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, async (rows) => {
        const { dataStart, header, index, name } = await findPhoneColumn(rows, {});
        const byPosition = await findPhoneColumn(rows, { phoneColumn: index });
        expect(byPosition).toMatchObject({ dataStart, header, index, name, holdsPhones: true });
      }),
    );
  });

  it('is the same in both formats', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, async (rows) => {
        // Neither reader returns empty rows, so such tables are skipped.
        if (rows.some((row) => row.every((cell) => cell.trim() === ''))) return;
        const { index, name, dataStart } = await findPhoneColumn(rows, {});
        const fromCsv = await findPhoneColumn(await readRows('a.csv', csvBytes(rows)), {});
        const fromWorkbook = await findPhoneColumn(await readRows('a.xlsx', await workbookOf(rows)), {});
        expect(fromCsv).toMatchObject({ index, name, dataStart });
        expect(fromWorkbook).toMatchObject({ index, name, dataStart });
      }),
    );
  });

  it('is the same where a workbook holds numbers and leaves cells out', async () => {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet('S');
    sheet.addRow(['Order Number', 'Name', null, 'Phone', 'Fax number']);
    for (let row = 0; row < 5; row += 1) {
      sheet.addRow([1001 + row, 'Ann', null, 14_155_552_001 + row, 14_155_553_001 + row]);
    }
    const rows = await readRows('a.xlsx', Buffer.from(await workbook.xlsx.writeBuffer()));
    const same = await readRows('a.csv', csvBytes(rows));
    expect(await findPhoneColumn(rows, {})).toMatchObject({ index: 3, name: 'Phone' });
    expect(await findPhoneColumn(same, {})).toEqual(await findPhoneColumn(rows, {}));
  });
});

async function workbookOf(rows: readonly Row[]): Promise<Buffer> {
  async function* noLines(): AsyncGenerator<SheetLines> {}
  return buffer(
    workbookFile(rows, noLines(), { rows: rows.length, columns: rows[0]?.length ?? 0 }, 'result'),
  );
}
