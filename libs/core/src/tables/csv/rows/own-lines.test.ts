import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OwnLines } from './own-lines.js';

function lineOf(row: string): string | undefined {
  return new OwnLines().lineOf(Buffer.from(row));
}

describe('the own line of a row', () => {
  it.each([
    ['cells in quotes', '"a","b"\n', '"a","b"'],
    ['a carriage return before the line feed', 'a,"b"\r\n', 'a,"b"'],
    ['no line end', '"a",b', '"a",b'],
    ['blank lines before it', '\r\n\n\r"a"\n', '"a"'],
    ['line ends, commas and quotes in quotes', '"a\r\n\n,""",\n', '"a\r\n\n,""",'],
    ['a byte order mark in quotes', '"\ufeffa",é\n', '"\ufeffa",é'],
  ])('is the row as it is written: %s', (_, row, line) => {
    expect(lineOf(row)).toBe(line);
  });

  it.each([
    ['text behind a closing quote', '"a"b,c\n'],
    ['a quote in text', '"a",b"\n'],
    ['a lone carriage return at its end', '"a"\r'],
    ['a byte order mark without quotes', '"a",\ufeffb\n'],
    ['more quotes than a program writes', `"${'"'.repeat(40_000)}"\n`],
  ])('is none with %s', (_, row) => {
    expect(lineOf(row)).toBeUndefined();
  });

  it('is found again behind a row that has none', () => {
    const lines = new OwnLines();
    for (const row of ['"a"b\n', '"c"\n', '"d', '"e",f\r\n']) lines.lineOf(Buffer.from(row));
    expect(lines.lineOf(Buffer.from('"g",h\n'))).toBe('"g",h');
  });

  it('is the same for a long row that is scanned in parts', { timeout: 20_000 }, async () => {
    const text = fc.constantFrom('a', 'é', '漢', '😀', '\n', ',', '""');
    const cell = fc
      .tuple(text, fc.integer({ min: 1, max: 200_000 }), fc.constantFrom('"', '"', '"', '"x'))
      .map(([char, count, end]) => `"${char.repeat(count)}${end}`);
    const row = fc.array(cell, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(row, fc.constantFrom('', '\n', '\r\n', '\r'), async (cells, lineEnd) => {
        const bytes = Buffer.from(cells.join() + lineEnd);
        const lines = new OwnLines();
        const line = lines.lineOf(bytes);
        expect((await lines.lineOfLong(bytes)) === line).toBe(true);
        expect(lines.lineOf(bytes) === line).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('lets others run while a long row is scanned', async () => {
    const bytes = Buffer.from(`"${'a'.repeat(3_000_000)}"\n`);
    expect(new OwnLines().isLong(bytes)).toBe(true);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await new OwnLines().lineOfLong(bytes);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(5);
  });
});
