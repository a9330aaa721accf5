import { describe, expect, it } from 'vitest';
import { findTableStart, phoneOf } from '../../batch/intake/table-start.js';
import type { FileReading } from '../../model/file-reading.js';
import type { Row } from '../../tables/table-block.js';

/** The number that each row's phone is read as, and the codes of the notes. */
async function read(rows: readonly Row[], reading: FileReading = {}) {
  const rowNumbers = rows.map((_, index) => index + 1);
  const start = await findTableStart({ rows, rowNumbers, areAll: true }, reading);
  const numbers = rows.slice(start.dataStart).map((row) => phoneOf(start, row).number);
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
  it('is found although some cells are not a number in any country', async () => {
    const rows = [
      ['Country', 'Phone'],
      ['US', '(415) 555-0100'],
      ['Austria', '0664 1234567'],
      ['DE', '0171 2345601 / 0171 2345602'],
      ['DE', '4.91712E+11'],
      ['CH', 'ask reception'],
      ['FR', '9999999999'],
    ];
    expect(await read(rows)).toMatchObject({
      column: 'Country',
      numbers: ['+14155550100', '+436641234567', null, null, null, null],
    });
  });

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

  it('wins over the default country, which serves rows without one', async () => {
    const rows = customers('Country', ['', 'AT', 'Switzerland', 'US']);
    expect((await read(rows)).numbers).toEqual([null, ...READ.slice(1)]);
    const { notes, numbers } = await read(rows, { defaultCountry: 'DE' });
    expect(numbers).toEqual(READ);
    expect(notes[0]?.hint).toContain(
      'AT, CH, US, none in 1 of the first 4 rows; where it has one, default_country=DE does not count;',
    );
  });

  it('is read from the column that the caller names, or from none', async () => {
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

  it('is read from the column that shares a word with the phone column', async () => {
    const rows: Row[] = [
      ['Billing Country', 'Shipping Country', 'Shipping Phone'],
      ['DE', 'AT', '0664 1234567'],
      ['DE', 'CH', '079 123 45 67'],
    ];
    expect(await read(rows)).toMatchObject({ column: 'Shipping Country', numbers: READ.slice(1, 3) });
  });

  it('is read below an unclear header of phones only if the caller names the column', async () => {
    const rows = customers('Country', ['DE', 'DE', 'DE', 'DE'], 'Erreichbar');
    const german = ['030 26481100', '0171 2345601', '089 1234567', '0151 23456789'];
    const listed = rows.map((row, at) => (at === 0 ? row : [row[0] ?? '', 'DE', german[at - 1] ?? '']));
    expect((await read(listed)).numbers).toEqual([null, null, null, null]);
    const { numbers } = await read(listed, { countryColumn: 'Country' });
    expect(numbers).toEqual(['+493026481100', '+491712345601', '+49891234567', '+4915123456789']);
  });

  it('judges local numbers by their country', async () => {
    const rows: Row[] = [
      ['Country', 'Phone'],
      ...Array.from({ length: 2 }, (_, at): Row => ['DE', `2648110${at}`]),
      ...Array.from({ length: 6 }, (_, at): Row => ['FR', `06 12 34 56 7${at}`]),
    ];
    const { notes, numbers } = await read(rows);
    expect(numbers.slice(0, 2)).toEqual([null, null]);
    expect(numbers.slice(2).every((number) => number?.startsWith('+336'))).toBe(true);
    expect(notes.map(({ code }) => code)).toEqual(['country_column']);
  });
});

describe('the area code of a row', () => {
  it.each([
    ['BR', 'DDD', 'Telefone', ['11', '21', '(011)'], ['987654321', '2345-6789', '98765-4322']],
    ['MX', 'LADA', 'Teléfono', ['55', '33', '55'], ['12345678', '3456-7890', '1234 5679']],
    ['DE', 'Vorwahl', 'Rufnummer', ['030', '89', '030'], ['26481100', '2345671', '26484671']],
    ['UA', 'code_phone_number', 'phone_number_1', ['032', '032', '044'], ['2763208', '2373046', '2614860']],
    ['UA', 'Код міста', 'Телефон', ['032', '44', '032'], ['2763208', '2373046', '2614860']],
    ['DE', 'Dialling code', 'Phone', ['030', '089', '030'], ['26481100', '2345671', '26484671']],
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

  it('is not a postal code, and needs a header that means it', async () => {
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

/** `lines` as a table, with the last line after so many copies of the one before. */
function table(lines: string, { copies = 1 } = {}): Row[] {
  const rows = lines.split(' / ').map((line) => line.split(','));
  const last = rows.pop() ?? [];
  const before = rows.pop() ?? [];
  return [...rows, ...Array.from({ length: copies }, () => before), last];
}

describe("a stranger's number", () => {
  const DE = { defaultCountry: 'DE' };
  it.each<[string, FileReading, string, number?]>([
    ['NA for no value', {}, 'country,phone / South Africa,082 234 5601 / NA,081 234 5678'],
    ['a mistyped country', DE, 'Country,Phone / Germany,0171 2345601 / Austira,0664 1234567', 12],
    ['a country that only its code can name', DE, 'Country,Phone / DE,0171 2345601 / Congo,089 1234567', 12],
    ['no country, and no default one', {}, 'Страна,Телефон / Россия,84951234510 / ,84957654321', 100],
    ['no country, and no default one', {}, 'País,Telefone / Brasil,11987654000 / ,51987654321', 100],
    ['a country far down', {}, 'Country,Phone / DE,0171 2345601 / SC,243 868 293 131', 100],
    ['another country of the person', {}, 'Preferred Country,Mobile / UK,7912345678 / USA,9195552671'],
    [
      'a region',
      {},
      'Kraj,Telefón / KE,055/622 12 34 / NR,037/651 23 45 / BB,048/411 23 45 / ZA,041/562 31 23',
    ],
    ['a column that explains little', DE, 'Country,Phone / FR,0171 2345601 / FR,0171 234560', 20],
    ['contradicted by 00', {}, 'Country,Phone / FR,0049 171 2345601 / FR,0171 234560', 3],
    ['a numeric code of ISO 3166', {}, 'Country Code,Phone / 250,07 86 12 34 56 / 250,07 86 12 34 57'],
    ['documents', {}, 'Number,Country,Amount / 5100012345,DE,10 / 5105600101,DE,11', 30],
    [
      'an area that is none',
      { ...DE, defaultAreaCode: '30' },
      'Vorwahl,Rufnummer / 030,26481100 / 0171,2345601',
      3,
    ],
    ['another column of areas', { defaultCountry: 'BR' }, 'DDD 2,Telefone 1 / 21,2345-6789 / 21,2345-6780'],
    ['hours', DE, 'Std.,Telefon / 40,26481100 / 40,26481101'],
    ['calling codes', { defaultCountry: 'BR' }, 'Código de área,Telefone / 55,98765-4321 / 55,98765-4322'],
    ['calling codes below another header', DE, 'Phone Code,Phone / 44,26481100 / 44,26481101'],
    ['codes of anything', DE, 'Code,Phone / 030,26481100 / 030,26481101'],
    ['postal codes', DE, 'Area Code,Telefon / 30159,26481 / 30159,26482'],
    ['an extension', DE, 'Vorwahl,Rufnummer / 030,26481100 / 040,428311234', 3],
  ])('is not read by %s', async (_, reading, lines, copies = 1) => {
    const { numbers } = await read(table(lines, { copies }), reading);
    // The number of the last row. The rows before it have numbers of their country, or none.
    expect(numbers.at(-1)).toBe(null);
  });

  it.each<[string, FileReading, string, string]>([
    ['a market', DE, 'Market Country,Phone / AT,0171 2345601 / AT,0171 2345602', '+491712345602'],
    [
      'a state',
      { defaultCountry: 'US' },
      'State/Country,Phone / DE,302-655-1234 / IN,812-555-1234',
      '+18125551234',
    ],
    [
      'codes of ISO 3166',
      { defaultCountry: 'FR' },
      'Country Code,Phone / 250,07 86 12 34 56 / 250,07 86 12 34 57',
      '+33786123457',
    ],
  ])('is not read by %s, where the default country reads all', async (_, reading, lines, number) => {
    const { column, numbers } = await read(table(lines), reading);
    expect({ column, last: numbers.at(-1) }).toEqual({ column: null, last: number });
  });

  it('is not read by the country of a hotel, or by one of two that differ', async () => {
    const hotel = await read(table('Country,Hotel Country,Phone / DE,AT,0171 2345601 / DE,AT,0171 2345602'));
    expect(hotel.numbers).toEqual(['+491712345601', '+491712345602']);
    const both = table(
      'Shipping Country,Billing Country,Phone / FR,FR,06 12 34 56 78 / FR,CH,079 123 45 67',
      {
        copies: 3,
      },
    );
    expect((await read(both)).numbers.at(-1)).toBe(null);
  });
});

describe('a table with countries', () => {
  it('has the leftmost column of phones, whatever the countries', async () => {
    const rows = table(
      'Country,Phone,Mobile / DE,030 26481100,0171 2345601 / AT,01 5123456,0664 1234567 / CH,044 668 18 00,079 123 45 67',
    );
    const start = await findTableStart({ rows, rowNumbers: rows.map((__, at) => at + 1), areAll: true }, {});
    expect(start.found.name).toBe('Phone');
    expect(start.found.notes.map(({ code }) => code)).toEqual(['other_phone_columns', 'country_column']);
  });

  it('refuses the column of the phones as that of the countries', async () => {
    const rows = table('Country,Phone / DE,0171 2345601 / DE,0171 2345602');
    await expect(read(rows, { countryColumn: 'Phone' })).rejects.toMatchObject({ code: 'column_not_found' });
    expect((await read(rows, { countryColumn: ' None ' })).column).toBe(null);
  });
});
