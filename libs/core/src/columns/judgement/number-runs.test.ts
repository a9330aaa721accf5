import { describe, expect, it } from 'vitest';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import type { Row } from '../../tables/table-block.js';
import { type FindPhoneColumnOptions, findPhoneColumn } from '../find-phone-column.js';
import { readingOf } from '../found-column.js';

/** The numbers of a column below `Phone`, and the codes of its notes. */
async function read(cells: readonly string[], reading: FindPhoneColumnOptions) {
  const found = await findPhoneColumn([['Phone'], ...cells.map((cell) => [cell])], reading);
  const cellReading = readingOf(found, reading);
  return {
    numbers: cells.map((cell) => readPhoneCell(cell, cellReading)),
    notes: found.notes.map(({ code }) => code),
  };
}

const nothing = (cells: readonly string[]) => cells.map(() => undefined);

describe('a column of cells with several local numbers in a row', () => {
  it.each<[country: CountryCode, cells: readonly string[]]>([
    ['SC', ['243 868 293 131', '244 501 244 502', '321 322 324 567', '224 030 225 316']],
    ['SC', ['243 868 293 131', '243 868', '293 131', '244 501 244 502']],
    ['SC', ['243 868 - 293 131', '243868 293131', '243 868/293 131', '244 501 244 502']],
    ['AM', ['91-8131 66-0077', '24-8391 24-8392', '52-4148 52-4149']],
    ['AL', ['49 750 94 977 64 911', '22 750 94 977 64 911', '44 155 43 416 57 484']],
    ['KZ', ['7 02 76 5 49 17', '2 01 76 5 49 17', '2 33 88 5 16 44', '5 17 12 3 12 22']],
    ['DE', ['491712 345678', '264811 264812', '264813 264816']],
  ])('is not read in %s, and the notes say numbers_without_area_code: %j', async (defaultCountry, cells) => {
    const { notes, numbers } = await read(cells, { defaultCountry });
    expect(numbers).toEqual(nothing(cells));
    expect(notes).toContain('numbers_without_area_code');
  });

  it('may hold whole numbers of the same length, and gets the note several_numbers', async () => {
    const cells = ['380 518 705 396', '712 345 712 346', '801 234 812 345', '712 345'];
    expect(await read(cells, { defaultCountry: 'AD' })).toEqual({
      numbers: [undefined, undefined, undefined, '+376712345'],
      notes: ['several_numbers'],
    });
  });

  it('is read as whole numbers where it has some, and not as the digits of two', async () => {
    const cells = ['4 243 868', '+243 868 293 131', '243 868 293 132', '244 501 244 502', '321 322 324 567'];
    const { numbers } = await read(cells, { defaultCountry: 'SC' });
    expect(numbers).toEqual(['+2484243868', '+243868293131', undefined, undefined, undefined]);
  });

  it('stays unknown with an area code, and gets the note several_numbers', async () => {
    const cells = ['264 811 264 812', '264 813 264 816', '264 811', '493 090 182 012'];
    expect(await read(cells, { defaultCountry: 'DE', areaCode: '30' })).toEqual({
      numbers: [undefined, undefined, '+4930264811', undefined],
      notes: ['several_numbers'],
    });
  });
});

describe('digits in the groups of two local numbers that can be one abroad', () => {
  it.each<[string, CountryCode, readonly string[]]>([
    ['a file of one row', 'SC', ['243 868 293 131']],
    ['two rows', 'SC', ['243 868 293 131', '351 912 345 678']],
    ['one row among words', 'SC', ['none', '243 868 293 131', 'n/a']],
  ])('are unknown where nothing shows that they are: %s', async (_, defaultCountry, cells) => {
    expect((await read(cells, { defaultCountry })).numbers).toEqual(nothing(cells));
  });

  it.each<[string, CountryCode, readonly string[], readonly (string | undefined)[]]>([
    [
      'among whole numbers of the country',
      'DE',
      ['030 26481100', '351 912 345 678', '0171 1234567'],
      ['+493026481100', '+351912345678', '+491711234567'],
    ],
    [
      'all of them are',
      'DE',
      ['351 912 345 678', '351 936 345 671', '420 601 123 456'],
      ['+351912345678', '+351936345671', '+420601123456'],
    ],
    ['of the country itself', 'CZ', ['420 601 123 456'], ['+420601123456']],
    ['of the country itself, in other groups', 'DE', ['49 2161 123456'], ['+492161123456']],
    ['grouped as there', 'IN', ['98765 43210', '12345 67890'], ['+919876543210', undefined]],
  ])('are read where the column shows it: %s', async (_, defaultCountry, cells, numbers) => {
    expect((await read(cells, { defaultCountry })).numbers).toEqual(numbers);
  });
});

function file(cell: (index: number) => string, header = 'Phone', rows = 100): readonly Row[] {
  return [['Name', header], ...Array.from({ length: rows }, (_, index) => ['Ann', cell(index)])];
}

async function notesOf(rows: readonly Row[], options: FindPhoneColumnOptions = {}) {
  return (await findPhoneColumn(rows, options)).notes;
}

async function codesOf(rows: readonly Row[], options: FindPhoneColumnOptions = {}) {
  return (await notesOf(rows, options)).map(({ code }) => code);
}

const nigerian = (index: number) => `080${12_345_600 + index}`;
const pair = (index: number) => `${nigerian(index)}/${nigerian(index + 371)}`;
const lebanese = (index: number) => `08/${660_360 + index}; 76/${620_602 + index}`;
const local = (index: number) => `${26_481_100 + index}, ${26_487_100 + index * 3}`;

describe('the note several_numbers', () => {
  it('gives the number of cells, examples and the setting', async () => {
    const rows = file((index) => (index % 4 === 0 ? nigerian(index) : pair(index)));
    expect(await notesOf(rows, { defaultCountry: 'NG' })).toEqual([
      {
        code: 'several_numbers',
        hint: `75 of the first 100 filled cells of the column "Phone" hold several numbers, such as "08012345601/08012345972", "08012345602/08012345973", "08012345603/08012345974"; they are unknown unless several_numbers=first is set`,
        values: ['08012345601/08012345972', '08012345602/08012345973', '08012345603/08012345974'],
      },
    ]);
  });

  it.each([
    ['+41791234567 / +41791234568', {}],
    ['+41791234567; 079 123 45 68', { defaultCountry: 'CH' }],
    ['08012345678/08098765432', { defaultCountry: 'NG' }],
    ['2125550100 or 2125550101', { defaultCountry: 'US' }],
  ] as const)('is given for %j with %j', async (cell, options) => {
    expect(
      await codesOf(
        file(() => cell, 'Phone', 3),
        options,
      ),
    ).toEqual(['several_numbers']);
    expect(
      await codesOf(
        file(() => cell, 'Phone', 3),
        { ...options, phoneColumn: 'Phone' },
      ),
    ).toEqual(['several_numbers']);
    expect(
      await codesOf(
        file(() => cell, 'Phone', 3),
        { ...options, severalNumbers: 'first' },
      ),
    ).toEqual([]);
  });

  it('is given with `unknown` as with no setting', async () => {
    expect(await codesOf(file(pair), { defaultCountry: 'NG', severalNumbers: 'unknown' })).toEqual([
      'several_numbers',
    ]);
  });

  it('is given together with the note on missing parts of the numbers', async () => {
    expect(await codesOf(file(pair))).toEqual(['country_needed', 'several_numbers']);
    expect(await codesOf(file(pair), { severalNumbers: 'first' })).toEqual(['country_needed']);
    const berlin = { defaultCountry: 'DE' } as const;
    expect(await codesOf(file(local), berlin)).toEqual(['numbers_without_area_code', 'several_numbers']);
    expect(await codesOf(file(local), { ...berlin, areaCode: '30' })).toEqual(['several_numbers']);
    expect(await codesOf(file(local), { ...berlin, areaCode: '30', severalNumbers: 'first' })).toEqual([]);
  });

  it('is given once where few cells hold one number, and each needs a country', async () => {
    const rows = file((index) => (index % 3 === 0 ? pair(index) : nigerian(index)));
    expect(await codesOf(rows)).toEqual(['country_needed', 'several_numbers']);
    expect(await codesOf(file(lebanese))).toEqual(['country_needed', 'several_numbers']);
    expect(await codesOf(file(lebanese), { defaultCountry: 'LB' })).toEqual(['several_numbers']);
  });

  it.each([
    ['one of twenty', (index: number) => (index % 20 === 0 ? pair(index) : nigerian(index))],
    ['writings of one number', (index: number) => `${nigerian(index)} / +234${nigerian(index).slice(1)}`],
    ['a number and an extension', (index: number) => `${nigerian(index)}/12`],
    ['two dates', () => '2026-11-21, 2026-11-22'],
    ['two coordinates', () => '47.376888, 8.541694'],
    ['words', () => 'n/a, none'],
  ])('is not given for %s', async (_, cell) => {
    expect(await codesOf(file(cell), { defaultCountry: 'NG' })).not.toContain('several_numbers');
  });

  it('is not given where no column holds phones', async () => {
    const ids = [['Lfd', 'Ort'], ...Array.from({ length: 50 }, (_, index) => [`${100_000 + index}`, 'Bern'])];
    expect(await codesOf(ids, { defaultCountry: 'DE' })).toEqual(['no_phone_column']);
  });
});
