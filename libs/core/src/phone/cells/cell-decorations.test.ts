import fc from 'fast-check';
import { getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../property-runs.fixture.js';
import { MAX_LENGTH } from '../normalize-phone.js';
import { validNumber } from '../numbering/phone-table.js';
import { readPhoneCell } from './phone-cell.js';

const COUNTRIES = getCountries(metadata);

const RUNS = propertyRuns(1_500);

/** A valid mobile number of any country, with its last digits drawn. */
const number = fc
  .tuple(fc.constantFrom(...COUNTRIES), fc.stringMatching(/^\d{3}$/))
  .map(([country, end]) =>
    parsePhoneNumberFromString(examples[country].slice(0, -3) + end, country, metadata),
  )
  .filter((parsed) => parsed?.isValid() === true)
  .map((parsed) => ({
    e164: parsed?.number ?? '',
    groups: parsed?.formatInternational().slice(1).split(/[ -]/) ?? [],
  }));

const between = fc.constantFrom(' ', '-', '.', '', '\u00a0', '\u2013', ' - ', '\u200e ', '\t');
const plus = fc.constantFrom('+', '+ ', '(+)', '00', '++', '\u202a+', '＋', '+00');
const label = fc.constantFrom(
  '',
  'Tel.: ',
  'Mobile ',
  'phone no. ',
  'M: ',
  'Fax ',
  'тел. ',
  '电话：',
  'هاتف: ',
  '☎ ',
  'Tel. 2: ',
);
const extension = fc.constantFrom('', ' x12', ' ext. 4711', '#7', ' доб. 12', ' (ext 12)', ';ext=12');
const ending = fc.constantFrom('', ' (mobile)', ', home', ' [work]', ' ', '.');

describe('a decorated number', () => {
  it('is the number without its decoration', () => {
    const cell = fc
      .tuple(number, plus, fc.array(between, { minLength: 8, maxLength: 8 }), label, extension, ending)
      .map(([{ e164, groups }, sign, separators, front, behind, end]) => {
        const digits = groups
          .map((group, index) => (index === 0 ? '' : (separators[index] ?? '')) + group)
          .join('');
        return { e164, text: `${front}${sign}${digits}${behind}${end}` };
      });
    fc.assert(
      fc.property(cell, ({ e164, text }) => {
        const [, float] = /(\d{7,})\.00?(?![-. ()]*\d)/.exec(text) ?? [];
        if (float === undefined) expect(readPhoneCell(text)).toBe(e164);
        // The text may be a whole number stored as a float. Then it is that number if that exists, or unclear.
        else expect([e164, validNumber(float.replace(/^00/, '')), undefined]).toContain(readPhoneCell(text));
      }),
      { numRuns: RUNS },
    );
  });

  it('is read as itself when it is read again', () => {
    const text = fc.string({ unit: fc.constantFrom(...'+0123456789 ()-./,;:x#', 'Tel', 'Fax', ' or ') });
    fc.assert(
      fc.property(text, fc.constantFrom(undefined, ...COUNTRIES), (cell, country) => {
        const read = readPhoneCell(cell, { defaultCountry: country });
        if (read !== undefined) expect(readPhoneCell(read, { defaultCountry: country })).toBe(read);
      }),
      { numRuns: propertyRuns(4_000) },
    );
  });
});

/** Texts for which a pattern that tries all divisions would take practically for ever. */
describe('a cell made to be read slowly', () => {
  const PIECES = [
    ...[
      '+',
      '0',
      '1',
      '00',
      ' ',
      '(',
      ')',
      '-',
      '.',
      ',',
      "'",
      '"',
      '=',
      '/',
      ':',
      ';',
      '#',
      '%',
      '&',
      '?',
      '@',
      '\n',
    ],
    ...[
      'x',
      'Tel',
      'or ',
      'tel:',
      '+1 ',
      '1,111',
      "1'111",
      '1.1',
      ' 1',
      '(0)',
      ';ext=1',
      '&phone=1',
      '%2b',
      '١',
      '电话',
      'é',
    ],
  ];
  const FRONTS = [
    '',
    'tel:',
    '+',
    'https://wa.me/1?',
    'https://api.whatsapp.com/send?',
    'sip:+1',
    '="',
    '1.',
    'Tel. ',
  ];

  it('is read', () => {
    const cells = FRONTS.flatMap((front) =>
      PIECES.flatMap((piece) =>
        PIECES.map((other) => {
          const text = front + (piece + other).repeat(MAX_LENGTH);
          return `${text.slice(0, MAX_LENGTH - 1)}!`;
        }),
      ),
    );
    expect(cells).toHaveLength(FRONTS.length * PIECES.length ** 2);
    expect(cells.filter((cell) => readPhoneCell(cell) !== undefined)).toEqual([]);
  });

  it('is no number when it is longer than any writing of one', () => {
    for (const piece of PIECES) {
      expect(readPhoneCell(`${piece.repeat(32_767).slice(0, 32_767)}!`)).toBeUndefined();
      expect(readPhoneCell(`${' '.repeat(32_000)}${piece.repeat(300)}!`)).toBeUndefined();
    }
  });
});
