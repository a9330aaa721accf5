import { describe, expect, it } from 'vitest';
import { countryNames } from './country-names.js';
import { countryOfCell } from './country-of-cell.js';

describe('countryOfCell', () => {
  it.each([
    ['GB', 'GB'],
    ['uk', 'GB'],
    [' United Kingdom ', 'GB'],
    ['Korea, Republic of', 'KR'],
    ['Viet Nam', 'VN'],
    ["Côte d'Ivoire", 'CI'],
    ['Bosnia & Herzegovina', 'BA'],
    ['スウェーデン', 'SE'],
    ['대한민국', 'KR'],
    ['भारत', 'IN'],
    ['Nga', 'RU'],
    ['NGA', 'NG'],
    ['＋４９', 'DE'],
    ['+1', 'US'],
    ['+49 / Germany', 'DE'],
    ['Germany (FR)', undefined],
    ['Guiana (France)', undefined],
    ['Congo', undefined],
    ['Saint-Martin', undefined],
    ['XX', undefined],
    ['+999', undefined],
    ['', undefined],
    ['Germany'.repeat(20), undefined],
  ])('reads %j as %s', async (cell, country) => {
    expect(countryOfCell(cell, { names: await countryNames(), mayBeCallingCodes: false })).toBe(country);
  });

  it('takes digits for a calling code only if they may be one', async () => {
    const names = await countryNames();
    expect(countryOfCell('49', { names, mayBeCallingCodes: false })).toBeUndefined();
    expect(countryOfCell('49', { names, mayBeCallingCodes: true })).toBe('DE');
  });
});
