import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachment, resultFileName } from './content-disposition.js';

describe('resultFileName', () => {
  it.each([
    ['customers.csv', 'customers-verified.csv'],
    ['Customers.XLSX', 'Customers-verified.csv'],
    ['archive.2026.csv', 'archive.2026-verified.csv'],
    ['numbers', 'numbers-verified.csv'],
    ['../../etc/passwd.csv', '_.._etc_passwd-verified.csv'],
    ['a"b\r\nc.csv', 'a_b__c-verified.csv'],
    ['клиенты.xlsx', 'клиенты-verified.csv'],
    ['half \ud83d.csv', 'half _-verified.csv'],
    ['.csv', 'result-verified.csv'],
    ['...', 'result-verified.csv'],
    ['', 'result-verified.csv'],
    [`${'x'.repeat(300)}.csv`, `${'x'.repeat(100)}-verified.csv`],
  ])('makes of %j %j', (uploadName, expected) => {
    expect(resultFileName(uploadName)).toBe(expected);
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
        const fileName = resultFileName(uploadName);
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
