import { describe, expect, it } from 'vitest';
import type { Row } from '../../tables/table-block.js';
import type { FirstRows } from '../../tables/xlsx/wanted-sheet.js';
import { findTableStart, sampleRows } from './table-start.js';

const ROOM = 1024 * 1024;

/** Rows as they are read from a file without empty ones. */
function firstRows(rows: readonly Row[], over: Partial<FirstRows> = {}): FirstRows {
  return { rows, rowNumbers: rows.map((_, index) => index + 1), areAll: true, ...over };
}

function people(count: number, note = 'ok'): Row[] {
  return Array.from({ length: count }, (_, row) => ['Ann', `+1415555${String(row).padStart(4, '0')}`, note]);
}

const HEADER = ['name', 'phone', 'note'];
const TITLE = ['Customers'];

describe('the rows from which the start of a table is found', () => {
  it.each([
    [undefined, 101],
    [1, 101],
    [150, 250],
    [1_000, 1_100],
    [0, 101],
    [1_001, 101],
    [1.5, 101],
  ])('are those down to the header and a hundred below it: header row %s', (headerRow, rows) => {
    expect(sampleRows(headerRow === undefined ? {} : { headerRow })).toBe(rows);
  });

  it('are a hundred and one for a header that nobody names, however many were read with them', async () => {
    const below = Array.from({ length: 500 }, () => ['see above']);
    const first = firstRows([TITLE, HEADER, ...people(99), ...below]);
    expect(await findTableStart(first, {})).toMatchObject({
      skippedRows: [TITLE],
      dataStart: 2,
      found: { name: 'phone' },
    });
  });

  it('are a hundred below a header that is named, however many were read with them', async () => {
    const below = Array.from({ length: 500 }, () => ['+14155550100', 'none']);
    const first = firstRows([
      TITLE,
      ['contact', 'name'],
      ...people(100).map(([name = '', phone = '']) => [name, phone]),
    ]);
    const longer = firstRows([...first.rows, ...below]);
    const start = await findTableStart(first, { headerRow: 2 });
    expect(start.found.index).toBe(1);
    expect(await findTableStart(longer, { headerRow: 2 })).toEqual(start);
  });
});

describe('a table without anything above its header', () => {
  it('has no row above and no note, whether the header is named or found', async () => {
    const rows = [HEADER, ...people(20)];
    const found = await findTableStart(firstRows(rows), {});
    expect(found).toMatchObject({ skippedRows: [], dataStart: 1, found: { header: HEADER }, notes: [] });
    expect(await findTableStart(firstRows(rows), { headerRow: 1 })).toEqual(found);
  });

  it('may begin with data', async () => {
    const start = await findTableStart(firstRows(people(20)), {});
    expect(start).toMatchObject({ skippedRows: [], dataStart: 0, found: { name: 'phone' }, notes: [] });
  });

  it('has the column that the caller names', async () => {
    const reading = { phoneColumn: 'note' };
    const start = await findTableStart(firstRows([HEADER, ...people(20)]), reading);
    expect(start.found).toMatchObject({ index: 2, name: 'note' });
  });

  it.each([
    ['alone', []],
    ['below a title', [['Customers', '', '']]],
  ])('has no header below digits that may be a phone this reading does not take: %s', async (_, titles) => {
    const mayBePhone = ['', '0171 5550100', ''];
    const rows = [...titles, mayBePhone, HEADER, ...people(20)];
    const start = await findTableStart(firstRows(rows), {});
    expect(start).toMatchObject({ skippedRows: [], notes: [], found: { index: 1 } });
    const named = await findTableStart(firstRows(rows), { headerRow: titles.length + 2 });
    expect(named).toMatchObject({ skippedRows: [...titles, mayBePhone], found: { header: HEADER } });
  });
});

describe('what stands above a header', () => {
  it('is noted with the row of the header in the file, where empty rows count', async () => {
    const rowNumbers = [1, ...Array.from({ length: 21 }, (_, row) => row + 4)];
    const start = await findTableStart(firstRows([TITLE, HEADER, ...people(20)], { rowNumbers }), {});
    expect(start.notes).toMatchObject([{ hint: expect.stringMatching(/^row 4 is taken/) }]);
  });

  it('is noted for one row as for several', async () => {
    const one = await findTableStart(firstRows([TITLE, HEADER, ...people(20)]), {});
    expect(one.notes).toMatchObject([
      { code: 'lines_skipped', hint: expect.stringMatching(/^row 2 is taken .* the row above it was kept/) },
    ]);
    const two = await findTableStart(firstRows([TITLE, TITLE, HEADER, ...people(20)]), {});
    expect(two.notes).toMatchObject([
      { hint: expect.stringMatching(/^row 3 is taken .* the 2 rows above it were kept/) },
    ]);
  });

  it.each([
    ['as much as there is room for', ROOM, 1],
    ['more than there is room for', ROOM + 1, 0],
  ])('is passed over or is data: %s', async (_, chars, rowsAbove) => {
    const title = ['x'.repeat(chars)];
    const start = await findTableStart(firstRows([title, HEADER, ...people(20)]), {});
    expect(start.skippedRows).toHaveLength(rowsAbove);
  });

  it('is measured without the rows below', async () => {
    const rows = [TITLE, HEADER, ...people(99, 'x'.repeat(20_000))];
    expect(await findTableStart(firstRows(rows), {})).toMatchObject({ skippedRows: [TITLE] });
    expect(await findTableStart(firstRows(rows), { headerRow: 2 })).toMatchObject({
      skippedRows: [TITLE],
    });
  });

  it('is counted over all cells of all rows', async () => {
    const above = Array.from({ length: 4 }, () => Array<string>(4).fill('x'.repeat(ROOM / 16)));
    const found = findTableStart(firstRows([...above, HEADER, ...people(5)]), { headerRow: 5 });
    expect((await found).skippedRows).toHaveLength(4);
    const more = findTableStart(firstRows([['y'], ...above, HEADER, ...people(5)]), { headerRow: 6 });
    await expect(more).rejects.toMatchObject({ code: 'header_row_not_found' });
  });
});

describe('a named header that is refused', () => {
  const rows = [TITLE, HEADER, ...people(3)];
  const tooMuch = 'more than the 1048576 characters';

  it.each([
    ['below the rows at hand of a longer file', 9, { areAll: false }, tooMuch],
    ['below the last row of the file', 9, {}, 'the last row of the file is row 5'],
    ['an empty row', 3, { rowNumbers: [1, 2, 4, 5, 6] }, 'it is empty'],
    ['an empty row of a longer file', 3, { rowNumbers: [1, 2, 4, 5, 6], areAll: false }, 'it is empty'],
    ['no row of a longer file', 0, { areAll: false }, 'rows 1 to 1000, not in row 0'],
    ['too far down a longer file', 1_001, { areAll: false }, 'rows 1 to 1000, not in row 1001'],
  ])('is refused with what is wrong: %s', async (_, headerRow, over, hint) => {
    await expect(findTableStart(firstRows(rows, over), { headerRow })).rejects.toMatchObject({
      code: 'header_row_not_found',
      hint: expect.stringContaining(hint),
    });
  });

  it('is refused below more than there is room for, whether the file goes on or not', async () => {
    for (const areAll of [true, false]) {
      const first = firstRows([['x'.repeat(ROOM + 1)], HEADER, ...people(3)], { areAll });
      await expect(findTableStart(first, { headerRow: 2 })).rejects.toMatchObject({
        hint: expect.stringContaining(tooMuch),
      });
    }
  });
});
