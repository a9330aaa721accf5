import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText, isoDateText, numberText } from './cell-text.js';
import { builtInKind, formatKind, type NumberKind } from './styles.js';

describe('numberText', () => {
  it.each([
    ['0', '0'],
    ['-5', '-5'],
    ['123456789012345', '123456789012345'],
    ['1.5', '1.5'],
    ['1.1000000000000001', '1.1'],
    ['1E+21', '1000000000000000000000'],
    ['1.41556E+10', '14155600000'],
    ['-1.5e-7', '-0.00000015'],
    ['007', '7'],
    ['-0', '-0'],
    ['+14155552671', '+14155552671'],
    [' 41791234567\n', '41791234567'],
    ['41791234567.0', '41791234567'],
    ['41791234567.', '41791234567'],
    ['.5', '0.5'],
    ['0.0', '0'],
    ['12345678901234567', '12345678901234567'],
    ['12345678901234567.0', '12345678901234567'],
    ['1.2345678901234567E16', '12345678901234567'],
    ['4.1791234567e+10', '41791234567'],
    ['41791234567E0', '41791234567'],
    ['417912345670E-1', '41791234567'],
    ['0.10000000000000001', '0.1'],
    ['1E308', `1${'0'.repeat(308)}`],
    ['1E400', '1E400'],
    ['0x10', '0x10'],
    ['.', '.'],
    ['1E', '1E'],
    ['n/a', 'n/a'],
    [' ', ' '],
  ])('writes %j as %j', (stored, text) => {
    expect(numberText(stored)).toBe(text);
  });

  it('gives the same number back, without an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = numberText(String(value));
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(value === 0 ? Number(text) : value);
      }),
    );
  });
});

describe('isoDateText', () => {
  it.each([
    ['2026-11-21T00:00:00.000', '2026-11-21'],
    ['2026-11-21T00:00:00Z', '2026-11-21'],
    ['2026-11-21', '2026-11-21'],
    ['2026-11-21T10:30:00.000', '2026-11-21T10:30:00'],
    ['2026-11-21T10:30:00.250', '2026-11-21T10:30:00.250'],
    ['2026-11-21T10:30:00Z', '2026-11-21T10:30:00'],
    ['2026-11-21T10:30:00.250Z', '2026-11-21T10:30:00.250'],
    ['T10:30:00', 'T10:30:00'],
  ])('writes %s as %s', (stored, text) => {
    expect(isoDateText(stored)).toBe(text);
  });
});

describe('dateText', () => {
  it.each<[string, Exclude<NumberKind, 'number'>, string]>([
    ['46347', 'date', '2026-11-21'],
    ['46347', 'date_time', '2026-11-21'],
    ['46347.416666666664', 'date_time', '2026-11-21T10:00:00'],
    ['46347.416666666664', 'date', '2026-11-21T10:00:00'],
    ['46347.99999999999', 'date_time', '2026-11-22'],
    ['0.416666666666667', 'time', '10:00:00'],
    ['0.416678240740741', 'time', '10:00:01'],
    ['1.5', 'duration', '36:00:00'],
    ['1', 'date', '1900-01-01'],
    ['59', 'date', '1900-02-28'],
    ['60', 'date', '1900-02-29'],
    ['61', 'date', '1900-03-01'],
    ['2958465', 'date', '9999-12-31'],
    ['2958466', 'date', '2958466'],
    ['-1', 'date', '-1'],
    ['0.5', 'date', '0.5'],
    ['x', 'date', 'x'],
  ])('writes %s as a %s: %s', (stored, kind, text) => {
    expect(dateText(stored, kind, false)).toBe(text);
  });

  it('counts from 1904 in workbooks that do', () => {
    expect(dateText('44885', 'date', true)).toBe('2026-11-21');
    expect(dateText('0', 'date', true)).toBe('1904-01-01');
  });

  it('agrees with the calendar on every day since March 1900', () => {
    fc.assert(
      fc.property(fc.integer({ min: 61, max: 2_958_465 }), (day) => {
        const expected = new Date(Date.UTC(1899, 11, 30 + day)).toISOString().slice(0, 10);
        expect(dateText(String(day), 'date', false)).toBe(expected);
      }),
    );
  });
});

describe('the kind of a number format', () => {
  it.each<[string, NumberKind]>([
    ['General', 'number'],
    ['0.00', 'number'],
    ['#,##0 "days"', 'number'],
    ['0.00E+00', 'number'],
    ['[Red]#,##0;[Blue]-#,##0', 'number'],
    ['_-* #,##0.00 [$€-407]_-', 'number'],
    ['@', 'number'],
    ['"phone" 0', 'number'],
    ['\\+0', 'number'],
    ['dd/mm/yyyy', 'date'],
    ['[$-409]d-mmm-yy;@', 'date'],
    ['mmmm', 'date'],
    ['yyyy"年"m"月"d"日"', 'date'],
    ['m/d/yy h:mm', 'date_time'],
    ['dd.mm.yyyy\\ hh:mm:ss', 'date_time'],
    ['h:mm AM/PM', 'time'],
    ['mm:ss.0', 'time'],
    ['[h]:mm:ss', 'duration'],
    ['[mm]:ss', 'duration'],
  ])('tells %s: %s', (code, kind) => {
    expect(formatKind(code)).toBe(kind);
  });

  // A pattern that searches the end of each bracket anew would take minutes for these.
  it.each<[string, NumberKind]>([
    ['[', 'number'],
    ['"', 'number'],
    ['\\', 'number'],
    ['[h', 'time'],
    ['AM/', 'date'],
  ])('is told of a code that repeats %s without end: %s', (piece, kind) => {
    expect(formatKind(piece.repeat(300_000))).toBe(kind);
  });

  it.each<[number, NumberKind]>([
    [0, 'number'],
    [14, 'date'],
    [20, 'time'],
    [22, 'date_time'],
    [31, 'date'],
    [46, 'duration'],
    [49, 'number'],
    [164, 'number'],
  ])('knows the built-in format %i: %s', (formatId, kind) => {
    expect(builtInKind(formatId)).toBe(kind);
  });
});
