import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../numbering/country-code.js';
import type { CellReading } from '../cell-reading.js';
import { readPhoneCell } from '../phone-cell.js';

describe('a cell with several numbers', () => {
  const FIRST = '+493012345678';
  it.each([
    '030 12345678; 030 12345679',
    '030 12345678;030 12345679;',
    '030 12345678|030 12345679',
    '030 12345678, 030 12345679, 030 12345670',
    '030 12345678 / 030 12345679',
    '030 12345678\n030 12345679',
    '030 12345678\r\n0151 12345678',
    '+49 30 12345678, 0151 12345678',
    'Tel. 030 12345678; Fax 030 12345679',
    '030 12345678 (Büro); 0151 12345678 (Anna)',
    '030 12345678 x12; 030 12345679',
  ])('is its first one where that is asked for: %j', (cell) => {
    expect(readPhoneCell(cell, { defaultCountry: 'DE', severalNumbers: 'first' })).toBe(FIRST);
    expect(readPhoneCell(cell, { defaultCountry: 'DE', severalNumbers: 'unknown' })).toBeUndefined();
    expect(readPhoneCell(cell, { defaultCountry: 'DE' })).toBeUndefined();
  });

  it.each([
    '030 12345678/79',
    '030 12345678 / 79',
    '030 12345678, 79',
    '030 12345678 030 12345679',
    '030 12345678; n/a',
    '030 12345678 not: 030 12345679',
    '030 12345678 Tel 030 12345679 Fax',
    'n/a; 030 12345678',
    '47.376888, 8.541694',
    '2026-11-21, 030 12345678',
    '030 12345678 ; Anna 030 12345679',
    ',;',
  ])('is none where it is unclear what separates them: %j', (cell) => {
    expect(readPhoneCell(cell, { defaultCountry: 'DE', severalNumbers: 'first' })).toBeUndefined();
  });

  it('gives its first number, with the area code that local numbers lack', () => {
    const reading = { defaultCountry: 'DE', areaCode: '30', isLocal: true, severalNumbers: 'first' } as const;
    expect(readPhoneCell('26481100, 26481101', reading)).toBe('+493026481100');
    expect(readPhoneCell('4805-7527 / 4943-2024', { ...reading, defaultCountry: 'AR', areaCode: '11' })).toBe(
      '+541148057527',
    );
  });

  it.each([
    ['Fax: +49 30 26481101 / Tel: +49 30 26481100', '+493026481100'],
    ['Fax 030 26481101; Tel. 030 26481100', '+493026481100'],
    ['030 26481101 (Fax); 030 26481100', '+493026481100'],
    ['Telefax 030 26481101/030 26481100', '+493026481100'],
    ['传真 030 26481101, 电话 030 26481100', '+493026481100'],
    ['📠 030 26481101; 📞 030 26481100', '+493026481100'],
    ['Fax 030 26481101; 030 26481100; 030 26481102', '+493026481100'],
    ['030 26481100 Faks: 030 26481101', '+493026481100'],
    ['Tel: (030) 26481100 Fax: (030) 26481101', '+493026481100'],
    ['Tel.: 030 26481100 Mob.: 0151 12345678 Fax.: 030 26481101', '+493026481100'],
    ['Fax: 030 26481101 Tel: 030 26481100', '+493026481100'],
    ['Tel./Fax 030 26481101; 030 26481100', '+493026481101'],
    ['Fax 030 26481101; Fax 030 26481100', '+493026481101'],
  ])('is its first one that is no fax, if it has one: %s', (cell, number) => {
    expect(readPhoneCell(cell, { defaultCountry: 'DE', severalNumbers: 'first' })).toBe(number);
  });

  it('gives none behind a fax if the next text is not a number', () => {
    expect(
      readPhoneCell('Fax 030 26481101; n/a', { defaultCountry: 'DE', severalNumbers: 'first' }),
    ).toBeUndefined();
  });

  it('gives one number that is written in several ways', () => {
    expect(
      readPhoneCell('030 12345678; +493012345678', { defaultCountry: 'DE', severalNumbers: 'first' }),
    ).toBe(FIRST);
  });
});

describe('whole numbers in a cell', () => {
  it.each<[cell: string, country: CountryCode, number: string]>([
    ['08012345678/08098765432', 'NG', '+2348012345678'],
    ['08012345678/8098765432', 'NG', '+2348012345678'],
    ['08012345678/08098765432/07031234567', 'NG', '+2348012345678'],
    ['08012345678 /08098765432', 'NG', '+2348012345678'],
    ['08012345678/ 08098765432', 'NG', '+2348012345678'],
    ['9876543210/9876543211', 'IN', '+919876543210'],
    ['9876543210/08022334455', 'IN', '+919876543210'],
    ['0612345678/0712345678', 'FR', '+33612345678'],
    ['06.12.34.56.78/07.12.34.56.78', 'FR', '+33612345678'],
    ['+33612345678/+33712345678', 'FR', '+33612345678'],
    ['(030) 12345678/(030) 12345679', 'DE', '+493012345678'],
    ['Tel. 030 12345678/Fax 030 12345679', 'DE', '+493012345678'],
    ['0171/1234567 - 0172/1234567', 'DE', '+491711234567'],
    ['030 12345678/030 12345679', 'DE', '+493012345678'],
    ['212-555-0100/212-555-0101', 'US', '+12125550100'],
    ['030 12345678 - 0151 12345678', 'DE', '+493012345678'],
    ['9876543210 - 9876543211', 'IN', '+919876543210'],
    ['0612345678 - 0712345678', 'FR', '+33612345678'],
    ['+33 6 12 34 56 78 – +33 7 12 34 56 78', 'FR', '+33612345678'],
    ['0612345678 ou 0712345678', 'FR', '+33612345678'],
    ['0612345678 OU 0712345678', 'FR', '+33612345678'],
    ['2125550100 or 2125550101', 'US', '+12125550100'],
    ['030 12345678 und 030 12345679', 'DE', '+493012345678'],
    ['612 34 56 78 y 612 34 56 79', 'ES', '+34612345678'],
    ['06 12345678 e 06 12345679', 'IT', '+390612345678'],
    ['2125550100 and 2125550101', 'US', '+12125550100'],
    ['8 912 345-67-89 или 8 912 345-67-80', 'RU', '+79123456789'],
    ['2125550100 & 2125550101', 'US', '+12125550100'],
    ['011 2345 6789 या 0522 234 5678', 'IN', '+911123456789'],
    ['044 2812 3456 அல்லது 0452 234 5678', 'IN', '+914428123456'],
    ['01812-345647 অথবা 02-9015122', 'BD', '+8801812345647'],
    ['555 12 34 47 ან 555 12 34 83', 'GE', '+995555123447'],
    ['077 123447 կամ 077 123483', 'AM', '+37477123447'],
    ['2103359002 ή 2310123456', 'GR', '+302103359002'],
    ['071 234 5647 හෝ 071 234 5683', 'LK', '+94712345647'],
    ['023 212 345 ឬ 063 963 456', 'KH', '+85523212345'],
    ['021 212 345 ຫຼື 071 212 345', 'LA', '+85621212345'],
    ['09 212 3447 သို့မဟုတ် 09 212 3483', 'MM', '+9592123447'],
    ['02 948 5380 หรือ 053 912 345', 'TH', '+6629485380'],
    ['091 123 4547 ወይም 011 123 4567', 'ET', '+251911234547'],
    ['8812 3447 эсвэл 7011 2233', 'MN', '+97688123447'],
    ['71 239 12 34 yoki 66 233 12 34', 'UZ', '+998712391234'],
    ['612 3456 või 731 2345', 'EE', '+3726123456'],
    ['67 123 456 vai 63 023 456', 'LV', '+37167123456'],
    ['(0-5) 212 3456 arba (0-37) 212345', 'LT', '+37052123456'],
    ['04 223 4567 ose 052 212 345', 'AL', '+35542234567'],
    ['611 1247 eða 555 1234', 'IS', '+3546111247'],
    ['0621 234 547 au 022 234 5678', 'TZ', '+255621234547'],
    ['024 3825 1234 hoặc 028 3825 1234', 'VN', '+842438251234'],
    ['2125550100&2125550101', 'US', '+12125550100'],
    ['2125550100 ::: 2125550101', 'US', '+12125550100'],
    ['2125550100:::2125550101', 'US', '+12125550100'],
    ['08012345678//08098765432', 'NG', '+2348012345678'],
    ['030 12345678/030 12345679; 0151 12345678', 'DE', '+493012345678'],
    ['030 12345678 oder 030 12345679/030 12345670', 'DE', '+493012345678'],
    ['+49 30 12345678 +49 30 12345679', 'DE', '+493012345678'],
    ['(+994 12) 493 00 91 (+994 20) 235 50 60', 'AZ', '+994124930091'],
    ['(018) 654-38-80 (018) 654-38-81 (018) 654-38-82', 'AZ', '+994186543880'],
    ['(02) 2345-6789 (02) 2345-6790', 'TW', '+886223456789'],
  ])(
    'are separated, and the first is read where that is asked for: %j in %s',
    (cell, defaultCountry, first) => {
      expect(readPhoneCell(cell, { defaultCountry, severalNumbers: 'first' })).toBe(first);
      expect(readPhoneCell(cell, { defaultCountry })).toBeUndefined();
    },
  );

  it.each<[cell: string, reading: CellReading]>([
    ['4805-7527/4805-7', { defaultCountry: 'AR', areaCode: '11', isLocal: true }],
    ['264811/4711', { defaultCountry: 'DE', areaCode: '30', isLocal: true }],
    ['2648/4711', { defaultCountry: 'DE', areaCode: '30', isLocal: true }],
    ['26481100 - 12', { defaultCountry: 'DE', areaCode: '30', isLocal: true }],
    ['26481100 - 4711', { defaultCountry: 'DE', areaCode: '30', isLocal: true }],
    ['030 12345678 - 4711', { defaultCountry: 'DE', areaCode: '30' }],
    ['030 12345678/0', { defaultCountry: 'DE' }],
    ['030 12345678/12345679', { defaultCountry: 'DE', areaCode: '30' }],
    ['030 12345678 und 79', { defaultCountry: 'DE' }],
    ['030 12345678 und', { defaultCountry: 'DE' }],
    ['und 030 12345678', { defaultCountry: 'FR' }],
    ['030 12345678und030 12345679', { defaultCountry: 'DE' }],
    ['030 12345678 nicht 030 12345679', { defaultCountry: 'DE' }],
    ['030 12345678 or Anna', { defaultCountry: 'DE' }],
    ['030 12345678 : 030 12345679', { defaultCountry: 'DE' }],
    ['030 12345678-030 12345679', { defaultCountry: 'DE' }],
    ['+49 30 12345678 +12', { defaultCountry: 'DE' }],
    ['(030) 12345678 (0)30 12345679', { defaultCountry: 'DE' }],
    ['(44) 20 (44) 7946 0958', { defaultCountry: 'DE' }],
    ['2125550100-2125550101', { defaultCountry: 'US' }],
    ['212555010/212555011', { defaultCountry: 'US' }],
    ['+49 30 12345/+49 30 678901234567890', { defaultCountry: 'DE' }],
    ['+49 30 - 12345678 - 901234', { defaultCountry: 'DE' }],
    ['9876543210/43211', { defaultCountry: 'IN' }],
    ['9000000000 - 9500000000', { defaultCountry: 'IN' }],
    ['2026-11-21 - 2026-11-25', { defaultCountry: 'DE' }],
    ['20261121/20261125', { defaultCountry: 'DE' }],
    ['900000000/950000000', { defaultCountry: 'ES' }],
  ])('are not what may be an extension, a range, or one number: %j', (cell, reading) => {
    expect(readPhoneCell(cell, { ...reading, severalNumbers: 'first' })).toBeUndefined();
  });

  it.each<[cell: string, country: CountryCode, areaCode: string]>([
    ['231886 - 256472', 'LR', '21'],
    ['590826 - 363348', 'GP', '590'],
  ])(
    'are unknown where they may be one with the calling code: %j in %s',
    (cell, defaultCountry, areaCode) => {
      expect(readPhoneCell(cell, { defaultCountry, areaCode, severalNumbers: 'first' })).toBeUndefined();
      expect(readPhoneCell(cell, { defaultCountry, areaCode })).toBeUndefined();
      expect(readPhoneCell(cell, { defaultCountry })).toBeUndefined();
    },
  );

  it.each<[cell: string, country: CountryCode, number: string]>([
    ['98765 - 43210', 'IN', '+919876543210'],
    ['030/12345678', 'DE', '+493012345678'],
    ['0171/1234567', 'DE', '+491711234567'],
    ['030 - 12345678', 'DE', '+493012345678'],
    ['03012 - 345678', 'DE', '+493012345678'],
    ['+49 30 - 123456 - 78', 'DE', '+493012345678'],
    ['030 123456-0', 'DE', '+49301234560'],
    ['030 123456 - 0', 'DE', '+49301234560'],
  ])('are not made of one with a slash or dash inside: %j', (cell, defaultCountry, number) => {
    expect(readPhoneCell(cell, { defaultCountry, severalNumbers: 'first' })).toBe(number);
    expect(readPhoneCell(cell, { defaultCountry })).toBe(number);
  });
});

describe('a whole number before short ones', () => {
  it.each<[cell: string, reading: CellReading, first: string]>([
    ['(022) 266-60-95/96/97', { defaultCountry: 'AZ' }, '+994222666095'],
    ['(994 12) 499 79 95 / 96', { defaultCountry: 'AZ' }, '+994124997995'],
    ['+263 (242) 772-749/50/51', {}, '+263242772749'],
    ['+41 79 123 45 67 / 68', {}, '+41791234567'],
    ['+420 222 113 377, 378', {}, '+420222113377'],
    ['+234 9 3142840, 3142841', {}, '+2342093142840'],
    ['+234 1 2715350/52, 2713535, 2612400', {}, '+2342012715350'],
    ['051)441-9904/15', { defaultCountry: 'KR' }, '+82514419904'],
    ['02-318-1767/2767', { defaultCountry: 'KR' }, '+8223181767'],
    ['318-1767/2767', { defaultCountry: 'KR', areaCode: '2', isLocal: true }, '+8223181767'],
    ['3785-1427, 3785-1430/1', { defaultCountry: 'KR', areaCode: '2', isLocal: true }, '+82237851427'],
    ['4805-7527/9465', { defaultCountry: 'AR', areaCode: '11', isLocal: true }, '+541148057527'],
    ['555-1234/35', { defaultCountry: 'US', areaCode: '212', isLocal: true }, '+12125551234'],
    ['012 4372305/10; 055 4040029', { defaultCountry: 'AZ' }, '+994124372305'],
    ['012 4971864; 1919', { defaultCountry: 'AZ' }, '+994124971864'],
    ['(+994 12) 493 00 91 |  937 |  (+994 20) 235 50 60', {}, '+994124930091'],
    ['0553495968|2264651', { defaultCountry: 'AZ' }, '+994553495968'],
    ['012 4087435; *6262', { defaultCountry: 'AZ' }, '+994124087435'],
    ['(+994 12) 505 56 16 ; *9229', {}, '+994125055616'],
    ['Tel. 03-5555555; *2700', { defaultCountry: 'IL' }, '+97235555555'],
  ])('is the first one, where that is asked for: %j', (cell, reading, first) => {
    expect(readPhoneCell(cell, { ...reading, severalNumbers: 'first' })).toBe(first);
    expect(readPhoneCell(cell, reading)).toBeUndefined();
  });

  it.each<[cell: string, reading: CellReading]>([
    ['030 12345678/79', { defaultCountry: 'DE' }],
    ['01 5123456/58', { defaultCountry: 'AT' }],
    ['06 5551234/5', { defaultCountry: 'IT' }],
    ['06 5551234, 5551235 Anna', { defaultCountry: 'IT' }],
    ['5551234, 5551235', { defaultCountry: 'IT' }],
    ['9876543210/11', { defaultCountry: 'IN' }],
    ['051)441-9904/5', { defaultCountry: 'KR' }],
    ['20261121/25', { defaultCountry: 'DK' }],
    ['10.20.30.40/24', { defaultCountry: 'DK' }],
    ['2.125.550, 50', { defaultCountry: 'IS' }],
    ['2.125.550,50', { defaultCountry: 'IS' }],
    ['415 555 2671/72', { defaultCountry: 'TH' }],
    ['+9942363285|0709766595', { defaultCountry: 'AZ' }],
    ['2264651|937', { defaultCountry: 'AZ' }],
    ['937 | 012 4930091', { defaultCountry: 'AZ' }],
    ['Fax 012 4971864; 1919', { defaultCountry: 'AZ' }],
    ['012 4971864; n/a', { defaultCountry: 'AZ' }],
    ['012 4971864; old 1919', { defaultCountry: 'AZ' }],
  ])('is not what may be one number with them, or is not whole: %j', (cell, reading) => {
    expect(readPhoneCell(cell, { ...reading, severalNumbers: 'first' })).toBeUndefined();
  });
});
