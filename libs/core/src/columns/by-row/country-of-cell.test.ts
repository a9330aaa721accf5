import { describe, expect, it } from 'vitest';
import { countryNames, countryOfCell } from './country-of-cell.js';

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
    ['Nga', undefined],
    ['NGA', 'NG'],
    ['nga', 'NG'],
    ['Usa', 'US'],
    ['＋４９', 'DE'],
    ['+1', 'US'],
    ['+49 / Germany', 'DE'],
    ['Germany (FR)', undefined],
    ['Guiana (France)', undefined],
    ['Bolivia (Plurinational State of)', 'BO'],
    ['Taiwan, Province of China', 'TW'],
    ['Korea, North', undefined],
    ["Korea (the Democratic People's Republic of)", undefined],
    ['Sudan (South)', undefined],
    ['Ireland, Northern', undefined],
    ['China, Hong Kong Special Administrative Region', undefined],
    ['Georgia, USA', undefined],
    ['Congo', undefined],
    ['Saint-Martin', undefined],
    ['XX', undefined],
    ['+999', undefined],
    ['', undefined],
  ])('reads %j as %s', async (cell, country) => {
    expect(countryOfCell(cell, { names: await countryNames(), mayBeCallingCodes: false })).toBe(country);
  });

  it('takes digits for a calling code only if they may be one', async () => {
    const names = await countryNames();
    expect(countryOfCell('49', { names, mayBeCallingCodes: false })).toBeUndefined();
    expect(countryOfCell('49', { names, mayBeCallingCodes: true })).toBe('DE');
  });
});
