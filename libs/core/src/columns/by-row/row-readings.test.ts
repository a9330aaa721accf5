import { describe, expect, it } from 'vitest';
import { findTableStart, rowReading } from '../../batch/intake/table-start.js';
import type { FileReading } from '../../model/file-reading.js';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';
import type { Row } from '../../tables/row.js';

/** What each row's phone is read as, and the codes of the notes. */
async function read(rows: readonly Row[], reading: FileReading = {}) {
  const rowNumbers = rows.map((_, index) => index + 1);
  const start = await findTableStart({ rows, rowNumbers, areAll: true }, reading);
  const numbers = rows
    .slice(start.dataStart)
    .map((row) => readPhoneCell(row[start.found.index] ?? '', rowReading(start, row)) ?? null);
  return {
    numbers,
    notes: start.notes.concat(start.found.notes),
    column: start.byRow?.countryColumn?.name ?? null,
  };
}

const NATIONAL = ['030 26481100', '0664 1234567', '079 123 45 67', '(415) 555-2671'] as const;
const READ = ['+493026481100', '+436641234567', '+41791234567', '+14155552671'] as const;

/** A file with national numbers of Germany, Austria, Switzerland and the United States. */
function customers(header: string, countries: readonly string[], phone = 'Phone'): Row[] {
  return [['Name', header, phone], ...NATIONAL.map((number, at) => [`a${at}`, countries[at] ?? '', number])];
}

describe('the country of a row', () => {
  it.each([
    ['Country', ['DE', 'AT', 'CH', 'US']],
    ['country_code', ['de', 'at', 'ch', 'us']],
    ['ISO3', ['DEU', 'AUT', 'CHE', 'USA']],
    ['Country', ['Germany', 'Austria', 'Switzerland', 'United States']],
    ['Land', ['Deutschland', 'Österreich', 'SCHWEIZ', 'Vereinigte Staaten']],
    ['País', ['Alemania', 'Austria', 'Suiza', 'EE. UU.']],
    ['Страна', ['Германия', 'Австрия', 'Швейцария', 'США']],
    ['国家', ['德国', '奥地利', '瑞士', '美国']],
    ['الدولة', ['ألمانيا', 'النمسا', 'سويسرا', 'الولايات المتحدة']],
    ['Country Code', ['49', '43', '41', '1']],
    ['CC', ['+49', '0043', '+41', '+1']],
    ['Billing Country', ['Germany (DE)', 'AT - Austria', 'Switzerland, CH', 'USA']],
  ])('is read below %s: %j', async (header, countries) => {
    const { column, notes, numbers } = await read(customers(header, countries));
    expect({ column, numbers }).toEqual({ column: header, numbers: READ });
    expect(notes).toMatchObject([{ code: 'country_column' }]);
    expect(notes[0]?.hint).toContain('in their row: DE, AT, CH, US;');
  });

  it.each([
    ['State', ['CA', 'DE', 'IN', 'AL']],
    ['Language', ['de', 'at', 'ch', 'us']],
    ['Country of birth', ['DE', 'AT', 'CH', 'US']],
    ['Country', ['north', 'south', 'east', 'west']],
    ['Country', ['DE', '', '', '']],
    ['Territory', ['Germany', 'Austria', 'Switzerland', 'USA']],
  ])('is not read below %s: %j', async (header, countries) => {
    const { column, numbers } = await read(customers(header, countries));
    expect({ column, numbers }).toEqual({ column: null, numbers: [null, null, null, null] });
  });

  it('leaves rows without one to the default country, and goes before it', async () => {
    const rows = customers('Country', ['', 'AT', 'Switzerland', 'US']);
    expect((await read(rows)).numbers).toEqual([null, ...READ.slice(1)]);
    const { notes, numbers } = await read(rows, { defaultCountry: 'DE' });
    expect(numbers).toEqual(READ);
    expect(notes[0]?.hint).toContain(
      'AT, CH, US, none in 1 of the first 4 rows; where it has one, default_country=DE does not count;',
    );
  });

  it('is of the column that the caller names, or of none', async () => {
    const rows = customers('Where', ['DE', 'AT', 'CH', 'US']);
    expect((await read(rows)).column).toBe(null);
    for (const countryColumn of ['where', '1', 1]) {
      expect((await read(rows, { countryColumn })).numbers).toEqual(READ);
    }
    const named = customers('Country', ['DE', 'AT', 'CH', 'US']);
    const { column, numbers } = await read(named, { countryColumn: 'none', defaultCountry: 'DE' });
    expect({ column, first: numbers[0] }).toEqual({ column: null, first: READ[0] });
    await expect(read(named, { countryColumn: 'Nation' })).rejects.toMatchObject({
      code: 'column_not_found',
    });
  });

  it('leaves numbers with a plus sign alone, and is not used where they contradict it', async () => {
    const rows: Row[] = [
      ['Country', 'Phone'],
      ['FR', '+49 30 26481100'],
      ['FR', '06 12 34 56 78'],
      ['FR', '+33 6 12 34 56 79'],
    ];
    expect((await read(rows)).numbers).toEqual(['+493026481100', '+33612345678', '+33612345679']);
    const abroad = Array.from({ length: 4 }, (_, at) => ['FR', `+49 30 2648110${at}`]);
    const { column, numbers } = await read([['Country', 'Phone'], ...abroad, ['FR', '06 12 34 56 78']]);
    expect({ column, last: numbers.at(-1) }).toEqual({ column: null, last: null });
  });

  it('is of the column that shares a word with the phone column', async () => {
    const rows: Row[] = [
      ['Billing Country', 'Shipping Country', 'Shipping Phone'],
      ['DE', 'AT', '0664 1234567'],
      ['DE', 'CH', '079 123 45 67'],
    ];
    expect(await read(rows)).toMatchObject({ column: 'Shipping Country', numbers: READ.slice(1, 3) });
  });

  it('shows that national numbers below an unclear header are phones', async () => {
    const rows = customers('Country', ['DE', 'DE', 'DE', 'DE'], 'Erreichbar');
    const german = ['030 26481100', '0171 2345601', '089 1234567', '0151 23456789'];
    const listed = rows.map((row, at) => (at === 0 ? row : [row[0] ?? '', 'DE', german[at - 1] ?? '']));
    const { numbers } = await read(listed);
    expect(numbers).toEqual(['+493026481100', '+491712345601', '+49891234567', '+4915123456789']);
  });

  it('judges local numbers by their country', async () => {
    const rows: Row[] = [
      ['Country', 'Phone'],
      ...Array.from({ length: 4 }, (_, at): Row => ['DE', `2648110${at}`]),
      ...Array.from({ length: 4 }, (_, at): Row => ['FR', `06 12 34 56 7${at}`]),
    ];
    const { notes, numbers } = await read(rows);
    expect(numbers.slice(0, 4)).toEqual([null, null, null, null]);
    expect(numbers.slice(4).every((number) => number?.startsWith('+336'))).toBe(true);
    expect(notes.map(({ code }) => code)).toEqual(['country_column']);
  });
});

describe('the area code of a row', () => {
  it.each([
    ['BR', 'DDD', 'Telefone', ['11', '21', '(011)'], ['987654321', '2345-6789', '98765-4322']],
    ['MX', 'LADA', 'Teléfono', ['55', '33', '55'], ['12345678', '3456-7890', '1234 5679']],
    ['DE', 'Vorwahl', 'Rufnummer', ['030', '89', '030'], ['26481100', '2345671', '26484671']],
  ] as const)('is read in %s below %s', async (defaultCountry, header, phone, codes, numbers) => {
    const rows = [['Name', header, phone], ...numbers.map((number, at) => ['a', codes[at] ?? '', number])];
    const whole = [header, ...codes].map((code, at) => [code + (numbers[at - 1] ?? '')]);
    const result = await read(rows, { defaultCountry });
    const expected = await read([[phone], ...whole.slice(1)], { defaultCountry });
    expect(result.numbers).toEqual(expected.numbers);
    expect(result.numbers).not.toContain(null);
    expect(result.notes.map(({ code }) => code)).toEqual(['area_code_column']);
  });

  it('needs a country, which the row may name', async () => {
    const rows: Row[] = [
      ['País', 'cod_area', 'Telefono'],
      ['Brasil', '11', '2345-6789'],
      ['Alemania', '030', '26481100'],
    ];
    expect((await read(rows)).numbers).toEqual(['+551123456789', '+493026481100']);
    const without = rows.map((row) => row.slice(1));
    expect((await read(without)).numbers).toEqual([null, null]);
  });

  it('leaves numbers alone that have one, and rows that name none', async () => {
    const rows: Row[] = [
      ['DDD', 'Telefone'],
      ['21', '(11) 2345-6789'],
      ['21', '+49 30 26481100'],
      ['', '2345-6780'],
      ['999', '2345-6781'],
      ['21', '2345-6782'],
    ];
    expect((await read(rows, { defaultCountry: 'BR' })).numbers).toEqual([
      '+551123456789',
      '+493026481100',
      null,
      null,
      '+552123456782',
    ]);
  });

  it('is no postal code, and is not looked for where headers do not say so', async () => {
    const rows = (header: string): Row[] => [
      [header, 'Telefon'],
      ['030', '26481100'],
      ['030', '26484671'],
    ];
    for (const header of ['PLZ', 'Nr', 'Bezirk']) {
      expect((await read(rows(header), { defaultCountry: 'DE' })).numbers).toEqual([null, null]);
    }
  });
});
