import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../property-runs.fixture.js';
import { csvBytes } from '../csv-writer.js';
import type { Row } from '../table-block.js';
import { inlineString } from './cell-text.js';
import { columnLetters, type SheetLines, sheetXml } from './sheet-xml.js';

/** Rows as lines, with nothing behind them. */
function linesOf(rows: readonly Row[]): SheetLines {
  return { text: csvBytes(rows), rows: rows.length, width: 0, added: () => [] };
}

async function* oneBlock(rows: readonly Row[]): AsyncGenerator<SheetLines> {
  yield linesOf(rows);
}

async function piecesOf(rows: readonly Row[], top: readonly Row[] = []): Promise<Uint8Array[]> {
  const all = [...top, ...rows];
  const size = { rows: all.length, columns: Math.max(1, ...all.map((row) => row.length)) };
  return Readable.from(sheetXml(top, oneBlock(rows), size)).toArray();
}

async function xmlOf(blocks: AsyncIterable<SheetLines>): Promise<string> {
  const pieces = await Readable.from(sheetXml([], blocks, { rows: 9, columns: 12 })).toArray();
  return rowsIn(Buffer.concat(pieces).toString());
}

/** The rows of a sheet as they are written. */
function rowsIn(xml: string): string {
  return /<sheetData>(.*)<\/sheetData>/s.exec(xml)?.[1] ?? '';
}

/** The rows of a sheet, made of the text of each cell. */
function xmlOfRows(rows: readonly Row[]): string {
  return rows
    .map((row, index) => {
      const cells = row.map((text, column) =>
        text === ''
          ? ''
          : `<c r="${columnLetters(column)}${index + 1}" t="inlineStr"><is>${inlineString(text)}</is></c>`,
      );
      return `<row r="${index + 1}">${cells.join('')}</row>`;
    })
    .join('');
}

describe('columnLetters', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('calls column %i %s', (column, letters) => {
    expect(columnLetters(column)).toBe(letters);
  });
});

/** Characters that are quoted, escaped, preserved or impossible in XML, and similar ones. */
const CHARS = [
  ...['a', '1', '+', '=', ' ', ' ', '"', ',', '\n', '\r', '\t', '\0', '\u001f', '\u007f', '&', '<', '>', '_'],
  ...['x', 'X', '0041', '_x0041_', '_X', 'é', '漢', '😀', '\u0085', '\ufeff', '\uf000', '\uff21', '\ufffd'],
  ...['\ufffe', '\uffff', '\uffbe'],
];
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...CHARS), maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc
    .tuple(fc.constantFrom(...CHARS), fc.integer({ min: 200, max: 1_500 }))
    .map(([char, n]) => char.repeat(n)),
);
const row = fc.array(cell, { minLength: 1, maxLength: 5 });

describe('sheetXml', () => {
  it('names every cell and leaves empty ones out', async () => {
    const xml = Buffer.concat(
      await piecesOf([
        ['a', '', 'c'],
        ['', '', ''],
      ]),
    ).toString();
    expect(xml).toContain(
      '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c>' +
        '<c r="C1" t="inlineStr"><is><t>c</t></is></c></row><row r="2"></row></sheetData>',
    );
    expect(xml).toContain('<dimension ref="A1:C2"/>');
  });

  it('writes each cell of the lines as `inlineString` writes its text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 6 }), async (rows) => {
        const cells = parse(csvBytes(rows), { relax_column_count: true, record_delimiter: '\n' });
        expect(cells).toEqual(rows);
        expect(rowsIn(Buffer.concat(await piecesOf(rows)).toString())).toBe(xmlOfRows(rows));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('does so if all cells are in quotes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 6 }), async (rows) => {
        const lines = rows.map(
          (cells) => `${cells.map((text) => `"${text.replaceAll('"', '""')}"`).join()}\n`,
        );
        async function* block(): AsyncGenerator<SheetLines> {
          yield { ...linesOf(rows), text: Buffer.from(lines.join('')) };
        }
        expect(await xmlOf(block())).toBe(xmlOfRows(rows));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('has the rows above the header unchanged, also halves of surrogate pairs', async () => {
    const unit = fc.constantFrom(...CHARS, '\ud83d', '\ude00');
    const topRow = fc.array(fc.string({ unit, maxLength: 6 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(topRow, { maxLength: 3 }), row, async (top, below) => {
        const xml = Buffer.concat(await piecesOf([below], top)).toString();
        expect(rowsIn(xml)).toBe(xmlOfRows([...top, below]));
      }),
    );
  });

  it('puts the added cells behind those that a row should have, and leaves other rows out', async () => {
    const added = fc.option(fc.array(cell, { maxLength: 3 }), { nil: undefined });
    const table = fc.array(fc.tuple(row, added), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(table, { maxLength: 3 }), async (blocks) => {
        async function* lines(): AsyncGenerator<SheetLines> {
          for (const rows of blocks) {
            yield { ...linesOf(rows.map(([cells]) => cells)), width: 6, added: (index) => rows[index]?.[1] };
          }
        }
        const expected = blocks
          .flat()
          .flatMap(([cells, more]) =>
            more === undefined ? [] : [[...cells, ...Array(6 - cells.length).fill(''), ...more]],
          );
        expect(await xmlOf(lines())).toBe(xmlOfRows(expected));
      }),
    );
  });

  it('rejects with RangeError where a block has fewer lines than rows', async () => {
    for (const added of [() => [], () => undefined]) {
      async function* lost(): AsyncGenerator<SheetLines> {
        yield { text: Buffer.from('a\nb'), rows: 2, width: 1, added };
      }
      await expect(xmlOf(lost())).rejects.toThrow(RangeError);
    }
  });

  it.each(['x', '"', '&', '漢'])('comes in pieces, however large a block of %s is', async (char) => {
    const rows = Array.from({ length: 100 }, () => [char.repeat(10_000)]);
    const pieces = await piecesOf(rows);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(150_000);
    expect(rowsIn(Buffer.concat(pieces).toString())).toBe(xmlOfRows(rows));
  });

  it('comes in pieces, however large a row is', async () => {
    const rows = [Array.from({ length: 1_000 }, () => 'x'.repeat(1_000))];
    const pieces = await piecesOf(rows);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(100_000);
    expect(rowsIn(Buffer.concat(pieces).toString())).toBe(xmlOfRows(rows));
  });

  it.each(['x', '&', '漢', '\0'])(
    'has a long text of %j each time that it stands above the rows',
    async (char) => {
      const text = char.repeat(30_000);
      const filling = Array.from({ length: 35 }, (_, index) => `${index}`.repeat(1_000));
      const top = [
        ['a', text, text],
        [...filling, text],
      ];
      const xml = Buffer.concat(await piecesOf([['b']], top)).toString();
      expect(rowsIn(xml) === xmlOfRows([...top, ['b']])).toBe(true);
    },
  );

  it('takes a cell of 32,767 characters, and refuses a longer one with its place', async () => {
    for (const char of ['x', '漢']) {
      const longest = char.repeat(32_767);
      await expect(piecesOf([['a'], [longest]], [[longest]])).resolves.toBeDefined();
      await expect(piecesOf([['a'], ['b', `${longest}x`]])).rejects.toMatchObject({
        code: 'cell_too_large',
        hint: expect.stringContaining('row 2, column 2'),
      });
      await expect(piecesOf([['a']], [['b', `${longest}x`]])).rejects.toMatchObject({
        code: 'cell_too_large',
        hint: expect.stringContaining('row 1, column 2'),
      });
    }
  });
});
