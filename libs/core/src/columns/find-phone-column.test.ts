import { describe, expect, it } from 'vitest';
import { type FindPhoneColumnOptions, findPhoneColumn } from './find-phone-column.js';

const phone = (index: number) => `+1415555${String(2000 + index)}`;

/** A file of these headers, with rows made by position. */
function file(header: readonly string[], row: (index: number) => readonly string[], rows = 100) {
  return [header, ...Array.from({ length: rows }, (_, index) => row(index))];
}

/** The result if all rows are data and the phones need no special reading. */
const PLAIN = {
  dataStart: 0,
  holdsPhones: true,
  holdsIds: false,
  isLocal: false,
  isNational: false,
  nationalOf: [],
  isHome: false,
  usualLocalDigits: 0,
  holdsRuns: false,
  notes: [],
};

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
    ['Contact', 1],
    ['Handy', 1],
    ['Reach', 0],
  ])('of a header that names phones, or column 0, with the header %j', async (header, index) => {
    const rows = file(['Name', header, 'City'], () => ['Ann', phone(0), 'Bern'], 2);
    expect(await findPhoneColumn(rows, {})).toMatchObject({
      index,
      name: index === 0 ? 'Name' : header,
      header: ['Name', header, 'City'],
      dataStart: 1,
    });
  });

  it('is the match even when another column holds phones, if a single cell of it is a phone', async () => {
    const rows = (sole: string) =>
      file(['Contact', 'Order number'], (index) => [phone(index), index === 50 ? sole : `A-${index}`]);
    expect((await findPhoneColumn(rows(phone(0)), {})).index).toBe(1);
    expect((await findPhoneColumn(rows('A-50'), {})).index).toBe(0);
  });

  it('names the other columns with phones, and neither faxes nor empty ones', async () => {
    const rows = file(['Name', 'Home Phone', 'Mobile', 'Fax', 'Phone 2', 'Order number'], (index) => [
      ...['Ann', phone(index), index < 30 ? phone(200 + index) : ''],
      ...[phone(400 + index), '', String(100_000 + index)],
    ]);
    const { name, notes } = await findPhoneColumn(rows, {});
    expect(name).toBe('Home Phone');
    expect(notes).toEqual([
      {
        code: 'other_phone_columns',
        hint: 'only the column "Home Phone" is checked; phone_column=NAME names another column, and each column needs an upload of its own; phones are also in "Mobile" (30 of its first 30 filled cells may be phone numbers)',
        values: ['Mobile'],
      },
    ]);
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
      expect((await findPhoneColumn(rows, {})).index).toBe(1);
    });

    it('leaves turns of the event loop to others between two columns', async () => {
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
      ['a phone in a URI', 'tel:+14155552000', {}],
      ['a phone with a label', 'Mobile: +1 415 555 2000', {}],
    ] satisfies [string, string, FindPhoneColumnOptions][])(
      'takes all rows as data when it begins with %s',
      async (_, cell, options) => {
        const rows = [[cell, 'Ann'], [phone(1), 'Ben', 'Bern'], [phone(2)]];
        expect(await findPhoneColumn(rows, options)).toEqual({
          index: 0,
          name: 'phone',
          header: ['phone', 'column_2', 'column_3'],
          ...PLAIN,
        });
      },
    );

    it('does so for a single cell', async () => {
      expect(await findPhoneColumn([[phone(0)]], {})).toEqual({
        index: 0,
        name: 'phone',
        header: ['phone'],
        ...PLAIN,
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

  it('finds nothing without rows', async () => {
    const nothing = { index: 0, name: '', header: [], dataStart: 1, notes: [] };
    expect(await findPhoneColumn([], {})).toMatchObject(nothing);
  });
});
