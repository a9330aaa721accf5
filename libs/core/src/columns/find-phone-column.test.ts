import { describe, expect, it } from 'vitest';
import { isDialproofError } from '../errors.js';
import { type FindPhoneColumnOptions, findPhoneColumn } from './find-phone-column.js';

const phone = (index: number) => `+1415555${String(2000 + index)}`;

/** A file of these headers, with rows made by position. */
function file(header: readonly string[], row: (index: number) => readonly string[], rows = 100) {
  return [header, ...Array.from({ length: rows }, (_, index) => row(index))];
}

describe('findPhoneColumn', () => {
  it.each([
    ['Phone', 1],
    ['PHONE', 1],
    ['phone_number', 1],
    ['Mobile', 1],
    ['Number', 1],
    ['Tel.', 1],
    ['Telefon', 1],
    ['MSISDN', 1],
    ['Telephone (home)', 1],
    ['\ufeff Phone ', 1],
    ['Contact', 0],
    ['Handy', 0],
  ])('of a single match, or column 0, with the header %j', async (header, index) => {
    const rows = file(['Name', header, 'City'], () => ['Ann', phone(0), 'Bern'], 2);
    expect(await findPhoneColumn(rows, {})).toEqual({
      index,
      name: index === 0 ? 'Name' : header,
      header: ['Name', header, 'City'],
      dataStart: 1,
    });
  });

  it('is the match even when another column holds phones', async () => {
    const rows = file(['Contact', 'Order number'], (index) => [phone(index), `A-${index}`]);
    expect((await findPhoneColumn(rows, {})).index).toBe(1);
  });

  describe('among several matches', () => {
    const header = ['Order number', 'Phone', 'Mobile'];

    it.each([
      ['the leftmost that is mostly phones', (i: number) => [`${i}`, phone(i), phone(i)], 1],
      ['one further right, when only that is', (i: number) => [`${i}`, 'n/a', phone(i)], 2],
      ['the first, when that is', (i: number) => [phone(i), phone(i), phone(i)], 0],
      ['the leftmost, when none is', (i: number) => [`${i}`, 'n/a', 'n/a'], 0],
      [
        'not one of which just half are phones',
        (i: number) => [`${i}`, i % 2 ? phone(i) : 'n/a', phone(i)],
        2,
      ],
      ['a fuller one before a sparse one', (i: number) => [`${i}`, i % 9 ? '' : phone(i), phone(i)], 2],
      ['a sparse one, when all are', (i: number) => [`${i}`, i % 9 ? ' ' : phone(i), ''], 1],
      ['not ids that no plan contains', (i: number) => [`00123456${100 + i}`, phone(i), ''], 1],
    ])('is %s', async (_, row, expected) => {
      expect((await findPhoneColumn(file(header, row), {})).index).toBe(expected);
    });

    it('is judged by the first hundred cells', async () => {
      const rows = file(header, (index) => ['1', index < 51 ? phone(index) : '', phone(index)], 300);
      expect((await findPhoneColumn(rows, {})).index).toBe(1);
    });

    it('is judged with the default country', async () => {
      const rows = file(['Number', 'Phone'], (index) => [`${index}`, `079 123 45 ${10 + index}`], 50);
      expect((await findPhoneColumn(rows, { defaultCountry: 'CH' })).index).toBe(1);
      expect((await findPhoneColumn(rows, {})).index).toBe(0);
    });

    it('lets others have their turn between two columns', async () => {
      let turns = 0;
      let counter = setImmediate(function count() {
        turns += 1;
        counter = setImmediate(count);
      });
      const headers = Array.from({ length: 200 }, (_, index) => `Phone ${index}`);
      await findPhoneColumn(
        file(headers, () => headers.map(() => 'n/a'), 3),
        {},
      );
      clearImmediate(counter);
      expect(turns).toBeGreaterThan(190);
    });

    it('judges rows that are shorter than the header', async () => {
      expect((await findPhoneColumn([header, ['1'], ['2', phone(1)], ['3', phone(2)]], {})).index).toBe(1);
    });
  });

  describe('without a header row', () => {
    it.each([
      ['a phone', phone(0), {}],
      ['a phone without +', '41791234567', {}],
      ['a phone of the default country', '079 123 45 67', { defaultCountry: 'CH' }],
      ['a phone that cannot exist', '+1415555', {}],
    ] satisfies [string, string, FindPhoneColumnOptions][])(
      'takes all rows as data when it begins with %s',
      async (_, cell, options) => {
        const rows = [[cell, 'Ann'], [phone(1), 'Ben', 'Bern'], [phone(2)]];
        expect(await findPhoneColumn(rows, options)).toEqual({
          index: 0,
          name: 'phone',
          header: ['phone', 'column_2', 'column_3'],
          dataStart: 0,
        });
      },
    );

    it('does so for a single cell', async () => {
      expect(await findPhoneColumn([[phone(0)]], {})).toEqual({
        index: 0,
        name: 'phone',
        header: ['phone'],
        dataStart: 0,
      });
    });

    it('does so when a word of the first row matches by chance', async () => {
      const rows = file([phone(0), 'Hotel Adler'], (index) => [phone(index), 'Inn']);
      expect(await findPhoneColumn(rows, {})).toMatchObject({ index: 0, dataStart: 0 });
    });

    it('still trusts a match whose column holds phones', async () => {
      const rows = file(['+41791234567', 'phone'], (index) => ['x', phone(index)]);
      expect(await findPhoneColumn(rows, {})).toMatchObject({ index: 1, dataStart: 1 });
    });

    it('takes the first row for a header when it does not begin with a phone', async () => {
      expect(
        await findPhoneColumn(
          [
            ['Ann', phone(0)],
            ['Ben', phone(1)],
          ],
          {},
        ),
      ).toMatchObject({ index: 0, dataStart: 1 });
    });
  });

  it('has nothing to find in no rows', async () => {
    expect(await findPhoneColumn([], {})).toEqual({ index: 0, name: '', header: [], dataStart: 1 });
  });
});

describe('findPhoneColumn with a column that the caller names', () => {
  const rows = [
    ['\ufeffName', ' Phone ', 'PHONE', '3'],
    ['Ann', 'n/a', phone(1), phone(2), phone(3)],
  ];

  it.each([
    ['as it stands', ' Phone ', 1],
    ['as it stands, before one in other letters', 'PHONE', 2],
    ['in other letters, the one with phones', 'phone', 2],
    ['without its byte order mark', 'name', 0],
    ['that consists of digits', '3', 3],
    ['by position', 2, 2],
    ['by position 0', 0, 0],
    ['by position in digits', '2', 2],
    ['by position beyond the header, where rows are wider', 4, 4],
  ])('finds a header %s', async (_, phoneColumn, index) => {
    const found = await findPhoneColumn(rows, { phoneColumn });
    expect(found).toEqual({ index, name: rows[0]?.[index] ?? '', header: rows[0], dataStart: 1 });
  });

  it('takes all rows as data when the first cell of the column at that position is a phone', async () => {
    const data = [
      ['Ann', phone(1)],
      ['Ben', phone(2), 'Bern'],
    ];
    expect(await findPhoneColumn(data, { phoneColumn: 1 })).toEqual({
      index: 1,
      name: 'phone',
      header: ['column_1', 'phone', 'column_3'],
      dataStart: 0,
    });
  });

  it.each(['Handy', '', '5', '-1', '1.5', 5, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %j with column_not_found',
    async (phoneColumn) => {
      expect(await hintOf(rows, phoneColumn)).toContain('"Name", "Phone", "PHONE", "3"');
    },
  );

  it('keeps the hint short and free of phone numbers', async () => {
    const wide = [
      Array.from({ length: 5_000 }, (_, index) => (index === 0 ? '079 123 45 67' : 'x'.repeat(1_000))),
    ];
    const hint = await hintOf(wide, 'y'.repeat(10_000));
    expect(hint.length).toBeLessThan(1_500);
    expect(hint).toContain('and 4980 more');
    expect(hint).not.toContain('079');
  });
});

async function hintOf(rows: readonly (readonly string[])[], phoneColumn: string | number): Promise<string> {
  try {
    await findPhoneColumn(rows, { phoneColumn });
  } catch (error) {
    if (isDialproofError(error, 'column_not_found')) return error.hint ?? '';
    throw error;
  }
  throw new Error('expected column_not_found');
}
