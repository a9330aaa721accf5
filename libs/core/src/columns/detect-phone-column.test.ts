import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../phone/numbering/country-code.js';
import { findPhoneColumn } from './find-phone-column.js';

const phone = (index: number) => `+1415555${String(2000 + index)}`;
const digits = (index: number) => phone(index).slice(1);

type RowAt = (index: number) => readonly string[];

/** A file of these headers, with rows made by position. */
function file(header: readonly string[], row: RowAt, rows = 100) {
  return [header, ...Array.from({ length: rows }, (_, index) => row(index))];
}

async function columnOf(header: readonly string[], row: RowAt, rows?: number, defaultCountry?: CountryCode) {
  const options = defaultCountry === undefined ? {} : { defaultCountry };
  return (await findPhoneColumn(file(header, row, rows), options)).index;
}

describe('where no header matches, the phone column', () => {
  it.each([
    ['the first, when that has phones', ['Contact', 'Handy'], (i: number) => [phone(i), phone(i)], 0],
    [
      'another one, when a single cell of the first is a phone',
      ['Note', 'Handy'],
      (i: number) => [i === 99 ? phone(i) : 'x', phone(i)],
      1,
    ],
    [
      'another one that holds phones, when the first holds none',
      ['Name', 'City', 'Reach'],
      (i: number) => ['Ann', 'Bern', phone(i)],
      2,
    ],
    ['the first, when no other one holds phones', ['Name', 'City'], () => ['Ann', 'Bern'], 0],
    [
      'the first, when just half of another one are phones',
      ['Name', 'Reach'],
      (i: number) => ['Ann', i % 2 ? phone(i) : 'n/a'],
      0,
    ],
    [
      'one that is filled in some rows alone',
      ['Name', 'Reach'],
      (i: number) => ['Ann', i % 9 ? '' : phone(i)],
      1,
    ],
    [
      'not one in which two phones stand',
      ['Name', 'Reach'],
      (i: number) => ['Ann', i % 50 ? '' : phone(i)],
      0,
    ],
    ['the leftmost of several', ['Name', 'Reach', 'Line'], (i: number) => ['Ann', phone(i), phone(i)], 1],
    [
      'a fuller one before a sparse one',
      ['Name', 'Reach', 'Line'],
      (i: number) => ['Ann', i % 3 ? '' : phone(i), phone(i)],
      2,
    ],
    [
      'the one whose header says so in other words',
      ['Name', 'Reach', 'Handy'],
      (i: number) => ['Ann', phone(i), phone(i)],
      2,
    ],
    [
      'not a fax, when another one is there',
      ['Name', 'Fax', 'Reach'],
      (i: number) => ['Ann', phone(i), phone(i)],
      2,
    ],
    ['a fax, when that is all there is', ['Name', 'Fax'], (i: number) => ['Ann', phone(i)], 1],
    [
      'of digits alone, when its header says phones',
      ['Name', '手机号码'],
      (i: number) => ['Ann', digits(i)],
      1,
    ],
    [
      'not one of digits alone below a header that says nothing',
      ['Name', 'Code'],
      (i: number) => ['Ann', digits(i)],
      0,
    ],
    ['beyond the header, when rows are wider', ['List of 2026'], (i: number) => ['Ann', phone(i)], 1],
  ])('is %s', async (_, header, row, expected) => {
    expect(await columnOf(header, row)).toBe(expected);
  });

  it('is another one from three phones on, or one below a header that names phones', async () => {
    const row: RowAt = (index) => ['Ann', phone(index)];
    expect(await columnOf(['Name', 'Reach'], row, 2)).toBe(0);
    expect(await columnOf(['Name', 'Reach'], row, 3)).toBe(1);
    expect(await columnOf(['Name', 'Handy'], row, 1)).toBe(1);
  });

  it('is one that names phones and has empty cells, but not one with words in it', async () => {
    expect(await columnOf(['Name', 'Mobil'], () => ['Ann', ''])).toBe(1);
    expect(await columnOf(['Name', 'Kontakt'], () => ['Ann', 'Bob'])).toBe(0);
  });

  it('is another one of three phones, the first row counted where that is one of them', async () => {
    const rows = [0, 1, 2].map((index) => ['Ann', phone(index)]);
    expect(await findPhoneColumn(rows, {})).toMatchObject({ index: 1, dataStart: 0 });
    expect(await findPhoneColumn(rows.slice(1), {})).toMatchObject({ index: 0, dataStart: 1 });
  });

  it('is judged with the default country', async () => {
    const row: RowAt = (index) => ['Ann', `079 123 45 ${10 + (index % 90)}`];
    expect(await columnOf(['Name', 'Reach'], row, 100, 'CH')).toBe(1);
    expect(await columnOf(['Name', 'Reach'], row)).toBe(0);
  });

  it.each([
    'Handy',
    'Mobil',
    'Rufnummer',
    'Móvil',
    'Movil',
    'Celular',
    'N° Portable',
    'Cellulare',
    'Cep',
    'Komórka',
    'WhatsApp',
    'Cell',
    'Телефон',
    'Мобильный',
    'Моб.',
    'هاتف',
    'رقم الجوال',
    'טלפון',
    '电话',
    '手机号',
    '携帯電話',
    '휴대폰',
    'मोबाइल',
    'โทรศัพท์',
    'SĐT',
  ])('is the one below %j', async (header) => {
    expect(await columnOf(['Name', 'Code', header], (index) => ['Ann', digits(index), digits(index)])).toBe(
      2,
    );
  });

  it.each(['Número', 'Номер', 'From', 'Destination', 'Work', 'Home'])(
    'is one of long digits or of phones below %j, which may be anything else too',
    async (header) => {
      const columnBelow = (cell: (index: number) => string) =>
        columnOf(['Name', header], (index) => ['Ann', cell(index)]);
      expect(
        await columnBelow((index) => `49151${10_000_000 + ((index * index * 7_263_477) % 89_000_000)}`),
      ).toBe(1);
      expect(await columnBelow(phone)).toBe(1);
      expect(await columnBelow(digits)).toBe(0);
      expect(await columnBelow((index) => `Street ${index}`)).toBe(0);
    },
  );

  it.each(['Code', 'EAN', 'ID', 'Kundennr', 'Fonds', 'Komplex', 'Mobbing', 'Факс', 'Fax', '传真', ''])(
    'is not one of digits below %j',
    async (header) => {
      expect(await columnOf(['Name', header], (index) => ['Ann', digits(index)])).toBe(0);
    },
  );

  it.each<[string, RowAt, CountryCode]>([
    ['a year in front', (index) => ['Ann', `2026-00${100 + index}`], 'DE'],
    ['a slash in them', (index) => ['Ann', `2026/00${100 + index}`], 'IT'],
    ['spaces in them', (index) => ['Ann', `552 100 ${100 + index}`], 'FR'],
    ['a check digit behind a dash', (index) => ['Ann', `22.345.${100 + index}-9`], 'CL'],
  ])('is not one of ids with %s', async (_, row, country) => {
    expect(await columnOf(['Name', 'Ref'], row, 100, country)).toBe(0);
  });

  it('is one of such cells, if some have a plus sign, brackets or a leading zero', async () => {
    const row =
      (sign: string): RowAt =>
      (i) => ['Ann', i === 50 ? sign : `612 34 5${i % 10} 78`];
    expect(await columnOf(['Name', 'Reach'], row('+34 612 345 679'), 100, 'ES')).toBe(1);
    expect(await columnOf(['Name', 'Reach'], row('n/a'), 100, 'ES')).toBe(0);
  });

  it.each([', ', '; ', ' | ', ' / ', '\n'])(
    'is one of cells with several numbers, with %j between them',
    async (sign) => {
      const several: RowAt = (i) => ['Ann', `030 23125 ${100 + i}${sign}0171 39${10_000 + i}`];
      for (const severalNumbers of ['unknown', 'first'] as const) {
        const found = await findPhoneColumn(file(['Name', 'Reach'], several), {
          defaultCountry: 'DE',
          severalNumbers,
        });
        expect(found).toMatchObject({ name: 'Reach', holdsPhones: true });
      }
    },
  );

  it('is found below a line with a title', async () => {
    const rows = [['Kunden 2026'], ['Name', 'Handy'], ...file([], (i) => ['Ann', phone(i)]).slice(1)];
    expect(await findPhoneColumn(rows, {})).toMatchObject({ index: 1, dataStart: 1 });
  });

  it('makes data of a first row that holds a phone there', async () => {
    const rows = Array.from({ length: 4 }, (_, index) => ['Ann', phone(index), 'Bern']);
    expect(await findPhoneColumn(rows, {})).toMatchObject({
      index: 1,
      name: 'phone',
      header: ['column_1', 'phone', 'column_3'],
      dataStart: 0,
    });
  });

  it('makes data of such a row when a name in it matches by chance', async () => {
    const rows = Array.from({ length: 4 }, (_, index) => ['Anita Patel', phone(index)]);
    expect(await findPhoneColumn(rows, {})).toMatchObject({ index: 1, dataStart: 0 });
  });
});

describe('a header matches', () => {
  it.each([
    '\ufeffPhone',
    '"Phone"',
    "'Phone",
    '  phone  ',
    'PHONE',
    'Mobile\u00a0Phone',
    'Tele\u00adphone',
    'Ｐｈｏｎｅ',
    'ＴＥＬ',
    '℡',
    'Tél.',
    'Te\u0301l. portable',
    'Téléphone',
    'Teléfono',
    'phone_number',
    'PhoneNumber',
    'Phone\nnumber',
    '*Phone (required)',
  ])('as %j', async (header) => {
    const row: RowAt = (index) => [phone(index), index === 50 ? phone(index) : 'n/a'];
    expect(await columnOf(['Contact', header], row)).toBe(1);
  });

  it('if other headers are empty or equal', async () => {
    const row: RowAt = (index) => ['', 'n/a', '', phone(index)];
    expect(await columnOf(['', 'Phone', '', 'Phone'], row)).toBe(3);
  });
});
