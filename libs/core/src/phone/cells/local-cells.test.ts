import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../numbering/country-code.js';
import type { CellReading } from './cell-reading.js';
import { readPhoneCell } from './phone-cell.js';

describe('a number without its area code', () => {
  it.each<[cell: string, country: CountryCode]>([
    ['4301-6695', 'AR'],
    ['4943-2024', 'AR'],
    ['4805-7527/9465', 'AR'],
    ['48057527', 'AR'],
    ['4944 8233', 'AU'],
    ['49448233', 'AU'],
    ['6722 1555', 'AU'],
    ['67221555', 'AU'],
    ['4350178', 'NP'],
    ['677-775-5042', 'CA'],
    ['26481100', 'DE'],
    ['2648 1100', 'DE'],
    ['435 0178', 'AT'],
    ['4350178', 'AT'],
    ['10000', 'IT'],
    ['69812345', 'IT'],
    ['4641234', 'AG'],
    ['21555', 'NF'],
    ['886382', 'SM'],
    ['9324 5708', 'MY'],
    ['93245708', 'MY'],
    ['5511443', 'AX'],
    ['6427755', 'FI'],
    ['14161028', 'FI'],
    ['58008032', 'TW'],
    ['346717', 'DE'],
    ['7105246', 'CU'],
    ['Tel. 5511443', 'AX'],
    ['9334 1922 ext. 12', 'MY'],
    ['69974/9974', 'AL'],
    ['931406/1406', 'DE'],
    ['180518/0518', 'JE'],
    ['64339 / 44846', 'BD'],
    ['499198 324504', 'DE'],
    ['888 6276 - 888 6461', 'NU'],
    ['888 6205 888 3792', 'NU'],
    ['20 12 06 - 72 11 95', 'FO'],
    ['430-5791 / 430-2294', 'LC'],
    ['620 4046 277 3757', 'PW'],
    ['49 05 31 - 49 35 91', 'BF'],
    ['82 50 70 82 49 87', 'WF'],
    ['1256 7134 2363 6039', 'CN'],
    ['3067926', 'PL'],
    ['169217', 'DE'],
    ['1992637', 'VN'],
    ['66770 15327', 'BD'],
    ['66302 - 35565', 'BD'],
    ['800 1759 1759', 'DK'],
    ['6385 6268', 'MY'],
    ['4123-3922', 'TW'],
    ['645 00 13', 'PL'],
    ['647-04-56', 'PL'],
    ['923 0623', 'FI'],
    ['812 3412', 'ZA'],
    ['70275-74917', 'KZ'],
    ['72636 20513', 'KZ'],
    ['99948 - 58794', 'KZ'],
    ['169946-562184', 'DE'],
    ['590826 424079', 'GP'],
    ['264 811 264 812', 'DE'],
    ['43-29485 . 432-9313', 'CW'],
  ])('is not read from %s in %s, and not without a country', (cell, defaultCountry) => {
    expect(readPhoneCell(cell, { defaultCountry })).toBeUndefined();
    expect(readPhoneCell(cell, { defaultCountry, isLocal: true })).toBeUndefined();
    expect(readPhoneCell(cell)).toBeUndefined();
  });

  it.each<[cell: string, country: CountryCode, areaCode: string, number: string | undefined]>([
    ['26481100', 'DE', '30', '+493026481100'],
    ['2648-1100', 'DE', '30', '+493026481100'],
    ['Tel. 26481100', 'DE', '30', '+493026481100'],
    ['3026481100', 'DE', '30', '+493026481100'],
    ['030 26481100', 'DE', '30', '+493026481100'],
    ['0171 1234567', 'DE', '30', '+491711234567'],
    ['+43 664 1234567', 'DE', '30', '+436641234567'],
    ['0043 664 1234567', 'DE', '30', '+436641234567'],
    ['493026481100', 'DE', '30', '+493026481100'],
    ['26', 'DE', '30', undefined],
    ['4301-6695', 'AR', '11', '+541143016695'],
    ['4944 8233', 'AU', '7', '+61749448233'],
    ['(07) 4944 8233', 'AU', '7', '+61749448233'],
    ['4350178', 'NP', '1', '+97714350178'],
    ['775-5042', 'CA', '613', '+16137755042'],
    ['613-775-5042', 'CA', '613', '+16137755042'],
    ['1-613-775-5042', 'CA', '613', '+16137755042'],
    ['123-45-67', 'RU', '495', '+74951234567'],
    ['8 812 123-45-67', 'RU', '495', '+78121234567'],
    ['69812345', 'IT', '06', '+390669812345'],
    ['347 1234567', 'IT', '06', '+393471234567'],
    ['1234-5678', 'JP', '3', '+81312345678'],
    ['155-5042', 'CA', '613', undefined],
    ['9324 5708', 'MY', '3', '+60393245708'],
    ['5511443', 'AX', '18', '+358185511443'],
    ['14102548', 'FI', '9', '+358914102548'],
    ['26-92-53-95', 'TW', '4', '+886426925395'],
    ['343871', 'DE', '40', '+4940343871'],
    ['7105246', 'CU', '7', '+5377105246'],
    ['3067926', 'PL', '22', '+48223067926'],
    ['26481100, 26481101', 'DE', '30', undefined],
    ['116117', 'DE', '30', undefined],
    ['116 117', 'DE', '30', undefined],
    ['116117', 'IT', '06', undefined],
    ['116117', 'AT', '1', undefined],
    ['19222', 'DE', '30', undefined],
    ['1922245', 'DE', '30', undefined],
    ['264811', 'DE', '30', '+4930264811'],
  ])('reads %s of %s with the area code %s as %s', (cell, defaultCountry, areaCode, number) => {
    const reading: CellReading = { defaultCountry, areaCode };
    expect(readPhoneCell(cell, { ...reading, isLocal: true })).toBe(number);
    expect(readPhoneCell(cell, reading)).toBe(number);
  });

  it('is not completed if it is dialled without an area code, beside local numbers of six digits', () => {
    const reading: CellReading = { defaultCountry: 'DE', areaCode: '30', isLocal: true, usualLocalDigits: 6 };
    expect(readPhoneCell('19222', reading)).toBeUndefined();
    expect(readPhoneCell('116117', reading)).toBeUndefined();
  });

  it('is read in a column of local numbers only if it is written as whole numbers are', () => {
    const reading: CellReading = { defaultCountry: 'DE', isLocal: true };
    expect(readPhoneCell('3026481100', reading)).toBeUndefined();
    expect(readPhoneCell('15123456780', reading)).toBeUndefined();
    expect(readPhoneCell('030 26481100', reading)).toBe('+493026481100');
    expect(readPhoneCell('+493026481100', reading)).toBe('+493026481100');
    expect(readPhoneCell('493026481100', reading)).toBe('+493026481100');
    expect(readPhoneCell('11 4301-6695', { defaultCountry: 'AR', isLocal: true })).toBe('+541143016695');
  });
});

describe('digits without a plus sign', () => {
  it.each([
    ['eleven digits with a calling code', '41791234567', '+41791234567'],
    ['twelve', '447911123456', '+447911123456'],
    ['a calling code and groups as its country writes them', '45 20 12 34 56', '+4520123456'],
    ['the same with the digits behind it in one group', '45 20123456', '+4520123456'],
    ['any groups of a number longer than national ones', '49 151 123 45678', '+4915112345678'],
    ['the calling code of North America in a group of its own', '1-800-555-1234', '+18005551234'],
  ])('are read without a country: %s', (_, cell, number) => {
    expect(readPhoneCell(cell)).toBe(number);
  });

  it.each([
    ['ten digits, which are national numbers in many countries', '2015550123'],
    ['a number of Singapore, or a mobile number of India', '6591234567'],
    ['a local number or an id', '67221555'],
    ['a toll-free number of no country', '80017591759'],
    ['a toll-free number of North America, India or Singapore', '18002225777'],
    ['a satellite phone', '881612345678'],
    ['a group with more than the calling code', '4420 7946 0958'],
    ['a Brazilian number in groups that Norway does not have', '47 3222-1234'],
    ['the same of Peru', '51 99123-4567'],
    ['a Spanish number that is one of New Caledonia', '687 123 456'],
    ['groups of North America', '678 591 2345'],
    ['a local number in an area that is a calling code', '683-4123'],
  ])('are not read without a country: %s', (_, cell) => {
    expect(readPhoneCell(cell)).toBeUndefined();
  });

  it.each<[name: string, cell: string, country: CountryCode, number: string | undefined]>([
    ['a toll-free number without its zero', '80017591759', 'NG', '+23480017591759'],
    ['the same with it', '080017591759', 'NG', '+23480017591759'],
    ['a toll-free number of India', '18001801551', 'IN', '+9118001801551'],
    ['the same in groups', '1800-180-1551', 'IN', '+9118001801551'],
    ['a toll-free number of Australia', '1800 123 456', 'AU', '+611800123456'],
    ['the same without groups', '1800123456', 'AU', '+611800123456'],
    ['a number for a local charge', '1300 123 456', 'AU', '+611300123456'],
    ['a toll-free number with a digit too many', '18001234567', 'AU', undefined],
    ['a toll-free number of Singapore', '1800 222 5777', 'SG', '+6518002225777'],
    ['a number abroad, longer than any at home', '41791234567', 'US', '+41791234567'],
    ['the same in groups', '41 79 123 45 67', 'US', '+41791234567'],
    ['the same in groups that hide the calling code', '4179 123 45 67', 'US', undefined],
    ['an Austrian number, longer than a German one', '436642123456', 'DE', '+436642123456'],
    ['a Swiss number, or a German one without its zero', '41791234567', 'DE', undefined],
    ['more digits than are in use', '4179123456768', 'DE', undefined],
    ['the country\u2019s own calling code in one group with more', '4179 123 45 67', 'CH', '+41791234567'],
    ['the same where the digits may also lack a zero', '4921 123456', 'DE', undefined],
    ['the country\u2019s own calling code in a group of its own', '49 30 123456', 'DE', '+4930123456'],
    ['the Solomon Islands in groups of their own country', '677 77 55042', 'SB', '+6777755042'],
    ['a Brazilian number that begins like one', '55 3222-1234', 'BR', '+555532221234'],
    ['a zero that is no longer dialled in Chile', '02 2784 4384', 'CL', '+56227844384'],
    ['the same for mobile lines', '09 8765 4321', 'CL', '+56987654321'],
    ['the same behind the calling code', '+56 0 2 2784 4384', 'CL', '+56227844384'],
  ])('are read in a country: %s', (_, cell, defaultCountry, number) => {
    expect(readPhoneCell(cell, { defaultCountry })).toBe(number);
  });
});

describe('a column of national numbers without a country', () => {
  it.each(['13097263476', '15127012473', '44 20 7946 0958'])(
    'does not read %s, but with a plus sign',
    (cell) => {
      expect(readPhoneCell(cell, {})).toBeDefined();
      expect(readPhoneCell(cell, { isNational: true })).toBeUndefined();
      expect(readPhoneCell(`+${cell}`, { isNational: true })).toBeDefined();
    },
  );
});

describe('digits in brackets behind a number', () => {
  it.each<[cell: string, country: CountryCode]>([
    ['0661 880581 (9-17)', 'AT'],
    ['+43 1 234708578 (9-17)', 'AT'],
    ['557-3452 (9-17)', 'US'],
    ['+690 3815 (9-17)', 'TK'],
    ['0811-720-896 [24]', 'ID'],
    ['3174 (9-17)', 'TK'],
  ])('are not the end of it: %s', (cell, defaultCountry) => {
    expect(readPhoneCell(cell, { defaultCountry })).toBeUndefined();
  });
});

describe('a whole number in two halves, or shorter than the others', () => {
  it.each<[cell: string, country: CountryCode, number: string]>([
    ['015669 707872', 'DE', '+4915669707872'],
    ['420 601 123 456', 'CZ', '+420601123456'],
    ['444 1 444', 'TR', '+904441444'],
    ['14 020', 'NL', '+3114020'],
    ['98765 43210', 'IN', '+919876543210'],
    ['72636 2-05-13', 'KZ', '+77263620513'],
    ['31234', 'KI', '+68631234'],
    ['22123', 'WS', '+68522123'],
    ['(018500) 123456', 'DE', '+4918500123456'],
    ['47 32 83', 'LU', '+352473283'],
    ['2123 4567', 'HK', '+85221234567'],
  ])('is read from %s in %s', (cell, defaultCountry, number) => {
    expect(readPhoneCell(cell, { defaultCountry })).toBe(number);
  });
});

describe('eight digits that lost their zero, where no local number is as long', () => {
  it.each<[cell: string, country: CountryCode, number: string]>([
    ['51234567', 'HR', '+38551234567'],
    ['23756789', 'KH', '+85523756789'],
    ['61234567', 'NA', '+26461234567'],
  ])('are read from %s in %s', (cell, defaultCountry, number) => {
    expect(readPhoneCell(cell, { defaultCountry })).toBe(number);
  });

  it('are unknown where a local number may be', () => {
    expect(readPhoneCell('93245708', { defaultCountry: 'MY' })).toBeUndefined();
  });
});
