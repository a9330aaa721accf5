import { describe, expect, it } from 'vitest';
import { isDialproofError } from '../model/errors.js';
import { findPhoneColumn } from './find-phone-column.js';
import { consentDateColumn } from './named-column.js';

const phone = (index: number) => `+1415555${String(2000 + index)}`;

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
    expect(found).toMatchObject({ index, name: rows[0]?.[index] ?? '', header: rows[0], dataStart: 1 });
  });

  it('takes all rows as data when the first cell of the column at that position is a phone', async () => {
    const data = [
      ['Ann', phone(1)],
      ['Ben', phone(2), 'Bern'],
    ];
    expect(await findPhoneColumn(data, { phoneColumn: 1 })).toMatchObject({
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

describe('a column that the caller names', () => {
  const named = (rows: readonly (readonly string[])[], phoneColumn: string | number) =>
    findPhoneColumn(rows, { phoneColumn });

  it('is found whatever the encoding of spaces and accents', async () => {
    const rows = [
      ['Name', 'Te\u0301le\u0301phone\u00a0 mobile'],
      ['Ann', 'n/a'],
    ];
    expect(await named(rows, ' téléphone mobile')).toMatchObject({ index: 1 });
  });

  it('is the one that is mostly phones, where several have the name', async () => {
    const rows = [['Tel', 'TEL', 'tel'], ...[1, 2, 3].map((index) => ['n/a', phone(index), phone(index)])];
    expect(await named(rows, 'Tel')).toMatchObject({ index: 0 });
    expect(await named(rows, 'tEL')).toMatchObject({ index: 1 });
  });

  it('leaves turns of the event loop to others between two headers', async () => {
    let turns = 0;
    let counter = setImmediate(function count() {
      turns += 1;
      counter = setImmediate(count);
    });
    const header = Array.from({ length: 200 }, (_, index) => (index === 7 ? 'Reach' : `Column ${index}`));
    const found = await named([['+14155552000', ...header], [phone(1)]], 'column 199');
    clearImmediate(counter);
    expect(found.index).toBe(200);
    expect(turns).toBeGreaterThan(190);
  });

  it('can only be named by its position without a header', async () => {
    const rows = [
      ['Phone', '', ' '],
      [phone(1), phone(2), phone(3)],
    ];
    for (const blank of ['', ' ', '\u00a0']) expect(await hintOf(rows, blank)).toContain('"Phone", "", ""');
    expect(await named(rows, '1')).toMatchObject({ index: 1, name: '', dataStart: 1 });
  });

  it.each(['pho', 'phone number'])('is not %j, where the header is Phone', async (name) => {
    expect(await hintOf([['Phone'], [phone(1)]], name)).toContain('"Phone"');
  });
});

describe('in a file without a header, a column that the caller names', () => {
  const rows = [
    [phone(0), '', '2', 'Bern'],
    [phone(1), phone(4), '', 'Bonn'],
  ];

  it.each([
    ['phone', 0],
    ['Phone', 0],
    ['column_2', 1],
    ['COLUMN_4', 3],
    ['0', 0],
    ['2', 2],
    [1, 1],
  ])('is found as %j, and all rows are data', async (phoneColumn, index) => {
    const names = [1, 2, 3, 4].map((number) => (number === index + 1 ? 'phone' : `column_${number}`));
    expect(await findPhoneColumn(rows, { phoneColumn })).toMatchObject({
      index,
      name: 'phone',
      header: names,
      dataStart: 0,
    });
  });

  it.each(['column_1', 'column_5', 'column_0', '4', 'mobile'])('is not %j', async (phoneColumn) => {
    expect(await hintOf(rows, phoneColumn)).toContain('"Bern"');
  });

  it('keeps its first row, where that has a phone in another column than the first', async () => {
    const found = await findPhoneColumn(
      [
        ['Ann', phone(0)],
        ['Ben', phone(1)],
      ],
      { phoneColumn: '1' },
    );
    expect(found).toMatchObject({ index: 1, dataStart: 0 });
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

const HEADER = ['phone', 'Birthday', 'none of these'];

describe('consentDateColumn', () => {
  it.each([
    'consent_date',
    'Consent Date',
    'consentDate',
    'Opt-in date',
    'opted_in_at',
    'Fecha de consentimiento',
    'Einwilligungsdatum',
  ])('finds %s', async (name) => {
    expect(await consentDateColumn(['phone', name], undefined)).toEqual({ index: 1, name });
  });

  it.each([
    'consent',
    'date',
    'created_at',
    'email consent date',
    'consent date of the parents',
    'x'.repeat(100),
  ])('leaves %s alone', async (name) => {
    expect(await consentDateColumn(['phone', name], undefined)).toBeUndefined();
  });

  it('takes the column that is named by header or position', async () => {
    expect(await consentDateColumn([...HEADER, 'consent_date'], 'birthday')).toMatchObject({ index: 1 });
    expect(await consentDateColumn(HEADER, '1')).toMatchObject({ name: 'Birthday' });
    expect(await consentDateColumn(HEADER, 1)).toMatchObject({ name: 'Birthday' });
  });

  it('takes none where none is named', async () => {
    expect(await consentDateColumn(['phone', 'consent_date'], ' None ')).toBeUndefined();
  });

  it('refuses a column that the file does not have', async () => {
    for (const column of ['when', '3', 3])
      await expect(consentDateColumn(HEADER, column)).rejects.toHaveProperty('code', 'column_not_found');
  });
});
