import { describe, expect, it } from 'vitest';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';
import { findPhoneColumn } from '../find-phone-column.js';
import { readingOf } from '../found-column.js';

async function read(cells: readonly string[], header = 'Phone') {
  const found = await findPhoneColumn([['Name', header], ...cells.map((cell) => ['', cell])], {});
  const reading = readingOf(found, {});
  return {
    numbers: cells.map((cell) => readPhoneCell(cell, reading)),
    notes: found.notes.map(({ code }) => code),
  };
}

/** Numbers of ten digits that begin with these, in turn, and have other digits behind them. */
const beginning = (starts: readonly string[], count = 60) =>
  Array.from({ length: count }, (_, index) => {
    const start = starts[index % starts.length] ?? '';
    return start + String(1_234_567_891 + index * 97_263_907).slice(-(10 - start.length));
  });
const after = (code: string, starts: readonly string[]) => starts.map((start) => code + start);

const LISTS_ABROAD = {
  Singapore: beginning(after('65', ['81', '91', '90', '98', '82', '87', '96', '93', '80', '97'])),
  Norway: beginning(after('47', ['40', '41', '91', '90', '92', '45', '95', '99', '46', '48'])),
  Denmark: beginning(
    after('45', ['205', '301', '407', '423', '512', '614', '281', '268', '711', '315', '867', '331']),
  ),
};

describe('ten digits that begin with the same calling code', () => {
  it.each(Object.entries(LISTS_ABROAD))('are numbers of that country: %s', async (_, cells) => {
    expect(await read(cells)).toEqual({ numbers: cells.map((cell) => `+${cell}`), notes: [] });
    const [one = ''] = cells;
    expect(readPhoneCell(one)).toBeUndefined();
    const few = cells.slice(0, 10);
    expect(await read(few)).toEqual({ numbers: few.map(() => undefined), notes: ['country_needed'] });
  });

  it('are those numbers beside others that are written as people write them', async () => {
    const cells = LISTS_ABROAD.Singapore.flatMap((cell) => [
      cell,
      `+${cell}`,
      `+65 ${cell.slice(2, 6)} ${cell.slice(6)}`,
    ]);
    const { numbers } = await read(cells.slice(0, 100));
    expect(numbers.every((number) => number !== undefined)).toBe(true);
  });

  it('are unknown if one of them cannot begin with that code', async () => {
    const cells = [...LISTS_ABROAD.Singapore, '9112345678'];
    expect(await read(cells)).toEqual({ numbers: cells.map(() => undefined), notes: ['country_needed'] });
  });

  it('are unknown below a header that does not say phones', async () => {
    const { numbers } = await read(LISTS_ABROAD.Singapore, 'Number');
    expect(numbers.every((number) => number === undefined)).toBe(true);
  });

  it.each<[string, readonly string[]]>([
    ['an area of Alabama, which begins like Singapore', beginning(['6592', '6593', '6594', '6598', '6599'])],
    ['areas of California and Missouri', beginning(['6502', '6578', '6573', '6572', '6599', '6512'])],
    [
      'areas of Oregon and Quebec, which begin like Denmark',
      beginning(['4582', '4585', '4502', '4509', '4586']),
    ],
    [
      'areas of Georgia and Arkansas, which begin like Norway',
      beginning(['4702', '4782', '4792', '4795', '4749']),
    ],
    ['Ciudad Juárez', beginning(['6561', '6562', '6563', '6566'])],
    ['Michoacán', beginning(['4525', '4535', '4545', '4555', '4565', '4575', '4585', '4595'])],
    ['Guanajuato', beginning(['4777', '4767', '4727', '4737', '4747', '4797', '4787'])],
    [
      'Cascavel and Foz do Iguaçu',
      beginning(['4530', '4532', '4533', '4535', '4599', '4591', '4535', '4530']),
    ],
    [
      'Blumenau, with mobile numbers from before 2016',
      beginning(['4733', '4732', '4799', '4796', '4788', '4791']),
    ],
    ['Blumenau, mobile numbers alone', beginning(['4799', '4796', '4788', '4791', '4784'])],
    ['Cuiabá', beginning(['6530', '6533', '6536', '6599', '6592', '6581'])],
    ['Heilongjiang', beginning(['4522', '4533', '4546', '4558', '4568', '4572', '4583', '4596'])],
    ['Inner Mongolia', beginning(['4712', '4725', '4748', '4768', '4778', '4796'])],
    ['Kerala', beginning(['4742', '4752', '4762', '4772', '4792', '4782'])],
    ['the south of Tamil Nadu', beginning(['4522', '4542', '4552', '4562', '4572', '4582', '4523'])],
    ['the Black Sea of Turkey', beginning(['4522', '4542', '4562', '4582', '4523', '4545'])],
    ['the east of Turkey', beginning(['4722', '4742', '4762', '4782', '4743'])],
    ['Kursk, Belgorod and Lipetsk', beginning(['4712', '4722', '4742', '4752', '4732'])],
    ['Ardabil', beginning(['4531', '4533', '4532'])],
    ['Lübeck and around without the zero', beginning(['4512', '4502', '4521', '4533', '4541', '4561'])],
    ['London without the zero', beginning(['2070', '2071', '2080', '2081', '2030', '2031'])],
    ['ids that count up', Array.from({ length: 60 }, (_, index) => String(6_590_000_000 + index))],
  ])('are unknown if an area elsewhere begins with it: %s', async (_, cells) => {
    const { numbers } = await read(cells);
    expect(numbers.filter((number) => number !== undefined)).toEqual([]);
  });
});

describe('digits with a calling code beside national numbers of its country', () => {
  const many = (start: string, digits: number, count: number) =>
    beginning([start], count).map((cell) => cell.slice(0, digits));

  it.each<[string, readonly string[], readonly string[]]>([
    ['Poland', many('4860', 10, 12).map((cell) => `${cell}1`), many('60', 9, 20)],
    ['Switzerland', many('4179', 10, 12).map((cell) => `${cell}1`), many('079', 10, 6)],
    [
      'the United Kingdom',
      many('4474', 10, 12).map((cell) => `${cell}01`),
      many('074', 10, 6).map((cell) => `${cell}1`),
    ],
  ])('are numbers of %s, and the national ones stay unknown', async (_, abroad, national) => {
    const { notes, numbers } = await read([...abroad, ...national]);
    expect(numbers).toEqual([...abroad.map((cell) => `+${cell}`), ...national.map(() => undefined)]);
    expect(notes).toEqual(['country_needed']);
  });

  it.each<[string, readonly string[]]>([
    [
      'other digits are no national numbers of it',
      [...many('4860', 10, 12).map((cell) => `${cell}1`), ...many('16', 8, 6)],
    ],
    ['there are too few', [...many('4860', 10, 5).map((cell) => `${cell}1`), ...many('60', 9, 6)]],
    [
      'there are far more national ones',
      [...many('4860', 10, 10).map((cell) => `${cell}1`), ...many('60', 9, 60)],
    ],
    [
      'some begin with another code',
      [...many('4860', 10, 12), ...many('4179', 10, 6)].map((cell) => `${cell}1`).concat(many('60', 9, 20)),
    ],
  ])('are unknown if %s', async (_, cells) => {
    const { numbers } = await read(cells);
    expect(numbers.every((number) => number === undefined)).toBe(true);
  });
});
