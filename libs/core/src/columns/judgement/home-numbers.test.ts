import { describe, expect, it } from 'vitest';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import { findPhoneColumn } from '../find-phone-column.js';
import { readingOf } from '../found-column.js';

async function read(cells: readonly string[], defaultCountry: CountryCode, areaCode?: string) {
  const reading = { defaultCountry, areaCode };
  const found = await findPhoneColumn([['Phone'], ...cells.map((cell) => [cell])], reading);
  return cells.map((cell) => readPhoneCell(cell, readingOf(found, reading)));
}

describe('numbers that lost their zero, of which some are numbers of another country too', () => {
  it.each<[country: CountryCode, callingCode: string, cells: readonly string[]]>([
    ['DE', '49', ['15123456789', '15177654321', '1711234567', '1761234567']],
    ['AT', '43', ['6642123456', '6641234567', '6761234567', '6991234567']],
    ['ID', '62', ['81234567890', '85712345678', '89612345678', '81312345678']],
    ['GB', '44', ['2033123456', '2079460958', '1614960000', '7911123456']],
  ])('are read in %s where the others are numbers at home alone', async (country, callingCode, cells) => {
    expect(await read(cells, country)).toEqual(cells.map((cell) => `+${callingCode}${cell}`));
    const [open = ''] = cells;
    expect(readPhoneCell(open, { defaultCountry: country })).toBeUndefined();
    expect(await read([open, open], country)).toEqual([undefined, undefined]);
  });

  it('are unknown beside numbers of other countries', async () => {
    const cells = ['15123456789', '1711234567', '14155552671', '12025550123'];
    expect(await read(cells, 'DE')).toEqual([undefined, '+491711234567', undefined, undefined]);
    const swiss = Array.from({ length: 20 }, (_, index) => `4179${1_234_567 + index * 7_919}`);
    expect(await read(swiss, 'DE')).toEqual(swiss.map(() => undefined));
  });
});

describe('a local cell that begins like the calling code', () => {
  const others = ['2648110', '2648111', '2648112'];

  it('stays unknown if no more digits are behind it than a local number has', async () => {
    expect(await read(['493015660', ...others], 'DE')).toEqual([undefined, undefined, undefined, undefined]);
    const [first] = await read(['493015660', ...others], 'DE', '30');
    expect(first).toBeUndefined();
  });

  it('is a number with its calling code if more are', async () => {
    const [first] = await read(['49301566012', ...others], 'DE', '30');
    expect(first).toBe('+49301566012');
  });
});

describe('a local cell much shorter than the others of its column', () => {
  it.each<[string, readonly string[], readonly (string | undefined)[]]>([
    [
      'beside eight digits',
      ['26481100', '19222', '26481101', '10000', '2648-1102', '264811'],
      ['+493026481100', undefined, '+493026481101', undefined, '+493026481102', '+4930264811'],
    ],
    [
      'beside seven',
      ['2648110', '2648111', '19222', '264811'],
      ['+49302648110', '+49302648111', undefined, '+4930264811'],
    ],
    [
      'beside eight digits and mobile numbers',
      ['26481100', '0171 1234567', '19222', '0171 1234568', '26481101', '0171 1234569'],
      ['+493026481100', '+491711234567', undefined, '+491711234568', '+493026481101', '+491711234569'],
    ],
    ['not beside others as short', ['26481', '29222', '26482'], ['+493026481', '+493029222', '+493026482']],
  ])('stays unknown with an area code: %s', async (_, cells, numbers) => {
    expect(await read(cells, 'DE', '30')).toEqual(numbers);
  });
});
