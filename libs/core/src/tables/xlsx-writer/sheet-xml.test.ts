import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Row } from '../row.js';
import { columnLetters, sheetXml } from './sheet-xml.js';

async function* oneBlock(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

async function piecesOf(rows: readonly Row[]): Promise<Uint8Array[]> {
  const size = { rows: rows.length, columns: Math.max(...rows.map((row) => row.length)) };
  return Readable.from(sheetXml(oneBlock(rows), size)).toArray();
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

  it('comes in pieces, however large a block is', async () => {
    const row = ['x'.repeat(10_000)];
    const pieces = await piecesOf(Array.from({ length: 100 }, () => row));
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(100_000);
  });

  it('comes in pieces, however large a row is', async () => {
    const row = Array.from({ length: 100 }, () => 'x'.repeat(10_000));
    const pieces = await piecesOf([row]);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(100_000);
  });

  it('comes in pieces, also where cells are empty', async () => {
    const row = Array.from({ length: 1_000 }, () => '');
    expect((await piecesOf(Array.from({ length: 200 }, () => row))).length).toBeGreaterThanOrEqual(10);
  });

  it('takes a cell of 32,767 characters, and refuses a longer one with its place', async () => {
    const longest = 'x'.repeat(32_767);
    await expect(piecesOf([['a'], [longest]])).resolves.toBeDefined();
    await expect(piecesOf([['a'], ['b', `${longest}x`]])).rejects.toMatchObject({
      code: 'cell_too_large',
      hint: expect.stringContaining('row 2, column 2'),
    });
  });
});
