import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNREAD_REASONS, type UnreadReason } from '../../model/file-reading.js';
import type { CountryCode } from '../numbering/country-code.js';
import { type CellReading, readCell, readPhoneCell } from './phone-cell.js';

/** A reading with this default country. */
function of(defaultCountry: string): CellReading {
  return { defaultCountry: defaultCountry as CountryCode };
}

const CELLS: readonly (readonly [reason: UnreadReason, cell: string, reading?: CellReading])[] = [
  ['empty', ''],
  ['empty', ' \u00a0\t'],
  ['empty', '\u200b'],
  ['empty', ' ', { holdsIds: true }],
  ['no_digits', 'n/a'],
  ['no_digits', 'someone@example.com'],
  ['no_digits', '-'],
  ['too_few_digits', 'Room 12'],
  ['too_few_digits', '123'],
  ['too_few_digits', '+12 34'],
  ['too_few_digits', '+123456'],
  ['too_few_digits', 'Tel. 112'],
  ['too_few_digits', '19222', { ...of('DE'), areaCode: '30', usualLocalDigits: 8 }],
  ['lost_digits', '1.41556E+10'],
  ['lost_digits', '4,93026E+11', of('DE')],
  ['lost_digits', '1E+10'],
  ['lost_digits', '+41 79 123...'],
  ['lost_digits', '079 123 4..', of('CH')],
  ['extra_digits', '+1 201 555 0123 0124'],
  ['extra_digits', '+49 30 123456 (12)'],
  ['extra_digits', '030 123456 (12)', of('DE')],
  ['wrong_length', '+90.312 438 669'],
  ['wrong_length', '0090 312 438 669'],
  ['wrong_length', '+49 30 123 4567 8901 2345'],
  ['wrong_length', '+1 415 555 26711'],
  ['wrong_length', '+7 910 740 81 5'],
  ['wrong_length', '+41 79 123 45 67 89 01 23'],
  ['wrong_length', 'Tel.: +90 312 438 669', of('TR')],
  ['several_numbers', '+41791234567 +41791234568'],
  ['several_numbers', '+41791234567, +41791234568'],
  ['several_numbers', '+41791234567 / 68'],
  ['several_numbers', '030 26481100 / 030 26481101', of('DE')],
  ['several_numbers', '030 26481100; 030 26481101'],
  ['several_numbers', '030 26481100 / 030 26481101'],
  ['several_numbers', 'T 030 26481100 F 030 26481101'],
  ['several_numbers', '02-123-4567\u301c8', of('JP')],
  ['several_numbers', '(021) 520-1234-5', of('ID')],
  ['several_numbers', '888 6276 888 6461'],
  ['several_numbers', '243 868 293 131', { ...of('TR'), holdsRuns: true }],
  ['other_text', 'Anna +41791234567'],
  ['other_text', 'order 4711 0815'],
  ['other_text', '1-800-FLOWERS'],
  ['other_text', `+41791234567${' '.repeat(200)}x`],
  ['something_else', '2026-05-01'],
  ['something_else', '1234.50'],
  ['something_else', '1234,50'],
  ['something_else', '-41791234567'],
  ['something_else', '192.168.100.12'],
  ['something_else', '1001-5000'],
  ['no_country', '079 123 45 67'],
  ['no_country', '0791234567'],
  ['no_country', '079/1234567'],
  ['no_country', '4155552671'],
  ['no_country', '0011 44 7911 123456'],
  ['no_country', '41791234567', { isNational: true }],
  ['no_area_code', '26481100', of('DE')],
  ['no_area_code', '555-0123', of('US')],
  ['impossible', '(123) 555-0123', of('US')],
  ['impossible', '116117', { ...of('DE'), areaCode: '30' }],
  ['impossible', '4006381333931'],
  ['impossible', '4111111111111111'],
  ['impossible', '0010045678'],
  ['unclear', '+8 495 123 45 67'],
  ['unclear', '2033123456', of('GB')],
  ['unclear', '00977-1-4478301-306', of('NP')],
  ['unclear', '15123456789', of('DE')],
  ['placeholder', '919999999999'],
  ['placeholder', '044 444 44 44', of('CH')],
  ['may_be_id', '41791234567', { holdsIds: true }],
  ['no_digits', 'n/a', { holdsIds: true }],
  ['may_be_id', 'C-10045', { holdsIds: true }],
];

describe('the reason why a cell is no number', () => {
  it.each(CELLS.map(([reason, cell, reading = {}]) => ({ reason, cell, reading })))(
    'is $reason for $cell',
    ({ reason, cell, reading }) => {
      expect(readCell(cell, reading)).toEqual({ reason });
    },
  );

  it('is given for every cell without a number, and for no other', () => {
    const piece = fc.constantFrom(
      '+',
      '0',
      '00',
      '1',
      '41',
      '79',
      '555',
      '1234567',
      ' ',
      '-',
      '/',
      '.',
      ',',
      'E',
      'x',
      '(',
      ')',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    );
    const readings = fc.record<CellReading>(
      {
        defaultCountry: fc.constantFrom('DE', 'US', 'IT', 'CN').map((code) => code as CountryCode),
        areaCode: fc.constantFrom(undefined, '30'),
        severalNumbers: fc.constantFrom('unknown', 'first'),
        holdsIds: fc.boolean(),
        isLocal: fc.boolean(),
        isNational: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(texts, readings, (cell, reading) => {
        const number = readPhoneCell(cell, reading);
        const read = readCell(cell, reading);
        if (number === undefined) expect(UNREAD_REASONS).toContain(Object(read).reason);
        else expect(read).toBe(number);
      }),
    );
  });
});
