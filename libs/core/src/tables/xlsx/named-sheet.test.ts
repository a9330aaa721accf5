import { describe, expect, it } from 'vitest';
import { blocksOf, inPieces, openUpload, readRows, refusalOf, TrackedContent } from '../upload.fixture.js';
import { workbookOf } from './workbook.fixture.js';

const row = (value: number) => `<row r="1"><c r="A1"><v>${value}</v></c></row>`;

const WORKBOOK = workbookOf({
  sheets: [row(1), row(2), row(3), '', row(5)],
  states: [undefined, 'hidden', undefined, undefined, undefined],
  names: ['Cover', 'Archive', 'Caf\u00e9  Nord', 'Empty', 'cover'],
});

const tableRows = (sheet: string) => readRows('list.xlsx', WORKBOOK, { sheet });

describe('a sheet that the caller names', () => {
  it.each([
    ['its name', 'Café  Nord', '3'],
    ['other letter case and spaces', ' CAFÉ NORD', '3'],
    ['accents composed otherwise', 'cafe\u0301 nord', '3'],
    ['its name, rather than one that differs in letter case', 'cover', '5'],
    ['the leftmost that differs in letter case', 'COVER', '1'],
  ])('is read by %s', async (_, sheet, value) => {
    expect(await tableRows(sheet)).toEqual([[value]]);
  });

  it('has no rows where it is empty, whatever the next one has', async () => {
    expect(await tableRows('Empty')).toEqual([]);
  });

  it.each(['Archive', 'S9', ''])('is refused where no visible sheet has the name %j', async (sheet) => {
    expect(await refusalOf(tableRows(sheet))).toEqual({
      code: 'sheet_not_found',
      hint: `the workbook has no visible sheet "${sheet}"; its visible sheets are "Cover", "Café  Nord", "Empty", "cover"`,
    });
  });

  it('is refused with a short hint that holds no numbers', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `${'x'.repeat(60)}${index}`);
    const content = workbookOf({
      sheets: names.map(() => ''),
      names: ['+41 79 123 45 67', ...names.slice(1)],
    });
    const { hint = '' } = await refusalOf(readRows('list.xlsx', content, { sheet: '079 123 45 67' }));
    expect(hint).toMatch(/^the workbook has no visible sheet "…"; its visible sheets are "…", "x{40}…", /);
    expect(hint).toMatch(/ and 10 more$/);
    expect(hint).not.toMatch(/\d{3}/);
  });

  it('is refused in a .csv, whose content is closed unread', async () => {
    const content = new TrackedContent(inPieces(Buffer.from('phone\n'), 2));
    const refusal = await refusalOf(openUpload('list.csv', content, { sheet: 'Cover' }));
    expect(refusal).toEqual({
      code: 'sheet_not_found',
      hint: 'a .csv file has no sheets; leave sheet=NAME out, or send the workbook',
    });
    expect([content.taken, content.closed]).toEqual([0, 1]);
  });
});

describe('the sheets of a table', () => {
  it('are the visible ones in the order of their tabs, beside the one that was read', async () => {
    const content = new TrackedContent(inPieces(WORKBOOK, 1_000));
    const table = await openUpload('list.xlsx', content);
    expect(table.sheets).toEqual([]);
    await blocksOf(table);
    expect([table.sheet, table.sheets]).toEqual(['Cover', ['Cover', 'Café  Nord', 'Empty', 'cover']]);
  });

  it('are none in a .csv', async () => {
    const table = await openUpload('list.csv', new TrackedContent(inPieces(Buffer.from('phone\n'), 2)));
    await blocksOf(table);
    expect(table.sheets).toEqual([]);
  });
});
