import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readRows } from '../../upload.fixture.js';
import { writtenCells } from './written-cells.js';

describe('writtenCells', () => {
  it.each([
    ['a cell over two lines', '1,"a\nb"\n', ['1', 'a\nb']],
    ['quotes over two lines in quotes', '1,"""a""\nb"\r\n', ['1', '"a"\nb']],
    ['doubled quotes at both ends', '"""\n"""\n', ['"\n"']],
    ['a quoted word with text behind it', '"x"y,"a\nb"\n', ['"x"y', 'a\nb']],
    ['doubled quotes in what is text', '"a""b"c,"""x"""\r', ['"a""b"c', '"x"']],
    ['a last row without a line end', '1,"""a\nb"', ['1', '"a\nb']],
    ['a line end as the last cell', '1,"\n"', ['1', '\n']],
    ['empty cells', ',"",\n', ['', '', '']],
    ['blank lines in front', '\n\r\n1,2\n', ['1', '2']],
    ['a quote that runs on to that of another cell', '3,"x\n4,"y"\n', undefined],
    ['the same behind a cell that is in order', '"""\n","x\n4,"y"\n', undefined],
    ['the same behind blank lines', '\n\n"x\n4,"y"\n', undefined],
    ['a quote that runs on to a doubled one and then another', '"x\n""y""\n"z\n', undefined],
  ])('reads %s', async (_, row, expected) => {
    expect(await writtenCells(row, ',')).toEqual(expected);
  });

  it('gives way to other work between long cells', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 10;
      return now;
    });
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const cells = await writtenCells(
      Array(20)
        .fill(`"${'""'.repeat(5_000)}"`)
        .join(','),
      ',',
    );
    isDone = true;
    vi.restoreAllMocks();
    expect(cells).toEqual(Array(20).fill('"'.repeat(5_000)));
    expect(turns).toBeGreaterThanOrEqual(20);
  });
});

describe('quotes in a .csv file', () => {
  it('come back with every cell that was written as it should be', async () => {
    const cell = fc.string({ unit: fc.constantFrom('"', '\n', '\r', ',', 'a'), maxLength: 12 });
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, async (table) => {
        const text = table
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
          .join('\n');
        expect(await readRows('list.csv', text)).toEqual(table);
      }),
    );
  });

  it('are read as they were written at the very end of what a row may have', async () => {
    const long = 'é'.repeat(35_000);
    const text = `${'a,b\n'.repeat(16_000)}"x""y"z,"${long}"\n1,2\n`;
    const limits = { maxRowChars: 66_000, maxCsvCellChars: 40_000 };
    expect((await readRows('list.csv', text, { limits })).at(-2)).toEqual(['"x""y"z', long]);
  });

  // Cells like these, each looked for in its row or each row cut out of all bytes at hand, took minutes.
  it('take no longer for cells that are hard to find in their row', { timeout: 30_000 }, async () => {
    const cells = Array.from(
      { length: 500 },
      (_, index) => `${'"'.repeat(1_000)}\n${index}${'"'.repeat(1_000)}`,
    );
    const row = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
    expect(await readRows('list.csv', `${row}\n`)).toEqual([cells]);
  });

  it('take no longer for many short rows behind a long one', { timeout: 20_000 }, async () => {
    const long = Array.from({ length: 120 }, () => `"${'a'.repeat(32_000)}"`).join(',');
    const rows = await readRows('list.csv', `${long}\n${'"""\n"\n'.repeat(4_000)}`.repeat(3));
    expect(rows).toHaveLength(12_003);
  });
});
