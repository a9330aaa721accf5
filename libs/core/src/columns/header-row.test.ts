import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../property-runs.fixture.js';
import type { Row } from '../tables/table-block.js';
import { findHeaderRow } from './header-row.js';

const DATA: readonly Row[] = [
  ['Ann', '+41446681800', 'Zürich'],
  ['Ben', '+14155552671', 'Bern'],
  ['Cid', '', ''],
  ['Dan', 'none', 'Basel'],
];
const HEADER: Row = ['name', 'phone', 'city'];

const wideRow = (cell: string): string[] => Array.from({ length: 1_000 }, () => cell);

const headerOf = (...rows: readonly Row[]) => findHeaderRow(rows, {});

describe('findHeaderRow', () => {
  it.each<readonly [string, readonly Row[]]>([
    ['a title', [['Customers']]],
    ['a title that names phones', [['Phone numbers of our customers']]],
    ['a title in a row of empty cells', [['Customers', '', '', '', '']]],
    ['a title and when it was made', [['Customers'], ['as of', '2024-05-01']]],
    ['a comment with delimiters', [['# name', 'phone', 'city', 'of all']]],
    ['a title with a comma', [['Customers', ' as of today']]],
    ['a label and its text', [['Source:', 'our office']]],
    ['a row of blanks', [['  ', '', '']]],
    ['groups above the columns', [['', 'Contact', '']]],
    ['groups from the first column on', [['Customer', '', 'Contact']]],
    ['twenty rows', Array.from({ length: 20 }, (_, row) => [`line ${row}`])],
  ])('passes over %s', async (_, above) => {
    expect(await headerOf(...above, HEADER, ...DATA)).toBe(above.length);
    expect(await headerOf(...above, HEADER, ...DATA.slice(0, 1))).toBe(above.length);
  });

  it('skips names of groups that mean phones, above columns that do', async () => {
    const header = ['Name', 'City', 'Phone', 'Mail'];
    const data = DATA.map(([name = '', phone = '', city = '']) => [name, city, phone, 'x@example.com']);
    for (const groups of [
      ['Customer', '', 'Contact', ''],
      ['Customer', '', 'Contact'],
      ['', '', 'Phone', ''],
      ['Kunde', '', 'Telefon', ''],
    ]) {
      expect(await headerOf(groups, header, ...data)).toBe(1);
      expect(await headerOf(['Customers'], groups, header, ...data)).toBe(2);
    }
    // The second row may be data.
    expect(await headerOf(['Name', '', 'Phone', ''], ['Ann', 'Rome', 'none', 'x'], ...data)).toBe(0);
    expect(await headerOf(['Name', '', 'Phone', ''], ...data)).toBe(0);
  });

  it('skips a title above a header of unknown words', async () => {
    const [ann, ben, , dan] = DATA;
    const data = [ann, ben, dan].map((row = []) => row);
    expect(await headerOf(['Customers of today'], ['navn', 'nr', 'by'], ...data)).toBe(1);
    // A single word may be the name of a column.
    expect(await headerOf(['Customers'], ['navn', 'nr', 'by'], ...data)).toBe(0);
    expect(await headerOf(['Customers of today'], ['navn', '12', 'by'], ...data)).toBe(0);
    expect(await headerOf(['Customers of today'], ['navn', 'nr', 'by'], ...data, ['Eve'])).toBe(0);
  });

  it.each<readonly [string, readonly Row[]]>([
    ['a header', [HEADER, ...DATA]],
    ['a header of fewer cells than the rows', [['name', 'phone'], ...DATA]],
    ['one name above several columns', [['phone'], ...DATA]],
    [
      'one name above rows of which the first one has no phone',
      [['phone'], ['none', 'Hotel', 'Bern'], ...DATA],
    ],
    ['a list without a header', DATA],
    ['a list without a header whose first row is short', [['Ann'], ...DATA]],
    ['a list of one column', [['Customers'], ['phone'], ['+41446681800'], ['+14155552671']]],
    ['a title above data', [['Customers of today'], ...DATA]],
    ['a phone above the header', [['+41446681801'], HEADER, ...DATA]],
    ['as many cells above the header', [['a', 'b', 'c'], HEADER, ...DATA]],
    [
      'more rows than people put above a table',
      [...Array.from({ length: 21 }, () => ['x']), HEADER, ...DATA],
    ],
    [
      'a header with the table somewhere else',
      [HEADER, ['Ann'], ['Ben'], ['two', 'phone', 'columns', 'more']],
    ],
    [
      'a short row with spaces',
      [
        ['Ann', ' lives in Rome'],
        ['Ben', ' lost phone', ' x'],
        ['Cid', ' +41446681800', ' y'],
      ],
    ],
    ['a header of two names', [['Name', 'Contact details'], ['Ben', 'phone of work', 'x'], ...DATA]],
    ['nothing below the header', [['Customers'], HEADER]],
    ['no row', []],
  ])('takes the first row where nothing else is evident: %s', async (_, rows) => {
    expect(await headerOf(...rows)).toBe(0);
  });

  it.each<readonly [string, readonly Row[]]>([
    [
      'as many cells as the rows',
      [
        ['#Name', 'Home town', 'Phone number'],
        ['Ann Lee', 'Rome', 'unknown'],
        ['Ben Lou', 'Lyon', 'none'],
      ],
    ],
    ['phones in it', [['#Full name', 'Phone number'], ['Ann Lee'], ['Ben Lou', 'Lyon', 'none']]],
  ])('takes a row that begins with # for the header if it has %s', async (_, rows) => {
    const data = Array.from({ length: 20 }, (__, row) => [`Cid ${row}`, 'Bern', `+4144668${1800 + row}`]);
    expect(await headerOf(...rows, ...data)).toBe(0);
  });

  it.each([
    'kein Telefon',
    'hat kein Handy',
    'Handy verloren',
    'no mobile',
    'no phone',
    'has no telephone',
    'phone lost',
    'sans portable',
    'sin telefono',
    'нет телефона',
    'telefon yok',
    '没有电话',
    '電話なし',
    '전화 없음',
  ])('takes no row of data for the header because it says %j', async (words) => {
    const data = Array.from({ length: 20 }, (_, row) => ['Cid', `+4144668${1800 + row}`, 'ok']);
    expect(await headerOf(['Name', 'Kontaktdaten'], ['Ann', ''], ['Ben', words, 'later'], ...data)).toBe(0);
    expect(await headerOf(['Ann', '', ''], ['Ben', words, 'later'], ...data)).toBe(0);
  });

  it.each(['No Telp', 'No. HP', 'Telefon ohne Vorwahl', 'Phone 1', '无线电话'])(
    'passes over a title above a header that says %j',
    async (phone) => {
      const above: readonly Row[] = [['Customers']];
      expect(await headerOf(...above, ['name', phone, 'city'], ...DATA)).toBe(1);
    },
  );

  it('takes no row for the header whose cells are repeated below', async () => {
    expect(await headerOf(['Ann'], ['Ben', 'phone later', 'Zürich'], ...DATA)).toBe(0);
  });

  it('skips no name in a list without a header', async () => {
    const data = Array.from({ length: 20 }, (_, row) => ['Cid Brown', 'Bern', `+4144668${1800 + row}`]);
    expect(await headerOf(['Ann Smith', '', ''], ['Ben Jones', 'Rome', 'none'], ...data)).toBe(0);
    expect(await headerOf(['Customers of today', '', ''], ['navn', 'by', 'nr'], ...data)).toBe(1);
  });

  it.each<readonly [string, readonly Row[]]>([
    [
      'names of phones above few digits',
      [['x'], ...Array.from({ length: 100 }, () => wideRow('phone 1a2b3c4d'))],
    ],
    [
      'titles that look like phones',
      [
        ...Array.from({ length: 20 }, () => wideRow('1 (415) 555-2671 x').slice(10)),
        wideRow('phone').map((name, column) => `${name} ${column}`),
        ...Array.from({ length: 60 }, () => wideRow('123456')),
      ],
    ],
  ])('gives way to other work in wide rows: %s', async (_, rows) => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await headerOf(...rows);
    isDone = true;
    const cells = rows.flat().length;
    expect(turns).toBeGreaterThan(cells / 2_000);
  });

  it('never takes a row with a phone for something above the table, whatever the rows', async () => {
    const cell = fc.constantFrom(
      '',
      ' ',
      'phone',
      'Tel',
      'a b',
      '# x',
      'Hotel',
      '+41446681800',
      '12345',
      'Ann',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 30 }), async (rows) => {
        const index = await headerOf(...rows);
        expect(rows.slice(0, index).flat()).not.toContain('+41446681800');
        const filled = (row: Row) => row.filter((text) => text.trim() !== '').length;
        for (const row of rows.slice(0, index)) {
          if (!row[0]?.startsWith('#')) expect(filled(row)).toBeLessThan(filled(rows[index] ?? []));
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
