import { describe, expect, it } from 'vitest';
import { readPhoneCell } from '../phone/cells/phone-cell.js';
import type { CountryCode } from '../phone/numbering/country-code.js';
import { findPhoneColumn } from './find-phone-column.js';
import { readingOf } from './found-column.js';

function find(header: readonly string[], rows: readonly (readonly string[])[], defaultCountry?: CountryCode) {
  return findPhoneColumn([header, ...rows], defaultCountry === undefined ? {} : { defaultCountry });
}

const column = (cells: readonly string[]) => cells.map((cell) => [cell]);
const fifty = Array.from({ length: 50 }, (_, index) => index);
const mobile = (index: number) => `0171 76${10_000 + index * 37}`;

describe('one cell with a sign of phones', () => {
  it('does not make phones of the ids beside a column of phones', async () => {
    const rows = fifty.map((index) => [`3101-${400_000 + index}`, mobile(index)]);
    const found = await find(['Order Number', 'Handy'], [...rows, ['0815-123456', '']], 'DE');
    expect(found).toMatchObject({ index: 1, name: 'Handy', holdsPhones: true });
  });

  it.each<[string, readonly string[], CountryCode]>([
    ['Customer Number', ['4711-123456', '4712-654321', '0815-123456'], 'DE'],
    ['Account Number', ['225-50-0094', '318-41-2270', '457-83-7030', '052-80-4301'], 'DE'],
    ['Invoice Number', ['415-654-3212', '212-654-3212', '415-654-3213 (copy)'], 'US'],
    ['Invoice Number', ['415-654-3212', '212-654-3212', '(415) 654-3213'], 'US'],
    ['Ref', ['4711-123456', '4712-654321', '4713-654322 (Kopie)'], 'DE'],
  ])('does not make phones of the ids below %j: %j', async (header, cells, country) => {
    const found = await find([header], column(cells), country);
    expect(found).toMatchObject({ index: 0, holdsPhones: false });
    expect(found.notes.map(({ code }) => code)).toEqual(['no_phone_column']);
  });
});

describe('the signs of most cells', () => {
  it.each<[string, readonly string[], CountryCode | undefined]>([
    ['Customer Number', ['+49 171 7612345', '+49 171 7612346', '0815-123456'], 'DE'],
    ['Account Number', ['(415) 654-3212', '( 212) 654-3212', '415-654-3213'], 'US'],
    ['Account Number', ['（４１５） 654-3212', '＋1 212 654 3212', '415-654-3213'], 'US'],
  ])('make phones of the numbers below %j: %j', async (header, cells, country) => {
    expect(await find([header], column(cells), country)).toMatchObject({ index: 0, holdsPhones: true });
  });
});

describe('a first column whose only signs are leading zeros', () => {
  const code = (index: number) => `0815-${123_456 + index * 91}`;

  it('gives way to one with plus signs', async () => {
    const rows = fifty.map((index) => [code(index), `+49 171 76${10_000 + index * 37}`]);
    expect(await find(['Ref', 'Erreichbar'], rows, 'DE')).toMatchObject({ index: 1, holdsPhones: true });
  });

  it.each(['Rufnummer', 'Handy'])('stays the column below %j', async (header) => {
    const rows = fifty.map((index) => [mobile(index), `+49 171 76${10_000 + index * 37}`]);
    expect(await find([header, 'Erreichbar'], rows, 'DE')).toMatchObject({ index: 0, holdsPhones: true });
  });

  it('stays the column of a file without a header', async () => {
    const rows = fifty.map((index) => [mobile(index), `+49 171 76${10_000 + index * 37}`]);
    const [first = [], ...others] = rows;
    expect(await find(first, others, 'DE')).toMatchObject({ index: 0, name: 'phone', holdsPhones: true });
  });

  it('stays the column beside one without such signs', async () => {
    const rows = fifty.map((index) => [mobile(index), code(index)]);
    expect(await find(['Reach', 'Ref'], rows, 'DE')).toMatchObject({ index: 0, holdsPhones: true });
  });
});

describe('a plus sign among ids', () => {
  const sole = '+49 171 7612345';
  const among = (id: (index: number) => string): readonly string[] =>
    fifty.map((index) => (index === 20 ? sole : id(index)));
  const digits = (index: number) => `${3_026_481_100 + ((index * 7_919) % 900)}`;

  it.each<[string, (index: number) => string]>([
    ['Order Number', digits],
    ['Customer Number', (index) => `171${1_000_000 + index * 7_919}`],
    ['Customer Number', (index) => `0171 ${1_000_000 + index * 7_919}`],
    ['Telegram ID', (index) => `617${1_000_000 + index * 7_919}`],
    ['Number', (index) => `${493_000 + index}`],
    ['Kostenstelle', (index) => `${4_930_000 + index * 10}`],
    ['Kostenstelle', (index) => `${index % 10 === 3 ? '3026481' : '11111'}${100 + index}`],
  ])('speaks for its own cell alone, below %j', async (header, id) => {
    for (const [file, at] of [
      [[[header], ...column(among(id))], 0],
      [[['Name', header], ...among(id).map((cell) => ['Ann', cell])], 1],
    ] as const) {
      const found = await findPhoneColumn(file, { defaultCountry: 'DE' });
      expect(found).toMatchObject({ index: at, name: header, holdsPhones: true, notes: [] });
      const reading = readingOf(found, { defaultCountry: 'DE' });
      const read = file.slice(1).map((row) => readPhoneCell(row[at] ?? '', reading));
      expect(read.filter((number) => number !== undefined)).toEqual(['+491717612345']);
    }
  });

  it('says nothing against a column that the caller names', async () => {
    const found = await findPhoneColumn([['Order Number'], ...column(among(digits))], {
      defaultCountry: 'DE',
      phoneColumn: 'Order Number',
    });
    expect(readPhoneCell(digits(1), readingOf(found, { defaultCountry: 'DE' }))).toBe(`+49${digits(1)}`);
  });

  it('says nothing against digits below a header for phones', async () => {
    const found = await findPhoneColumn([['Telefon'], ...column(among(digits))], { defaultCountry: 'DE' });
    expect(readPhoneCell(digits(1), readingOf(found, { defaultCountry: 'DE' }))).toBe(`+49${digits(1)}`);
  });
});
