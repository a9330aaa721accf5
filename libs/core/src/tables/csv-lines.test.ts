import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCells, splitCsvLines } from './csv-lines.js';
import { csvText } from './csv-writer.js';

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', '\r', 'é', '\ufeff'), maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 });

describe('splitCsvLines', () => {
  it('gives the line of each row', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const lines = splitCsvLines(Buffer.from(csvText(table)));
        expect(lines).toEqual(table.map((row) => csvText([row]).slice(0, -1)));
      }),
    );
  });

  it('gives no line for no text', () => {
    expect(splitCsvLines(Buffer.alloc(0))).toEqual([]);
  });

  it('reads the middle of another buffer', () => {
    const surrounded = Buffer.from('x\n"é,漢"\n1\nx\n');
    expect(splitCsvLines(surrounded.subarray(2, -2))).toEqual(['"é,漢"', '1']);
  });

  it('throws RangeError for text that csvText has not written', () => {
    expect(() => splitCsvLines(Buffer.from('a"b\n'))).toThrow(RangeError);
  });
});

describe('csvCells', () => {
  it.each([
    ['a,b', ['a', 'b']],
    [',', ['', '']],
    ['""', ['']],
    ['"a,b",', ['a,b', '']],
    ['"""",x', ['"', 'x']],
    ['a,"b""c""",,d', ['a', 'b"c"', '', 'd']],
  ])('gives the cells of %j', (line, cells) => {
    expect([...csvCells(line)]).toEqual(cells);
  });

  it('gives back every cell that was written', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const lines = splitCsvLines(Buffer.from(csvText(table)));
        expect(lines.map((line) => [...csvCells(line)])).toEqual(table);
      }),
    );
  });
});
