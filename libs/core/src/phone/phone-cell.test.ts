import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountryCode } from './country-code.js';
import { normalizePhone } from './normalize-phone.js';
import { readPhoneCell } from './phone-cell.js';

describe('readPhoneCell', () => {
  it.each([
    ['with +', '+14155552671', '+14155552671'],
    ['with + and separators', ' +1 (415) 555-2671', '+14155552671'],
    ['with 00', '0041 79 123 45 67', '+41791234567'],
    ['with + and a number that cannot exist', '+1 415 555', '+1415555'],
    ['with + and an unknown calling code', '+999 1234567', '+9991234567'],
    ['digits with a calling code', '41791234567', '+41791234567'],
    ['separators behind a calling code', '1-415-555-2671', '+14155552671'],
    ['a calling code in brackets', '(44) 20 7946 0958', '+442079460958'],
    ['a calling code and an area code in one group', '4420 7946 0958', '+442079460958'],
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
  ])('reads %s', (_, cell, expected) => {
    expect(readPhoneCell(cell)).toBe(expected);
  });

  it.each([
    ['a Swiss mobile number', '079 123 45 67', 'CH', '+41791234567'],
    ['a Swiss number that lost its zero', '791234567', 'CH', '+41791234567'],
    ['brackets', '(201) 555-0123', 'US', '+12015550123'],
    ['a number that would be one in Egypt', '2015550123', 'US', '+12015550123'],
    ['a prefix for calls abroad', '011 44 20 7946 0958', 'US', '+442079460958'],
    ['the trunk digit of the United States', '1 (201) 555-0123', 'US', '+12015550123'],
    ['the trunk digit of Russia', '8 (912) 345-67-89', 'RU', '+79123456789'],
    ['a leading zero that stays', '06 69812345', 'IT', '+390669812345'],
    ['pairs of digits', '01 42 68 53 00', 'FR', '+33142685300'],
    ['pairs of digits between dots', '20.11.20.26', 'DK', '+4520112026'],
    ['a bracketed zero in front', '(0)171 1234567', 'DE', '+491711234567'],
    ['a number of another country, digits alone', '41791234567', 'US', '+41791234567'],
    ['a number of another country, with +', '+41791234567', 'US', '+41791234567'],
    ['an Argentine mobile number', '011 15-2345-6789', 'AR', '+5491123456789'],
    ['a Brazilian number with a carrier code', '0 15 11 96123-4567', 'BR', '+5511961234567'],
  ])('reads with a default country %s', (_, cell, country, expected) => {
    expect(readPhoneCell(cell, country as CountryCode)).toBe(expected);
  });

  it.each([
    ['nothing', ''],
    ['space', ' \u00a0 '],
    ['prose', 'call after six'],
    ['prose with a number', 'mobile +41791234567'],
    ['n/a', 'n/a'],
    ['an address', 'someone@example.com'],
    ['a number in exponent form, which has lost digits', '1.41556E+10'],
    ['the same with a comma', '1,41556E+10'],
    ['two numbers with +', '+41791234567 +41791234568'],
    ['two numbers between commas', '+41791234567, +41791234568'],
    ['two numbers between slashes', '41791234567/68'],
    ['two numbers on two lines', '41791234567\n41791234568'],
    ['an extension', '+41791234567 x12'],
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
  ])('reads no number from %s, with or without a default country', (_, cell) => {
    expect(readPhoneCell(cell)).toBeUndefined();
    expect(readPhoneCell(cell, 'DE')).toBeUndefined();
    expect(readPhoneCell(cell, 'US')).toBeUndefined();
  });

  it.each([
    ['a national number', '020 7946 0958'],
    ['an American number, though its digits would be a number in Egypt', '201-555-0123'],
    ['the same with brackets', '(201) 555-0123'],
    ['digits that are valid nowhere', '9991234567'],
  ])('reads no number from %s without a default country', (_, cell) => {
    expect(readPhoneCell(cell)).toBeUndefined();
  });

  it('reads with + whatever is a number in a single call', () => {
    const character = fc.constantFrom(...'+00123456789 ()-.[]', '\u00a0', '\u200e', '٤', '９', 'x', '\n');
    const writing = fc.string({ unit: character, maxLength: 24 });
    fc.assert(
      fc.property(writing, (text) => {
        const cell = readPhoneCell(`+${text}`);
        expect(cell).toBe(numberOf(`+${text}`));
      }),
      { numRuns: 20_000 },
    );
  });

  it('reads a number or nothing, and throws nothing, whatever the text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'0123456789 ()-.[]=\'"tel:\n') }),
    );
    const country = fc.constantFrom<CountryCode | undefined>(undefined, 'US', 'DE', 'AR', 'BR', 'IT', 'AC');
    fc.assert(
      fc.property(text, country, (cell, defaultCountry) => {
        expect(readPhoneCell(cell, defaultCountry) ?? '+1234567').toMatch(/^\+[1-9]\d{6,14}$/);
      }),
      { numRuns: 20_000 },
    );
  });
});

function numberOf(text: string): string | undefined {
  try {
    return normalizePhone(text);
  } catch {
    return undefined;
  }
}
