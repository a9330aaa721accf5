import { isPossiblePhoneNumber, isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { type GeneratedRow, generateRows, headerOf } from './generate-rows.js';
import type { RowOptions } from './row-options.js';

const rowsOf = (options: RowOptions): GeneratedRow[] => [...generateRows(options)];
const phoneOf = ({ cells }: GeneratedRow): string => cells[3] ?? '';

describe('generateRows', () => {
  it('gives the same rows for the same seed and others for another', () => {
    const options = { rows: 200, seed: 7, duplicateShare: 0.2, unreadableShare: 0.1, impossibleShare: 0.1 };
    expect(rowsOf(options)).toEqual(rowsOf(options));
    expect(rowsOf({ ...options, seed: 8 })).not.toEqual(rowsOf(options));
  });

  it('makes valid numbers of many countries, each once', () => {
    const rows = rowsOf({ rows: 20_000, seed: 1 });
    const numbers = rows.map(({ number }) => number ?? '');
    expect(numbers.filter((number) => !isValidPhoneNumber(number))).toEqual([]);
    expect(new Set(numbers).size).toBe(20_000);
    expect(
      new Set(numbers.map((number) => parsePhoneNumberFromString(number)?.country)).size,
    ).toBeGreaterThan(40);
  });

  it('writes cells that libphonenumber reads as the number of the row', () => {
    const rows = rowsOf({ rows: 3_000, seed: 2, writtenShare: 1 });
    // What the library wants written differently: no `00` and, without a country, a leading +.
    const read = (cell: string) =>
      parsePhoneNumberFromString(cell.replace(/^(?:tel:|')/, '').replace(/^(?:00)?(?=\d)/, '+'))?.number;
    expect(rows.filter((row) => read(phoneOf(row)) !== row.number)).toEqual([]);
    // Eleven digits or fewer may be national ones without a plus sign.
    const plain = rows.filter((row) => phoneOf(row) === row.number);
    expect(plain.filter(({ number = '' }) => number.length > '+12345678901'.length)).toEqual([]);
  });

  it('makes impossible numbers in the form of E.164', () => {
    const rows = rowsOf({ rows: 2_000, seed: 3, impossibleShare: 1 });
    for (const { number = '', impossible } of rows) {
      expect(impossible).toBe(true);
      expect(number).toMatch(/^\+[1-9]\d{6,14}$/);
      expect(isPossiblePhoneNumber(number)).toBe(false);
    }
  });

  it('makes unreadable cells that hold no number', () => {
    const rows = rowsOf({ rows: 500, seed: 4, unreadableShare: 1 });
    for (const row of rows) {
      expect(row).toMatchObject({ number: undefined, impossible: false });
      expect(parsePhoneNumberFromString(phoneOf(row))).toBeUndefined();
    }
  });

  it('keeps to its shares', () => {
    const rows = rowsOf({
      rows: 10_000,
      seed: 5,
      duplicateShare: 0.2,
      impossibleShare: 0.1,
      unreadableShare: 0.1,
    });
    const numbers = rows.flatMap(({ number }) => (number === undefined ? [] : [number]));
    expect(rows.length - numbers.length).toBeGreaterThan(900);
    expect(rows.length - numbers.length).toBeLessThan(1_100);
    // 80 percent of the rows are neither unreadable nor impossible, a fifth of those repeat an earlier number.
    expect(numbers.length - new Set(numbers).size).toBeGreaterThan(1_450);
    expect(numbers.length - new Set(numbers).size).toBeLessThan(1_800);
  });

  it('has as many cells in each row as there are in the header', () => {
    const options = { rows: 5, seed: 1, columns: 9 };
    expect(headerOf(options)).toEqual([
      ...['id', 'name', 'email', 'phone', 'city', 'note'],
      ...['extra_7', 'extra_8', 'extra_9'],
    ]);
    for (const { cells } of generateRows(options)) expect(cells).toHaveLength(9);
  });

  it.each([{ rows: -1 }, { rows: 1.5 }, { seed: Number.NaN }, { columns: 5 }, { duplicateShare: 1.1 }])(
    'refuses %o',
    (options) => {
      expect(() => rowsOf({ rows: 1, seed: 1, ...options })).toThrow(RangeError);
    },
  );
});
