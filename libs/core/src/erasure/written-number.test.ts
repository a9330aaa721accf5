import { describe, expect, it } from 'vitest';
import type { E164 } from '../model/identifiers.js';
import { writtenNumber } from './erased-rows.js';

const GERMAN = writtenNumber('+491712345678' as E164);
const AMERICAN = writtenNumber('+14155550100' as E164);

describe('a number in a text', () => {
  it.each([
    '+491712345678',
    '491712345678',
    '00491712345678',
    '+49 171 234 56 78',
    '+49 (0)171/2345678',
    '0171-2345678',
    '(0171) 23.45.678',
    '1712345678',
    'call 0171 2345678 or',
    '+49\u00a0171\u00a02345678',
  ])('is found as %s', (text) => {
    expect(GERMAN.isIn(text)).toBe(true);
    // Files are searched as bytes.
    expect(GERMAN.isIn(Buffer.from(text).toString('latin1'))).toBe(true);
  });

  it.each([
    '+4917123456789',
    '91712345678',
    '+41 171 2345678',
    '0041 (0)171 2345678',
    '+41-0171-2345678',
    '+49 171 2345679',
    '171,2345678',
    '171\n2345678',
    '"171" "2345678"',
    '171 and then 2345678',
    '',
  ])('is not found in %j', (text) => {
    expect(GERMAN.isIn(text)).toBe(false);
  });

  it.each(['(415) 555-0100', '+1 415.555.0100', '1-415-555-0100', '4155550100'])(
    'has no trunk zero: %s',
    (text) => {
      expect(AMERICAN.isIn(text)).toBe(true);
    },
  );

  it('is found with its calling code alone if it is short without it', () => {
    const short = writtenNumber('+3721234567' as E164);
    expect(['+372 123 4567', '003721234567', '1234567', '01234567'].map((text) => short.isIn(text))).toEqual([
      ...[true, true, false, false],
    ]);
  });

  it('is cut out at each call, whatever was searched before', () => {
    const text = 'list of 0171 2345678, +491712345678.csv';
    for (let repeat = 0; repeat < 2; repeat += 1) {
      expect(GERMAN.isIn(text)).toBe(true);
      expect(GERMAN.cutOut(text)).toBe('list of …, ….csv');
      expect(GERMAN.placesIn(text)).toEqual([8, 22]);
    }
  });
});
