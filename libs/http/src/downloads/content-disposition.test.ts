import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachment, resultFileName } from './content-disposition.js';

describe('resultFileName', () => {
  it.each([
    ['customers.csv', 'customers-verified.csv'],
    ['Customers.XLSX', 'Customers-verified.csv'],
    ['archive.2026.csv', 'archive.2026-verified.csv'],
    ['numbers', 'numbers-verified.csv'],
    ['клиенты.xlsx', 'клиенты-verified.csv'],
    ['می‌خواهم 👨‍👩‍👧.csv', 'می‌خواهم 👨‍👩‍👧-verified.csv'],
    ['.csv', 'result-verified.csv'],
    ['...', 'result-verified.csv'],
    ['', 'result-verified.csv'],
  ])('makes of %j %j', (uploadName, expected) => {
    expect(resultFileName(uploadName, 'csv')).toBe(expected);
  });

  it('ends as what the result is', () => {
    expect(resultFileName('customers.csv', 'xlsx')).toBe('customers-verified.xlsx');
  });

  it.each([
    ['folders', '../../etc/passwd.csv', '_.._etc_passwd-verified.csv'],
    ['folders of Windows', 'C:\\temp\\x.csv', 'C__temp_x-verified.csv'],
    ['quotes and line ends', 'a"b\r\nc.csv', 'a_b__c-verified.csv'],
    ['line separators', 'a\u2028b\u2029c.csv', 'a_b_c-verified.csv'],
    ['a zero byte', 'a.exe\0.csv', 'a.exe_-verified.csv'],
    ['a direction that is turned', 'a\u202evsc.exe', 'a_vsc.exe-verified.csv'],
    ['isolated directions and marks', '\u2067a\u2069\u200f\ufeff.csv', '_a___-verified.csv'],
    ['half a character', 'half \ud83d.csv', 'half _-verified.csv'],
    ['dots and spaces at its ends', ' . a . .csv', 'a-verified.csv'],
    ['a device of Windows', 'CON.csv', '_CON-verified.csv'],
    ['a device with more behind it', 'lpt¹ .2026.csv', '_lpt¹ .2026-verified.csv'],
  ])('is safe from %s', (_, uploadName, expected) => {
    expect(resultFileName(uploadName, 'csv')).toBe(expected);
  });

  it.each(['console.csv', 'com10.csv', 'auxiliary.x.csv'])('knows that %s is no device', (uploadName) => {
    expect(resultFileName(uploadName, 'csv').startsWith('_')).toBe(false);
  });

  it.each([
    ['letters', 'x'.repeat(300), 'x'.repeat(200)],
    ['letters of three bytes', '字'.repeat(100), '字'.repeat(66)],
    ['characters of several parts', '👨‍👩‍👧'.repeat(50), '👨‍👩‍👧'.repeat(11)],
  ])('is cut to what a file system takes: %s', (_, stem, kept) => {
    expect(resultFileName(`${stem}.csv`, 'csv')).toBe(`${kept}-verified.csv`);
  });

  // A pattern that scans again from each space takes minutes here.
  it.each([
    ['in the middle', `a${' '.repeat(300_000)}x.csv`, `a${' '.repeat(199)}-verified.csv`],
    ['at its end', `a${' '.repeat(300_000)}.csv`, 'a-verified.csv'],
    ['at its beginning', `${' '.repeat(300_000)}a.csv`, 'a-verified.csv'],
  ])('is made at once of a name with many spaces %s', (_, uploadName, expected) => {
    expect(resultFileName(uploadName, 'csv')).toBe(expected);
  });

  it('is a name that every file system takes, for any upload', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (uploadName) => {
        const fileName = resultFileName(uploadName, 'xlsx');
        expect(fileName).toMatch(/^[^.\s\p{Cc}/\\][^\p{Cc}/\\]*-verified\.xlsx$/u);
        expect(Buffer.byteLength(fileName)).toBeLessThan(256);
      }),
    );
  });
});

describe('attachment', () => {
  it.each([
    ['customers.csv', 'attachment; filename="customers.csv"'],
    ['my list.csv', 'attachment; filename="my list.csv"'],
    [
      "naïve (1)'s.csv",
      `attachment; filename="na_ve (1)'s.csv"; filename*=UTF-8''na%C3%AFve%20%281%29%27s.csv`,
    ],
    ['100%.csv', `attachment; filename="100_.csv"; filename*=UTF-8''100%25.csv`],
  ])('offers %j', (fileName, expected) => {
    expect(attachment(fileName)).toBe(expected);
  });

  it('is a well-formed header for any name of an upload, and gives the name back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (uploadName) => {
        const fileName = resultFileName(uploadName, 'csv');
        const header = attachment(fileName);
        expect(header).toMatch(
          /^attachment; filename="[^"\\%\p{Cc}]*"(; filename\*=UTF-8''[\w%.!#$&+^`|~-]+)?$/u,
        );
        const extended = /UTF-8''(.*)$/.exec(header)?.[1];
        const plain = /filename="(.*?)"/.exec(header)?.[1];
        expect(extended === undefined ? plain : decodeURIComponent(extended)).toBe(fileName);
      }),
    );
  });
});
