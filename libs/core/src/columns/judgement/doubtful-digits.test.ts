import { describe, expect, it } from 'vitest';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';
import { findPhoneColumn } from '../find-phone-column.js';
import { readingOf } from '../found-column.js';

/** The numbers of a column below `Phone`, and the codes of its notes. */
async function read(cells: readonly string[]) {
  const found = await findPhoneColumn([['Phone'], ...cells.map((cell) => [cell])], {});
  const reading = readingOf(found, {});
  return {
    numbers: cells.map((cell) => readPhoneCell(cell, reading)),
    notes: found.notes.map(({ code }) => code),
  };
}

const times = (count: number, cell: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => cell(index));
const moscow = (index: number) => `8495${1_234_567 + index * 7_919}`;
const portoAlegre = (index: number) => `5199${1_234_567 + index * 7_919}`;
const nothing = (cells: readonly string[]) => cells.map(() => undefined);

describe('digits alone that may be national numbers of a big country', () => {
  it.each<[string, readonly string[]]>([
    ['Moscow, behind the 8 that is dialled there', times(3, moscow)],
    ['the same, however long the list is', times(100, moscow)],
    ['the same, with labels and as floats', ['Tel: 84951234567', '84951242486.0', '="84951250405"']],
    ['the same in a file of one row', ['84951234567']],
    ['German mobile numbers without their zero', ['15123456789', '15177654321', '16012345678']],
    ['Chinese mobile numbers', ['13105416516', '13602415168', '13102415166', '15102983309']],
    ['Chinese mobile numbers of one firm', times(40, (index) => `1310541${6_500 + index}`)],
    ['Indonesian mobile numbers without their zero', ['81234567890', '85212345678', '81312345678']],
    ['Brazilian mobile numbers of an area that is the calling code of Peru', times(50, portoAlegre)],
    ['of an area that is the one of Spain', times(20, (index) => `3496${1_234_567 + index * 7_919}`)],
    ['a German fixed line without its zero, in a file of one row', ['46112345678']],
    ['German fixed lines without their zero', ['33112345678', '36121234567', '71112345678']],
    ['one of them that can be one abroad, and one that cannot', ['46112345678', '71112345678']],
    ['of one German firm', times(20, (index) => `46112345${600 + index}`)],
    [
      'of one German city, which may be one of Sweden',
      times(40, (index) => `4611${1_234_567 + index * 97_263}`),
    ],
    ['of one area of China', times(3, (index) => `4317975963${index}`)],
    ['toll-free numbers of Russia', ['88008125387', '88001234567']],
    [
      'German mobile numbers, of which few are no number of America',
      [...times(17, (index) => `1754654${6_961 + index * 97}`), '15143503216', '17110312345', '17690123456'],
    ],
  ])('are unknown, and the notes say country_needed: %s', async (_, cells) => {
    expect(cells.some((cell) => readPhoneCell(cell) !== undefined)).toBe(true);
    expect(await read(cells)).toEqual({ numbers: nothing(cells), notes: ['country_needed'] });
  });

  it('are unknown where the others of the country have a plus sign', async () => {
    const cells = times(
      40,
      (index) => `${index % 2 ? '+86 ' : ''}1310${(4_165_162 + index * 97_263) % 10_000_000}`,
    );
    const { notes, numbers } = await read(cells);
    expect(numbers).toEqual(cells.map((cell) => (cell.startsWith('+') ? cell.replace(' ', '') : undefined)));
    expect(notes).toEqual(['country_needed']);
  });

  it('are unknown where others have the calling code, which are read', async () => {
    const cells = ['79161234567', '84951234567', ...times(40, (index) => `7926${1_234_567 + index * 7_919}`)];
    const { notes, numbers } = await read(cells);
    expect(numbers).toEqual(cells.map((cell) => (cell.startsWith('7') ? `+${cell}` : undefined)));
    expect(notes).toEqual(['country_needed']);
  });

  it.each<[string, readonly string[]]>([
    ['of Switzerland', times(100, (index) => `4179${1_234_567 + index * 7_919}`)],
    ['of Switzerland, in one row', ['41791234567']],
    ['of the United States', times(100, (index) => `1415555${2_671 + index}`)],
    ['of the United States, in one row', ['14155552671']],
    ['of the United Kingdom', times(3, (index) => `44791112345${index}`)],
    ['of three countries', ['41791234567', '14155552671', '447911123456']],
    ['of Los Angeles', times(30, (index) => `1310${2_000_001 + index * 97_263}`)],
    ['of Los Angeles and around', ['13105551234', '12135551234', '14245551234']],
    ['of Germany', ['4915112345678', '493090182012']],
    [
      'of Peru, with all of its mobile numbers',
      times(20, (index) => `519${((index * 5) % 100) + 10_000_000 + index * 4_500_000}`),
    ],
    ['of Vietnam, with all of its mobile numbers', ['84912345678', '84351234567', '84771234567']],
    ['of Hong Kong', times(20, (index) => `8529${1_234_567 + index * 97_263}`)],
    ['of Switzerland, fixed lines too', ['41442345678', '41791234567', '41613456789', '41781234567']],
    ['of Sweden, where another one has a plus sign', ['46112345678', '+46 8 123 456 78']],
    ['of many countries, with one of Vietnam', ['84951234567', '41791234567', '447911123456', '33612345678']],
    ['of Vietnam, where another one has a plus sign', ['84951234567', '84951242486', '+84 912 345 678']],
    ['of Vietnam, where another one shows it by its groups', ['84951234567', '84 912 345 678']],
  ])('are international where the column shows it: %s', async (_, cells) => {
    const { notes, numbers } = await read(cells);
    expect(numbers).toEqual(cells.map((cell) => `+${cell.replace(/\D/g, '')}`));
    expect(notes).toEqual([]);
  });
});

describe('digits alone that may be Austrian numbers without their zero', () => {
  const hartberg = (index: number) => `33326${100_000 + index * 7_919}`;
  const austrian = (index: number) => `+43 664 ${1_234_567 + index * 7_919}`;

  it.each<[string, readonly string[]]>([
    [
      'others have the calling code of Austria behind a plus sign',
      [...times(5, hartberg), ...times(5, austrian)],
    ],
    [
      'others have it without a plus sign',
      [...times(5, hartberg), ...times(8, (index) => austrian(index).replace(/\D/g, ''))],
    ],
  ])('are unknown if %s', async (_, cells) => {
    const { notes, numbers } = await read(cells);
    expect(numbers.filter((number) => number === undefined)).toHaveLength(5);
    expect(notes).toEqual(['country_needed']);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    [
      'others show the calling code of France',
      times(5, hartberg),
      ['+33 6 12 34 56 78', ...times(8, austrian)],
    ],
    [
      'one number alone is Austrian',
      times(40, (index) => `336${12_345_678 + index * 97_263}`),
      [austrian(1)],
    ],
  ])('are French ones if %s', async (_, french, others) => {
    const { numbers } = await read([...french, ...others]);
    expect(numbers.slice(0, french.length)).toEqual(french.map((cell) => `+${cell}`));
  });
});
