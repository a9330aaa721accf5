import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../phone/numbering/country-code.js';
import type { Row } from '../tables/table-block.js';
import { findPhoneColumn } from './find-phone-column.js';

type CellAt = (index: number) => string;

/** Pseudorandom digits, the same in every run. */
const scattered = (digits: number): CellAt => {
  return (index) => {
    const mixed = Math.imul(Math.imul(index + 1, 0x9e3779b1) ^ (index << 13), 0x85ebca6b) >>> 0;
    return String(Math.floor((mixed / 2 ** 32) * 10 ** digits)).padStart(digits, '7');
  };
};
const indianMobile: CellAt = (index) => `9${scattered(9)(index)}`;
/** Numbers of two networks without their zero. Those of one are as long as a Unix time; the others are not valid in North America. */
const germanMobile: CellAt = (index) =>
  index % 3 === 0 ? `1764${scattered(7)(index)}` : `171${scattered(7)(index)}`;
const barcode: CellAt = (index) => `0-42272-00${100 + index}-${index % 10}`;

function columnOf(header: string | undefined, cell: CellAt, rows = 100): readonly Row[] {
  const cells = Array.from({ length: rows }, (_, index) => [cell(index)]);
  return header === undefined ? cells : [[header], ...cells];
}

/** The rows with one more column behind them. */
function beside(rows: readonly Row[], header: string, cell: CellAt): readonly Row[] {
  return rows.map((row, index) => [...row, index === 0 ? header : cell(index)]);
}

function find(rows: readonly Row[], defaultCountry?: CountryCode) {
  return findPhoneColumn(rows, defaultCountry === undefined ? {} : { defaultCountry });
}

describe('digits that may be ids', () => {
  it.each<[string, string, CellAt, CountryCode]>([
    ['the numbers of rows', 'No', (i) => `${10_000 + i}`, 'IT'],
    ['the numbers of rows', 'Id', (i) => `${10_000 + i}`, 'AT'],
    ['the numbers of rows', 'Zeile', (i) => `${100_000 + i}`, 'DE'],
    ['the numbers of rows, going down', 'No', (i) => `${20_000 - i}`, 'IT'],
    ['numbers in tens', 'Konto', (i) => `${4_930_000 + i * 10}`, 'DE'],
    ['numbers of which some are missing', 'Kunde', (i) => `${4_930_000 + i + Math.floor(i / 7)}`, 'DE'],
    ['ids in no order', 'Kunde', (i) => `49${scattered(7)(i)}`, 'DE'],
    ['ids as long as numbers', 'Account', indianMobile, 'IN'],
    [
      'codes with dashes, of which some have a leading zero',
      'Ref',
      (i) => `${i % 5}${100 + i}-${10_000 + i * 37}`,
      'IT',
    ],
    ['codes of products', 'Code', barcode, 'DE'],
    ['codes of products', 'UPC', barcode, 'AT'],
    ['codes of products', 'EAN', (i) => `4 006381 ${333_000 + i}`, 'DE'],
  ])(
    'are no phones in the first column without a header that matches: %s below %j',
    async (_, header, cell, country) => {
      for (const rows of [columnOf(header, cell), beside(columnOf(header, cell), 'Name', () => 'Ann')]) {
        const found = await find(rows, country);
        expect(found).toMatchObject({ index: 0, name: header, holdsPhones: false });
        expect(found.notes.map(({ code }) => code)).toEqual(['no_phone_column']);
      }
    },
  );

  it('are no phones in the first column of a file without a header', async () => {
    const rows = beside(
      columnOf(undefined, (index) => `${3_026_481_100 + index}`),
      'Ann',
      () => 'Ann',
    );
    expect(await find(rows, 'DE')).toMatchObject({ index: 0, dataStart: 0, holdsPhones: false });
  });

  it('leave the column to another one that shows phones', async () => {
    const phone: CellAt = (index) => `0171 39${10_000 + index}`;
    const counted = columnOf('Lfd', (index) => `${10_000 + index}`);
    expect(await find(beside(counted, 'Handy', phone), 'DE')).toMatchObject({ name: 'Handy' });
    expect(await find(beside(counted, 'Erreichbar', phone), 'DE')).toMatchObject({ name: 'Erreichbar' });
    const codes = columnOf('Artikel', barcode);
    expect(await find(beside(codes, 'Handy', phone), 'DE')).toMatchObject({ name: 'Handy' });
  });

  it.each(['Order Number', 'Number', 'Kostenstelle', 'Roll Number', 'Product number'])(
    'are not read below %j, the only header that matches',
    async (header) => {
      const rows = beside(
        columnOf(header, (index) => `${4_930_000 + index}`),
        'Name',
        () => 'Ann',
      );
      const found = await find(rows, 'DE');
      expect(found).toMatchObject({ name: header, holdsPhones: false });
      expect(found.notes).toMatchObject([{ code: 'no_phone_column' }]);
    },
  );

  it.each<CountryCode | undefined>([undefined, 'DE', 'US'])(
    'are not read as a prefix for calls abroad where they are filled up with zeros, with the country %s',
    async (country) => {
      const rows = ['0010045678', '0010046912', '0010049001', '0010067777'].map((id) => [id]);
      const found = await find([['Number'], ...rows], country);
      expect(found).toMatchObject({ name: 'Number', holdsPhones: false });
      expect(found.notes).toMatchObject([{ code: 'no_phone_column' }]);
    },
  );

  it('may be national numbers below a mere number, which need their country', async () => {
    const rows = ['4156543212', '2126543213', '4157743999', '3126543299'].map((cell) => [cell]);
    const found = await find([['Number'], ...rows]);
    expect(found.notes).toMatchObject([{ code: 'country_needed' }]);
  });

  it.each(['Phone', 'Tel', 'Mobile number', 'Rufnummer', 'Contact'])(
    'are phones below %j, even those of one firm in their order',
    async (header) => {
      const rows = beside(
        columnOf('Name', () => 'Ann'),
        header,
        (index) => `4930901820${100 + index}`,
      );
      expect(await find(rows, 'DE')).toMatchObject({ name: header, holdsPhones: true, notes: [] });
    },
  );

  it('that go up by equal steps are no phones, whatever the country', async () => {
    const countries = fc.constantFrom<CountryCode | undefined>(
      undefined,
      'DE',
      'AT',
      'IT',
      'US',
      'IN',
      'FI',
      'GB',
    );
    const counter = fc.tuple(fc.integer({ min: 1, max: 999_000_000 }), fc.integer({ min: 1, max: 1_000 }));
    await fc.assert(
      fc.asyncProperty(
        counter,
        countries,
        fc.integer({ min: 3, max: 150 }),
        async ([start, step], country, length) => {
          const rows = columnOf('Row', (index) => `${start + index * step}`, length);
          expect(await find(rows, country)).toMatchObject({ index: 0, holdsPhones: false });
          expect(await find(rows.slice(1), country)).toMatchObject({ index: 0, holdsPhones: false });
          expect(
            await find(
              beside(rows, 'Number', () => 'n/a'),
              country,
            ),
          ).toMatchObject({ name: 'Number' });
        },
      ),
    );
  });
});

describe('a list of numbers alone', () => {
  const lists: readonly [string, CellAt, CountryCode | undefined][] = [
    ['with calling codes', (i) => `49151${scattered(8)(i)}`, undefined],
    ['with calling codes, in their order', (i) => `49151${23_400_000 + i * i * 97}`, undefined],
    ['of Danes', (i) => `2${scattered(7)(i)}`, 'DK'],
    ['of Indians', indianMobile, 'IN'],
    ['of Germans, with their zero', (i) => `0151${scattered(8)(i)}`, 'DE'],
    ['with calling codes, those of one firm', (i) => `4930901820${100 + i}`, undefined],
    ['with a plus sign', (i) => `+49151${10_000_000 + i}`, undefined],
  ];

  it.each(lists)('is read without a header: %s', async (_, cell, country) => {
    for (const length of [1, 2, 5, 100]) {
      const found = await find(columnOf(undefined, cell, length), country);
      expect(found).toMatchObject({ index: 0, name: 'phone', dataStart: 0, holdsPhones: true, notes: [] });
    }
  });

  const long = lists.filter(([, cell]) => cell(0).replace(/\D/g, '').length > 10);
  it.each(long)('is read below a header that says nothing: %s', async (_, cell, country) => {
    const found = await find(columnOf('List', cell), country);
    expect(found).toMatchObject({ index: 0, name: 'List', dataStart: 1, holdsPhones: true, notes: [] });
  });

  it('is read beside names too, without a header', async () => {
    const rows = beside(
      columnOf(undefined, (i) => `49151${scattered(8)(i)}`),
      'Ann',
      () => 'Ben',
    );
    expect(await find(rows)).toMatchObject({ index: 0, dataStart: 0, holdsPhones: true });
  });

  it.each<[string, CellAt, CountryCode | undefined]>([
    ['with calling codes', (i) => `49151${scattered(8)(i)}`, undefined],
    ['of Indians', indianMobile, 'IN'],
    ['of Germans without their zero', germanMobile, 'DE'],
  ])('is read behind names too, without a header: %s', async (_, cell, country) => {
    const rows = Array.from({ length: 100 }, (__, index) => [`Name ${index}`, cell(index)]);
    for (const length of [20, 100]) {
      const found = await find(rows.slice(0, length), country);
      expect(found).toMatchObject({ index: 1, dataStart: 0, holdsPhones: true });
      expect(found.header).toEqual(['column_1', 'phone']);
    }
    const counted = Array.from({ length: 100 }, (__, index) => ['Ann', `4930901820${100 + index}`]);
    expect(await find(counted, country)).toMatchObject({ index: 0, holdsPhones: false });
  });

  it.each<[string, CellAt, CountryCode]>([
    ['of Indians', indianMobile, 'IN'],
    ['of Germans without their zero', germanMobile, 'DE'],
    ['of Spaniards', (i) => `6${scattered(8)(i)}`, 'ES'],
  ])('is read below a header that says nothing, with its country: %s', async (_, cell, country) => {
    for (const header of [
      ...['Kunden', 'Lista', 'Customers', 'Customer', 'Client', 'Kunde', 'Kundin', 'Cliente', 'Usuario'],
      ...['Abonné', 'Klant', 'Medlem', 'Müşteri', 'Клиент', 'Subscriber', 'Recipient', 'Customer list'],
    ]) {
      const found = await find(columnOf(header, cell), country);
      expect(found).toMatchObject({ index: 0, name: header, dataStart: 1, holdsPhones: true });
      expect(await find(columnOf(header, cell))).toMatchObject({ holdsPhones: false });
    }
    expect(
      await find(
        beside(
          columnOf('Name', () => 'Ann'),
          '',
          cell,
        ),
        country,
      ),
    ).toMatchObject({
      index: 1,
      dataStart: 1,
      holdsPhones: true,
    });
  });

  it('is not read where its digits are as likely ids: no mobile numbers, or below a header for ids', async () => {
    expect(
      await find(
        columnOf('Kunden', (i) => `9${scattered(8)(i)}`),
        'FR',
      ),
    ).toMatchObject({ holdsPhones: false });
    expect(
      await find(
        columnOf('Kunden', (i) => `2${scattered(7)(i)}`),
        'DK',
      ),
    ).toMatchObject({ holdsPhones: false });
    expect(await find(columnOf('Kundennr.', indianMobile), 'IN')).toMatchObject({ holdsPhones: false });
    expect(await find(columnOf('Code', indianMobile), 'IN')).toMatchObject({ holdsPhones: false });
    for (const header of ['Customer no', 'Customer ID', 'Client code', 'Kundennummer', 'Cliente nº']) {
      expect(await find(columnOf(header, indianMobile), 'IN')).toMatchObject({ holdsPhones: false });
    }
    expect(
      await find(
        columnOf('Customer', (i) => `${9_812_345_678 + i * 3}`),
        'IN',
      ),
    ).toMatchObject({
      holdsPhones: false,
    });
    const named = beside(columnOf('Customer', indianMobile), 'Name', () => 'Ann');
    expect(await find(named, 'IN')).toMatchObject({ index: 0, holdsPhones: false });
    const nameless = beside(
      columnOf('Name', () => 'Ann'),
      '',
      (i) => `9${scattered(8)(i)}`,
    );
    expect(await find(nameless, 'FR')).toMatchObject({ holdsPhones: false });
    expect(await find(nameless.slice(1), 'FR')).toMatchObject({ holdsPhones: false });
  });

  it('is read although a few cells are not numbers', async () => {
    const cell: CellAt = (index) => (index % 20 === 3 ? 'n/a' : `49151${scattered(8)(index)}`);
    expect(await find(columnOf(undefined, cell))).toMatchObject({ dataStart: 0, holdsPhones: true });
  });

  it('is not read if most rows have the same few numbers', async () => {
    const rows = beside(
      columnOf(undefined, (index) => `49151${scattered(8)(index % 3)}`),
      'Ann',
      () => 'Ben',
    );
    expect(await find(rows)).toMatchObject({ holdsPhones: false });
  });
});
