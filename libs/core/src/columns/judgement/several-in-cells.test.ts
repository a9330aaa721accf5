import { describe, expect, it } from 'vitest';
import type { Row } from '../../tables/table-block.js';
import { type FindPhoneColumnOptions, findPhoneColumn } from '../find-phone-column.js';

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
        hint: `75 of the first 100 filled cells of the column "Phone" hold several numbers, such as "08012345601/08012345972", "08012345602/08012345973", "08012345603/08012345974"; they are unknown unless several_numbers=first says that the first one is meant`,
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

  it('is given beside the one that says what else the numbers lack', async () => {
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
