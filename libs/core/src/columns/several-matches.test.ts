import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../phone/numbering/country-code.js';
import { findPhoneColumn } from './find-phone-column.js';

const phone = (index: number) => `+1415555${String(2000 + index)}`;
const tenDigits = (index: number) => phone(index).slice(2);

type RowAt = (index: number) => readonly string[];

async function columnOf(header: readonly string[], row: RowAt, rows = 100, defaultCountry?: CountryCode) {
  const file = [header, ...Array.from({ length: rows }, (_, index) => row(index))];
  return (await findPhoneColumn(file, defaultCountry === undefined ? {} : { defaultCountry })).index;
}

describe('among several headers that match, the phone column', () => {
  const row: RowAt = (index) => [`${3_026_481_100 + index}`, `030 23125 ${100 + index}`];

  it.each([
    'Order Number',
    'Account number',
    'Customer Number',
    'Number of visits',
    'invoice_number',
    'orderNumber',
    'ID number',
  ])('is not the one of digits below %j', async (header) => {
    expect(await columnOf([header, 'Telefon'], row, 100, 'DE')).toBe(1);
  });

  it.each(['Number', 'Phone number', 'Mobile number', 'Customer phone number', 'WhatsApp number'])(
    'may be the one of digits below %j',
    async (header) => {
      expect(await columnOf([header, 'Telefon'], row, 100, 'DE')).toBe(0);
    },
  );

  it.each(['Store Number', 'ref number', 'Order Number'])(
    'is not the one of digits below %j if the phones begin far down',
    async (header) => {
      expect(await columnOf([header, 'Phone Number'], (index) => [String(48_370 + 7 * index), ''])).toBe(1);
      expect(await columnOf([header, 'Phone Number'], (index) => [tenDigits(index), ''])).toBe(1);
    },
  );

  it.each(['Fax number', 'Telefax', 'Phone (fax)'])(
    'is %j only where no other one is phones',
    async (header) => {
      expect(await columnOf([header, 'Phone'], (i) => [phone(i), phone(i)])).toBe(1);
      expect(await columnOf([header, 'Phone'], (i) => [phone(i), 'n/a'])).toBe(0);
    },
  );

  it.each(['Emergency contact number', 'Next of kin phone', 'Notfall-Telefon'])(
    'is %j only where no other one is phones',
    async (header) => {
      expect(await columnOf([header, 'Mobile number'], (i) => [phone(i), phone(i)])).toBe(1);
      expect(await columnOf([header, 'Mobile number'], (i) => [phone(i), 'n/a'])).toBe(0);
    },
  );

  it('is the leftmost that has half as many as the fullest, when all are sparse', async () => {
    const header = ["Assistant's Phone", 'Business Phone', 'Mobile Phone'];
    const every = (rows: number, index: number) => (index % rows === 0 ? phone(index) : '');
    expect(await columnOf(header, (i) => [every(50, i), every(4, i), every(3, i)])).toBe(1);
    expect(await columnOf(header, (i) => [every(50, i), every(20, i), every(3, i)])).toBe(2);
    expect(await columnOf(header, (i) => [every(5, i), every(20, i), every(3, i)])).toBe(0);
  });

  it.each([
    'Receipt Number',
    'AccountNumber',
    'P/O number:',
    "Customer's Number",
    'Government ID Number',
    'Social Security number',
    'Telegram ID',
    'phone_number_id',
    'HotelId',
    'Bestellnummer',
    'Bestell-Nr. (Hotel)',
    'Frobnication number',
    'Kostenstelle',
    'Hotel',
    'Telegram',
    'Phonetic Name',
    'Automobile',
  ])('is not the one of ten digits below %j', async (header) => {
    const ids: RowAt = (index) => [tenDigits(index), `415-555-2${100 + index}`];
    expect(await columnOf([header, 'Phone'], ids, 100, 'US')).toBe(1);
    expect(await columnOf([header, 'Contact number'], ids, 100, 'US')).toBe(1);
  });

  it.each([
    'Number',
    'Number 1',
    'Customer Contact Number',
    'Client WhatsApp Number',
    'Employee Cell Number',
    'Caller ID Number',
    'Member number (mobile)',
    'HomePhone',
    'Tel1',
    'telno',
    'Mobiltelefon',
    '＊ＴＥＬ',
  ])('may be the one of ten digits below %j', async (header) => {
    expect(await columnOf([header, 'Phone'], (i) => [tenDigits(i), phone(i)], 100, 'US')).toBe(0);
  });

  it.each(['2026-00', '2026/00'])('is not the one of invoices like %s123', async (start) => {
    const invoices: RowAt = (index) => [`${start}${100 + index}`, `030 23125 ${100 + index}`];
    expect(await columnOf(['Invoice number', 'Phone'], invoices, 100, 'DE')).toBe(1);
  });

  it('is a fax when no other one is mostly phones', async () => {
    const faxes: RowAt = (index) => [tenDigits(index), index % 3 ? '' : phone(index)];
    expect(await columnOf(['Telefax', 'Phone'], faxes, 100, 'US')).toBe(0);
  });

  it.each(['Hotel', 'Frobnication number', 'Roll Number'])(
    'is not the one of ten digits below %j, when the one for phones has gaps',
    async (header) => {
      const ids: RowAt = (index) => [tenDigits(index * 37), index % 3 ? '' : phone(index)];
      expect(await columnOf([header, 'Phone No.'], ids, 100, 'US')).toBe(1);
    },
  );

  it('is the one with different numbers, not the one with the same few in most rows', async () => {
    const rows: RowAt = (index) => [phone(index % 3), phone(100 + index)];
    expect(await columnOf(['Agency phone', 'Phone'], rows)).toBe(1);
    expect(await columnOf(['Agency phone', 'Phone'], (index) => [phone(index), phone(index % 3)])).toBe(0);
    expect(await columnOf(['Agency phone', 'Phone'], (index) => [phone(index % 3), 'n/a'])).toBe(0);
  });

  it.each([
    ['Roll Number', 'Phone No.', 'IN', (index: number) => `98140${10_000 + index * 7}`, '8123456789'],
    [
      'County Number',
      'District Phone',
      'US',
      (index: number) => `${415_555_0000 + index * 31}`,
      '415-555-0199',
    ],
    ['Roll Number', 'Phone No.', undefined, (index: number) => `${index}`, '08123 456789'],
    ['Number', 'Phone', 'DE', (index: number) => `${10_000 + index}`, '2648 1100'],
  ] as const)(
    'is not the one below %j where another is headed %j',
    async (things, phones, country, id, cell) => {
      for (const every of [1, 4]) {
        const rows: RowAt = (index) => [id(index), index % every === 0 ? cell : ''];
        expect(await columnOf([things, phones], rows, 100, country)).toBe(1);
      }
    },
  );
});

describe('a header that matches by chance', () => {
  it.each([
    ['Titel', 'Dr.', 'Rufnummer'],
    ['Hotel', 'Adler', 'Handy'],
    ['Erstellt am', '21.11.2026', 'Handy'],
    ['Hotel', 'Adler', 'Reach'],
  ])('gives way: %j with cells like %j beside %j', async (header, cell, phones) => {
    const rows: RowAt = (index) => ['Ann', cell, `0171 39${10_000 + index}`];
    expect(await columnOf(['Name', header, phones], rows, 100, 'DE')).toBe(2);
    expect(await columnOf(['Name', header, 'Ort'], () => ['Ann', cell, 'Bern'], 100, 'DE')).toBe(1);
  });

  it('is still the column if the other one has digits alone and an unclear header', async () => {
    const rows: RowAt = (index) => [tenDigits(index * 7), 'Adler'];
    expect(await columnOf(['Ref', 'Hotel'], rows, 100, 'US')).toBe(1);
  });

  it('is none above national numbers without a given country', async () => {
    const rows: RowAt = (index) => [phone(index), `0171 39${10_000 + index}`];
    expect(await columnOf(['Reach', 'Telefon'], rows)).toBe(1);
    expect(await columnOf(['Reach', 'Titel'], rows)).toBe(0);
  });
});
