import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DialproofError, isDialproofError } from '../model/errors.js';
import { propertyRuns } from '../property-runs.fixture.js';
import { normalizePhone } from './normalize-phone.js';

function faultOf(input: string): DialproofError {
  try {
    normalizePhone(input);
  } catch (error) {
    if (error instanceof DialproofError) return error;
    throw error;
  }
  throw new Error(`expected ${JSON.stringify(input)} to be refused`);
}

describe('normalizePhone', () => {
  it.each([
    ['as it should be', '+14155552671', '+14155552671'],
    ['seven digits', '+1234567', '+1234567'],
    ['fifteen digits', '+123456789012345', '+123456789012345'],
    ['spaces and dashes', ' +1 415-555-2671 ', '+14155552671'],
    ['brackets', '+1 (415) 555-2671', '+14155552671'],
    ['brackets around the calling code', '(+44) 20 7946 0958', '+442079460958'],
    ['square brackets', '+44 [20] 7946 0958', '+442079460958'],
    ['dots', '+1.415.555.2671', '+14155552671'],
    ['tabs', '+1\t415\t5552671', '+14155552671'],
    ['a line end behind it', '+14155552671\r\n', '+14155552671'],
    ['no-break spaces', '+1\u00a0415\u202f555\u00a02671', '+14155552671'],
    ['every Unicode space', '+1\u2000415\u2003555\u2009267\u205f1\u3000', '+14155552671'],
    ['every Unicode dash', '+1\u2010415\u2011555\u2012267\u2013\u2014\u2015\u2212\uff0d1', '+14155552671'],
    ['soft hyphens and zero-width spaces', '+1\u00ad415\u200b555\u20602671', '+14155552671'],
    ['direction marks', '\u202a+1 415 555\u200e 2671\u202c', '+14155552671'],
    ['direction isolates', '\u2066+14155552671\u2069\u061c', '+14155552671'],
    ['a byte order mark', '\ufeff+14155552671', '+14155552671'],
    ['full-width writing', '＋１（４１５）５５５－２６７１', '+14155552671'],
    ['Arabic-Indic digits', '+٤٤٧٩١١١٢٣٤٥٦', '+447911123456'],
    ['extended Arabic-Indic digits', '+۹۸۹۱۲۳۴۵۶۷۸۹', '+989123456789'],
    ['Devanagari digits', '+९१९८७६५४३२१०', '+919876543210'],
    ['digits of two scripts', '+44٧٩١١١٢٣٤٥٦', '+447911123456'],
    ['tel:', 'tel:+1-415-555-2671', '+14155552671'],
    ['TEL: with a space', 'TEL: +14155552671', '+14155552671'],
    ['whatsapp:', 'whatsapp:+14155552671', '+14155552671'],
    ['sms:', 'sms:+14155552671', '+14155552671'],
    ['the trunk prefix of Russia behind a plus', '+8 910 740 81 53', '+79107408153'],
    ['a trunk prefix behind the calling code', '+49 0171 1234567', '+491711234567'],
    ['the same in front of a number that is in no plan', '+44 07700 900123', '+447700900123'],
    ['a zero that belongs to the number', '+39 06 69812345', '+390669812345'],
    ['a Mexican mobile number as before 2019', '+52 1 55 1234 5678', '+525512345678'],
    ['a leading apostrophe', "'+14155552671", '+14155552671'],
    ['a typographic apostrophe', '\u2019+14155552671', '+14155552671'],
    ['00 for +', '0041 79 123 45 67', '+41791234567'],
    ['00 in Arabic-Indic digits', '٠٠٤٤٧٩١١١٢٣٤٥٦', '+447911123456'],
    ['a bracketed trunk zero', '+44 (0)20 7946 0958', '+442079460958'],
    ['a bracketed trunk zero behind 00', '0044 (0) 20 7946 0958', '+442079460958'],
    ['a full-width bracketed trunk zero', '+44（０）20 7946 0958', '+442079460958'],
    ['a bracketed zero that belongs to the number', '+39 (0)6 69812345', '+390669812345'],
    ['a bracketed zero in a plan without trunk zeros', '+34 (0)912345678', '+34912345678'],
    ['a zero by habit where no number is as long', '+226 0 20 52 17 98', '+22620521798'],
    ['the same before numbers that begin with a zero', '+241 0 01 46 17 29', '+24101461729'],
    ['a float', '+14155552671.0', '+14155552671'],
    ['a number that no plan contains', '+999 1234567', '+9991234567'],
  ])('understands %s', (_, input, expected) => {
    expect(normalizePhone(input)).toBe(expected);
  });

  it.each([
    ['nothing', '', /found nothing/],
    ['only space', ' \u00a0\t', /found nothing/],
    ['only invisible marks', '\u200e\u200f', /found nothing/],
    ['only a plus sign', '+', /found no digits/],
    ['no prefix', '14155552671', /no leading \+ or 00/],
    ['a national number', '020 7946 0958', /no leading \+ or 00/],
    ['six digits', '+123456', /too few digits/],
    ['sixteen digits', '+1234567890123456', /too many digits/],
    ['a zero behind the plus sign', '+0123456789', /found a 0/],
    ['a third zero', '00012345678', /found a 0/],
    ['00 behind the plus sign', '+0041791234567', /found a 0/],
    ['two plus signs', '++14155552671', /one \+/],
    ['two numbers', '+14155552671 +14155552672', /one \+/],
    ['a plus sign at the end', '14155552671+', /one \+/],
    ['a minus sign', '-14155552671', /one \+/],
    ['two lines', '+14155552671\n5', /several lines/],
    ['letters', '+1 800 FLOWERS', /another character/],
    ['an extension', '+14155552671 ext. 12', /another character/],
    ['prose', 'call me', /another character/],
    ['a label', 'mobile +14155552671', /another character/],
    ['a slash', '+49 170/1234567', /another character/],
    ['digits in exponent form', '1.41556E+10', /another character/],
    ['circled and superscript digits', '+1415555267\u2460\u00b2', /another character/],
    ['a list', '+14155552671, +14155552672', /another character/],
    ['a zero that may belong to the number', '+39 (0)35 1234567', /bracketed 0/],
    ['a bracketed zero further behind', '+44 20 (0)79460958', /bracketed 0/],
    ['a very long text', `+${'1'.repeat(5_000_000)}`, /far longer/],
    ['very much space', `+${' '.repeat(5_000_000)}1`, /far longer/],
    ['very many brackets', `+${'('.repeat(190)}1`, /too few digits/],
  ])('refuses %s', (_, input, hint) => {
    const fault = faultOf(input);
    expect(fault.code).toBe('invalid_phone');
    expect(fault.hint).toMatch(hint);
  });

  it('throws nothing but invalid_phone, with a hint without digits of the number, whatever the text', () => {
    const unicode = fc.string({ unit: 'binary', maxLength: 60 });
    const almost = fc.string({ unit: fc.constantFrom(...'+0123456789 ()-.[]\n٤９e:', '\u200e', '\u00a0') });
    fc.assert(
      fc.property(
        fc.oneof(
          unicode,
          almost,
          unicode.map((text) => `+${text}`),
        ),
        (text) => {
          try {
            expect(normalizePhone(text)).toMatch(/^\+[1-9]\d{6,14}$/);
          } catch (error) {
            if (!isDialproofError(error, 'invalid_phone')) throw error;
            const digits = error.hint?.match(/\d+/g) ?? [];
            expect(digits.every((run) => ['0', '00', '7', '15'].includes(run))).toBe(true);
          }
        },
      ),
      { numRuns: propertyRuns(5_000) },
    );
  });

  it('adds no area code, although the library accepts the number without one', () => {
    expect(normalizePhone('+261 0 9700000')).toBe('+2619700000');
    expect(normalizePhone('+261 9700000')).toBe('+2619700000');
    expect(normalizePhone('+672 21555')).toBe('+67221555');
    expect(normalizePhone('+378 886382')).toBe('+378886382');
  });

  it.each([
    ['+56 0 2 2784 4384', '+56227844384'],
    ['+56 02 27844384', '+56227844384'],
    ['+56 09 8765 4321', '+56987654321'],
    ['+420 0 601 123 456', '+420601123456'],
    ['+351 0 21 234 5678', '+351212345678'],
    ['+52 01 55 1234 5678', '+525512345678'],
    ['+52 044 55 1234 5678', '+525512345678'],
    ['+39 06 69812345', '+390669812345'],
    ['+225 01 23 45 67 89', '+2250123456789'],
  ])('reads %s with a zero that is no longer dialled as %s', (input, expected) => {
    expect(normalizePhone(input)).toBe(expected);
  });

  it('changes nothing when it normalises again', () => {
    const separators = fc.constantFrom('', ' ', '-', '.', '\u00a0', '\u2013', '\u200f');
    const writing = fc
      .array(fc.tuple(fc.constantFrom(...'0123456789'), separators), { minLength: 7, maxLength: 15 })
      .map((parts) => `+${parts.flat().join('')}`)
      .filter((text) => !/^\+0|^\+[-.]/.test(text));
    fc.assert(
      fc.property(writing, (text) => {
        const number = normalizePhone(text);
        expect(normalizePhone(number)).toBe(number);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});
