import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { E164 } from '../../model/identifiers.js';
import { propertyRuns } from '../../property-runs.fixture.js';
import { foldToAscii } from '../fold-to-ascii.js';
import { normalizePhone } from '../normalize-phone.js';
import { leadingCallingCode } from '../numbering/calling-code.js';
import type { CountryCode } from '../numbering/country-code.js';
import { validNumber } from '../numbering/phone-table.js';
import { numberInUri, readPhoneCell, spreadsheetDigits } from './phone-cell.js';
import { isNonPhone } from './text/non-phone.js';

const RUNS = propertyRuns(1_000);

describe('readPhoneCell', () => {
  it.each([
    ['with +', '+14155552671', '+14155552671'],
    ['with + and separators', ' +1 (415) 555-2671', '+14155552671'],
    ['with 00', '0041 79 123 45 67', '+41791234567'],
    ['with + and a calling code that no country has', '+999 1234567', '+9991234567'],
    ['the trunk prefix of Russia behind a plus', '+8 910 740 81 53', '+79107408153'],
    ['the same in one piece', '+89107408153', '+79107408153'],
    ['the same with brackets', '+8 (383) 223-45-67', '+73832234567'],
    ['a toll-free number of Russia behind a plus', '+8 800 555-35-35', '+78005553535'],
    ['the calling code of Vietnam', '+84 95 123 45 67', '+84951234567'],
    ['Kazakhstan\u2019s trunk prefix behind a plus', '+8 701 123 45 67', '+77011234567'],
    ['with + and an unknown calling code', '+999 1234567', '+9991234567'],
    ['digits with a calling code', '41791234567', '+41791234567'],
    ['separators behind a calling code', '1-415-555-2671', '+14155552671'],
    ['a calling code in brackets', '(44) 20 7946 0958', '+442079460958'],
    ['a bracketed trunk zero', '44 (0)20 7946 0958', '+442079460958'],
    ['a trunk zero behind the calling code', '4402079460958', '+442079460958'],
    ['a number stored as a float', '14155552671.0', '+14155552671'],
    ['a number stored as a float of two places', '14155552671.00', '+14155552671'],
    ['a leading apostrophe', "'14155552671", '+14155552671'],
    ['tel:', 'tel:41791234567', '+41791234567'],
    ['text of a formula', '="41791234567"', '+41791234567'],
    ['no-break spaces', '1\u00a0415\u00a0555\u00a02671', '+14155552671'],
    ['a byte order mark', '\ufeff41791234567', '+41791234567'],
    ['Arabic-Indic digits', '٤٤٧٩١١١٢٣٤٥٦', '+447911123456'],
    ['full-width digits', '４１７９１２３４５６７', '+41791234567'],
    ['a line end', '41791234567\r\n', '+41791234567'],
    ['a trunk prefix behind the calling code', '+49 0171 1234567', '+491711234567'],
    ['two plus signs', '++41 79 123 45 67', '+41791234567'],
    ['+ and 00', '+0041 79 123 45 67', '+41791234567'],
    ['+ and 00 in brackets', '(+) 00 41 79 123 45 67', '+41791234567'],
    ['00 and +', '00+41791234567', '+41791234567'],
    ['+ behind the digits, as text from right to left is turned around', '41 79 123 45 67+', '+41791234567'],
    ['a label', 'Tel.: +41 79 123 45 67', '+41791234567'],
    ['a label behind it', '+41 79 123 45 67 (mobile)', '+41791234567'],
    ['an extension', '+41791234567 x12', '+41791234567'],
    ['an address', 'https://wa.me/41791234567', '+41791234567'],
    ['a slash', '+41 79/123 45 67', '+41791234567'],
    ['a number that ends in 00, twice', '+299 32 10 00 +299321000', '+299321000'],
    ['the same number twice', '+41791234567 / 0041 79 123 45 67', '+41791234567'],
    ['commas between thousands', '41,791,234,567', '+41791234567'],
    ['apostrophes between thousands', "41'791'234'567", '+41791234567'],
    ['exponent form with all digits', '1.4155552671E+10', '+14155552671'],
    ['a formula of a number', '=41791234567', '+41791234567'],
    ['quotes', '"+41791234567"', '+41791234567'],
    ['a Mexican mobile number as before 2019', '+52 1 55 1234 5678', '+525512345678'],
    ['the same without +', '5215512345678', '+525512345678'],
    ['an Argentine number without the 9 of mobile lines', '+54 11 2345 6789', '+541123456789'],
    ['the same in groups', '521 55 1234 5678', '+525512345678'],
    ['a Polish number behind the zero of before 2010', '+48 022 123 45 67', '+48221234567'],
    ['a number of Hanoi from before 2017', '+84 4 3687 3058', '+842436873058'],
    ['a number of Ho Chi Minh City from before 2017', '+84 8 3923 7007', '+842839237007'],
    ['a mobile number that begins like it', '+84 83 923 7007', '+84839237007'],
    ['a number of Bogotá from before 2021', '+57 (1) 275-2000', '+576012752000'],
    ['a number of Lagos from before 2024', '+234 1 270 1919', '+2342012701919'],
    ['the same behind a bracketed zero', '+234 (0)62 247 705', '+2342062247705'],
    ['a number of Benin from before 2024', '+229 21 30 06 50', '+2290121300650'],
    ['the same of today', '+229 01 21 30 06 50', '+2290121300650'],
    ['digits of an emoji', '➕4️⃣1️⃣7️⃣9️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣', '+41791234567'],
    ['what lengthens a Japanese vowel for a dash', '＋８１ー９０ー１２３４ー５６７８', '+819012345678'],
    ['a label, a colon and a dash', 'Mob:-+91 98765 43210', '+919876543210'],
    ['a label of two words', 'Tél pro : +33 1 42 68 53 00', '+33142685300'],
    ['a label behind it in Japanese', '+81 3-1234-5678（代表）', '+81312345678'],
    ['an extension in Chinese', '+86 10 6234 5678转123', '+861062345678'],
    ['a letter for a label in Arabic', 'ت: 00966501234567', '+966501234567'],
    ['a Brazilian mobile number without its ninth digit', '+55 11 6123 4567', '+551161234567'],
  ])('reads %s', (_, cell, expected) => {
    expect(readPhoneCell(cell)).toBe(expected);
  });

  it('needs a plus sign for a number from before a reform that has become longer by two digits', () => {
    for (const digits of ['57 1 275 2000', '5712752000', '23412701919', '22921300650']) {
      expect(readPhoneCell(digits)).toBeUndefined();
      expect(readPhoneCell(digits, { defaultCountry: 'DK' })).toBeUndefined();
    }
  });

  it.each([
    ['a Swiss mobile number', '079 123 45 67', 'CH', '+41791234567'],
    ['a Swiss number that lost its zero', '791234567', 'CH', '+41791234567'],
    ['brackets', '(201) 555-0123', 'US', '+12015550123'],
    ['a number that would be one in Egypt', '2015550123', 'US', '+12015550123'],
    ['a prefix for calls abroad', '011 44 20 7946 0958', 'US', '+442079460958'],
    ['the trunk digit of the United States', '1 (201) 555-0123', 'US', '+12015550123'],
    ['the trunk digit of Russia', '8 (912) 345-67-89', 'RU', '+79123456789'],
    ['the trunk digit of Russia behind a plus', '+8 495 123-45-67', 'RU', '+74951234567'],
    ['a leading zero that stays', '06 69812345', 'IT', '+390669812345'],
    ['a dot behind the first three digits', '347.1234567', 'IT', '+393471234567'],
    ['pairs of digits', '01 42 68 53 00', 'FR', '+33142685300'],
    ['pairs of digits between dots', '20.11.20.26', 'DK', '+4520112026'],
    ['a bracketed zero in front', '(0)171 1234567', 'DE', '+491711234567'],
    ['a number of another country, digits alone', '41791234567', 'US', '+41791234567'],
    ['a number of another country, with +', '+41791234567', 'US', '+41791234567'],
    ['an Argentine mobile number', '011 15-2345-6789', 'AR', '+5491123456789'],
    ['a slash behind the area code', '0170/1234567', 'DE', '+491701234567'],
    ['an area code in brackets', '(0170) 123 45 67', 'DE', '+491701234567'],
    ['a lost zero that is part of the number', '669812345', 'IT', '+390669812345'],
    ['a lost zero that is part of every number', '123456789', 'CI', '+2250123456789'],
    ['a lost zero of a prefix of two digits', '6201234567', 'HU', '+36201234567'],
    ['a calling code that is an area code of North America', '(678) 591-2345', 'VU', '+6785912345'],
    ['a label', 'Tel. 079 123 45 67', 'CH', '+41791234567'],
    ['a number in two forms', '079 123 45 67 / +41 79 123 45 67', 'CH', '+41791234567'],
    ['Australia\u2019s prefix for calls abroad', '0011 44 7911 123456', 'AU', '+447911123456'],
    ['Singapore\u2019s prefix for calls abroad', '001 65 8123 4567', 'SG', '+6581234567'],
    ['a prefix for mobile numbers that Mexico has given up', '044 55 1234 5678', 'MX', '+525512345678'],
    ['the zero that Poland has given up', '022 123 45 67', 'PL', '+48221234567'],
    ['the area code of Hanoi until 2017', '0436873058', 'VN', '+842436873058'],
    ['the area code of Ho Chi Minh City until 2017', '(08) 3923 7007', 'VN', '+842839237007'],
    ['a mobile number that begins like it', '083 923 70 07', 'VN', '+84839237007'],
    ['a number of Abuja from before 2024', '09-4630643', 'NG', '+2342094630643'],
    ['a mobile number with an 8 alone', '083 92370 0 8', 'VN', '+84839237008'],
    ['an area code and an exchange like a month and a year', '02-2034-5678', 'KR', '+82220345678'],
    ['the same with a space', '02-2034 5678', 'KR', '+82220345678'],
    ['dots and spaces, as a date and more', '06.12.34 56 78', 'FR', '+33612345678'],
    ['a Brazilian number with a carrier code', '0 15 11 96123-4567', 'BR', '+5511961234567'],
  ])('reads with a default country %s', (_, cell, country, expected) => {
    expect(readPhoneCell(cell, { defaultCountry: country as CountryCode })).toBe(expected);
  });

  it.each([
    ['nothing', ''],
    ['space', ' \u00a0 '],
    ['prose', 'call after six'],
    ['prose with a number', 'call me at +41791234567 after six'],
    ['a number with a name', 'Anna +41791234567'],
    ['n/a', 'n/a'],
    ['an address', 'someone@example.com'],
    ['a number in exponent form, which has lost digits', '1.41556E+10'],
    ['the same with a comma', '1,41556E+10'],
    ['two numbers with +', '+41791234567 +41791234568'],
    ['two numbers between commas', '+41791234567, +41791234568'],
    ['two numbers between slashes', '41791234567/68'],
    ['two numbers on two lines', '41791234567\n41791234568'],
    ['two telephone numbers with labels', 'T 030 123456 F 030 123457'],
    ['a label in front of two numbers', 'Tel. +41791234567 +41791234568'],
    ['digits behind a whole number', '+1 201 555 0123 0124'],
    ['digits behind a whole number of a plan that has longer ones', '+971 50 123 4567-12'],
    ['digits in brackets behind a number', '+49 30 123456 (12)'],
    ['a short label in a bracket that does not end', '+41 79 123 45 67 (m'],
    ['digits in brackets behind digits', '030 123456 (12)'],
    ['a number and the last digits of another one', '+41791234567 / 68'],
    ['a slash behind an extension', '0171 x5/1234567'],
    ['a label and no number', 'Tel. 2'],
    ['an extension and no number', 'ext. 12'],
    ['letters for digits', '1-800-FLOWERS'],
    ['letters for digits that are a label elsewhere', '1-800-MOBILE'],
    ['a number that was cut off', '+41 79 123...'],
    ['coordinates', '47.376888, 8.541694'],
    ['coordinates with signs', '+47.3768889 -8.5416944'],
    ['a date and a time in ISO 8601', '2026-11-21T10:30:00Z'],
    ['a placeholder', '000-000-0000'],
    ['an order', 'no. 4155552671'],
    ['a word that denies the label', 'no phone 41791234567'],
    ['an exponent form that ends in fewer digits than places', '4.917012345E+11'],
    ['a date', '2026-11-21'],
    ['a date in German', '21.11.2026'],
    ['a date in American', '11-21-2026'],
    ['a date with slashes', '11/21/2026'],
    ['a date and a time', '2026-11-21 10:30'],
    ['a date and a time with dots', '2026-11-21 10.30.15'],
    ['a time', '10:30:15'],
    ['a decimal', '4179123.4567'],
    ['a negative number', '-41791234567'],
    ['an IP address', '192.168.100.200'],
    ['a card number', '4111 1111 1111 1111'],
    ['a UUID', '41791234-5678-4abc-9def-012345678901'],
    ['an id with letters', 'A41791234567'],
    ['a percentage', '41791234567%'],
    ['+ and too few digits', '+123456'],
    ['+ and too many digits', '+1234567890123456'],
    ['a bracketed zero in an odd place', '+44 20 (0)79460958'],
    ['what may be a float or have its zeros among the digits', '+23899114.00'],
    ['the same behind a label', 'Tel.: +4179123450.0'],
  ])('reads no number from %s, with or without a default country', (_, cell) => {
    expect(readPhoneCell(cell)).toBeUndefined();
    expect(readPhoneCell(cell, { defaultCountry: 'DE' })).toBeUndefined();
    expect(readPhoneCell(cell, { defaultCountry: 'US' })).toBeUndefined();
  });

  it.each([
    ['a national number', '020 7946 0958'],
    ['an American number, though its digits would be a number in Egypt', '201-555-0123'],
    ['the same with brackets', '(201) 555-0123'],
    ['digits that are valid nowhere', '9991234567'],
    ['the same with a calling code for an area code', '(678) 591-2345'],
    ['a prefix for calls abroad other than 00', '011 44 20 7946 0958'],
    ['a prefix for calls abroad that begins with 00', '0011 44 7911 123456'],
  ])('reads no number from %s without a default country', (_, cell) => {
    expect(readPhoneCell(cell)).toBeUndefined();
  });

  it('reads with + the number of a single call, unless that may be a float, end a range, have an extension in brackets or a separator in its calling code, or does not exist and may be two', () => {
    const character = fc.constantFrom(...'+00123456789 ()-.[]', '\u00a0', '\u200e', '٤', '９');
    const writing = fc
      .tuple(
        fc.constantFrom('+', '+ ', '(+', '+('),
        fc.constantFrom(...'0123456789'),
        fc.string({ unit: character, minLength: 6, maxLength: 24 }),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(writing, (text) => {
        const folded = foldToAscii(text).trim();
        fc.pre(!isNonPhone(folded) && !/^\+ ?\d{7,}\.00?$/.test(folded));
        fc.pre(!/- *\d{1,2}[-. ]*$/.test(folded));
        fc.pre(!/\d[-. ]*[([](?:[-. ]*\d){1,5}[-. ]*[)\]][-. ]*$/.test(folded));
        const number = numberOf(text);
        fc.pre(number !== undefined);
        fc.pre(!isCodeApart(folded, number));
        const cell = readPhoneCell(text);
        return cell === number || (cell === undefined && !validNumber(number.slice(1)));
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['a London number that lost its zero, or one in Egypt', '2033123456', 'GB'],
    ['a Gabonese number that lost its zero, or one of before', '6031234', 'GA'],
    ['a number behind a prefix that may be 00 or 008', '008201020000000', 'KR'],
    ['a Chinese number on the first line of a list, or one in Chicago', '1. 131 2345 6789', 'CN'],
    ['the first and the last of several lines', '02-123-4567〜8', 'KR'],
    ['hours', '10-20', 'NF'],
    ['a label, the number of the line and a number', 'Tel. 5 0791234567', 'AT'],
    ['a label, the number of the line and a number abroad', 'Phone 4 41791234567', 'GB'],
    ['something with a slash in front of a number', '12/0664 1234567', 'AT'],
  ])('reads no number from %s', (_, cell, country) => {
    expect(readPhoneCell(cell, { defaultCountry: country as CountryCode })).toBeUndefined();
  });

  it('reads a number or nothing, and throws nothing, whatever the text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'0123456789 +()-.[]=\'"tel:/,;x#m\n') }),
    );
    const country = fc.constantFrom<CountryCode | undefined>(undefined, 'US', 'DE', 'AR', 'BR', 'IT', 'AC');
    fc.assert(
      fc.property(text, country, (cell, defaultCountry) => {
        const number = readPhoneCell(cell, { defaultCountry });
        return number === undefined || /^\+[1-9]\d{6,14}$/.test(number);
      }),
      { numRuns: RUNS },
    );
  });
});

function isCodeApart(text: string, number: E164): boolean {
  const [first = ''] = /\d+/.exec(text) ?? [];
  return first.length < (leadingCallingCode(number.slice(1))?.code.length ?? 0);
}

function numberOf(text: string): E164 | undefined {
  try {
    return normalizePhone(text);
  } catch {
    return undefined;
  }
}

describe('numberInUri', () => {
  it.each([
    ['tel:+1-201-555-0123;ext=5', '+1-201-555-0123'],
    ['tel:2015550123;phone-context=+1', '+1 2015550123'],
    ['tel:7042;phone-context=+1201555', '+1201555 7042'],
    ['tel:331-6005;phone-context=+64-3', '+643 331-6005'],
    ['tel:2015550123;phone-context=example.com', '2015550123'],
    ['tel:%2B41%2079%20123', '+41 79 123'],
    ['sms:+41791234567?body=Hi', '+41791234567'],
    ['whatsapp:+41791234567', '+41791234567'],
    ['https://wa.me/41791234567?text=call%20044%20668%2018%2000', '+41791234567'],
    ['https://api.whatsapp.com/send/?text=1&phone=%2B41791234567&app=0', '+41791234567'],
    ['whatsapp://send?phone=+41791234567', '+41791234567'],
    ['https://t.me/+41791234567', '+41791234567'],
    ['viber://chat?number=%2B41791234567', '+41791234567'],
    ['41791234567@s.whatsapp.net', '+41791234567'],
    ['sip:+41791234567@example.com;user=phone', '+41791234567'],
  ])('takes the number out of %s', (uri, number) => {
    expect(numberInUri(uri)).toBe(number);
  });

  it.each([
    'https://example.com/41791234567',
    'https://wa.me/message/ABC123',
    'https://t.me/41791234567',
    'https://t.me/+AbCd1234567',
    'sip:41791234567@example.com',
    '41791234567@example.com',
    '41791234567-1612345678@g.us',
    'mailto:41791234567@example.com',
    'https://api.whatsapp.com/send?text=41791234567',
    'tel:+41791234567, tel:+41791234568',
    '+41791234567',
  ])('finds none in %s', (text) => {
    expect(numberInUri(text)).toBeUndefined();
  });
});

describe('spreadsheetDigits', () => {
  it.each([
    ['41791234567.0', '41791234567'],
    ['41791234567,00', '41791234567'],
    ['1.4155552671E+10', '14155552671'],
    ['1,4155552671e10', '14155552671'],
    ['4.91701234567E+11', '491701234567'],
    ['41,791,234,567', '41791234567'],
    ["41'791'234'567", '41791234567'],
    ['41,791,234,567.00', '41791234567'],
  ])('reads all digits of %s', (text, digits) => {
    expect(spreadsheetDigits(text)).toBe(digits);
  });

  it.each([
    ['1.41556E+10', 'digits are lost'],
    ['4.917012345E+11', 'the last digits may be rounded'],
    ['1.41555526715E+10', 'there is a fraction'],
    ['14.155552671E+9', 'it is not written so'],
    ['1.4155552671E-10', 'it is small'],
    ['41,791,234,56', 'a group is short'],
    ["41,791'234,567", 'the separators differ'],
    ['791,234', 'it is short'],
    ['41791234567,5', 'there is a fraction'],
    ['41,791,234,567.89', 'there is a fraction'],
    ['25,000,000', 'they are round millions'],
    ["900'000'000.00", 'they are round millions'],
  ])('reads none of %s, since %s', (text) => {
    expect(spreadsheetDigits(text)).toBeUndefined();
  });
});

describe('a separator within the calling code', () => {
  it.each<[cell: string, country: CountryCode | undefined]>([
    ['+6 60361853045', 'MY'],
    ['+6 1800-88-1999', 'MY'],
    ['+3 580 912345', 'ES'],
    ['+97 9851032316', 'NP'],
    ['+4 9 30 26481100', undefined],
  ])('makes the number unclear: %s in %s', (cell, country) => {
    expect(readPhoneCell(cell, { defaultCountry: country })).toBeUndefined();
  });

  it.each<[cell: string, country: CountryCode | undefined, number: string]>([
    ['+6 012-345 6789', undefined, '+60123456789'],
    ['+88 01812345678', undefined, '+8801812345678'],
    ['+9 0532 123 45 67', undefined, '+905321234567'],
    ['+2 010 0123 4567', undefined, '+201001234567'],
    ['+99 8 90 123 45 67', 'UZ', '+998901234567'],
    ['+4 9 30 26481100', 'DE', '+493026481100'],
  ])('changes nothing in front of its zero, and at home: %s', (cell, country, number) => {
    expect(readPhoneCell(cell, { defaultCountry: country })).toBe(number);
  });
});

describe('a plus sign before the zero of a national number', () => {
  it.each<[cell: string, country: CountryCode, number: string]>([
    ['+03-2011 4336', 'MY', '+60320114336'],
    ['+09-5138 175', 'MY', '+6095138175'],
    ['+0171 1234567', 'DE', '+491711234567'],
    ['Tel: +08012345678', 'NG', '+2348012345678'],
  ])('means nothing in the country: %s in %s', (cell, country, number) => {
    expect(readPhoneCell(cell, { defaultCountry: country })).toBe(number);
    expect(readPhoneCell(cell)).toBeUndefined();
  });

  it.each<[cell: string, country: CountryCode]>([
    ['+049 30 26481100', 'DE'],
    ['+041 79 123 45 67', 'CH'],
    ['+044 20 7946 0958', 'GB'],
    ['+03-2011 43', 'MY'],
  ])('is unclear before a calling code, and before no number: %s in %s', (cell, country) => {
    expect(readPhoneCell(cell, { defaultCountry: country })).toBeUndefined();
  });
});
