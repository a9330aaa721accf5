import { nextTurn } from '../../async/turn.js';
import { csvLineEnd, type Row } from '../table-block.js';
import type { SheetSize } from '../table-limits.js';
import { SheetBytes } from './sheet-bytes.js';

const LINE_FEED = 10;

/** Rows of a sheet as lines of a .csv. */
export interface SheetLines {
  /** In the form of a .csv result. */
  readonly text: Buffer;
  /** The number of lines. */
  readonly rows: number;
  /** The number of cells that each row has before the added ones. */
  readonly width: number;
  /** The cells behind those of a row, which counts from 0. Undefined leaves the row out. */
  added(row: number): readonly string[] | undefined;
}

/**
 * A sheet of text, piece by piece: every cell is an inline string, so that nothing of it can become a number, a date or a formula. An empty
 * cell is none. The header and the rows above it stay in view while the rest is scrolled. `top`: the rows down to the header. Code:
 * `cell_too_large`.
 */
export async function* sheetXml(
  top: readonly Row[],
  blocks: AsyncIterable<SheetLines>,
  size: SheetSize,
): AsyncGenerator<Uint8Array, void, undefined> {
  const letters = Array.from({ length: size.columns }, (_, column) => columnLetters(column));
  const range = `A1:${letters.at(-1)}${size.rows}`;
  const sheet = new SheetBytes(letters);
  sheet.addXml(beginning(range, size.headerRow ?? 1));
  for (const _ of writtenRows(sheet, top)) yield* fullPiece(sheet);
  for await (const lines of blocks) for (const _ of writtenLines(sheet, lines)) yield* fullPiece(sheet);
  sheet.addXml(ending(range));
  yield sheet.take();
}

/** Other work may run after each piece, which takes about a millisecond. */
async function* fullPiece(sheet: SheetBytes): AsyncGenerator<Uint8Array, void, undefined> {
  yield sheet.take();
  await nextTurn();
}

// Both stop when a piece is full, which may be behind any cell: a row may have four million characters.

function* writtenRows(sheet: SheetBytes, rows: readonly Row[]): Generator<void, void, undefined> {
  for (const row of rows) {
    sheet.startRow();
    for (const [column, text] of row.entries()) {
      sheet.addText(column, text);
      if (sheet.isFull) yield;
    }
    sheet.endRow();
  }
}

function* writtenLines(
  sheet: SheetBytes,
  { text, rows, width, added }: SheetLines,
): Generator<void, void, undefined> {
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const cells = added(row);
    if (cells === undefined) {
      at = csvLineEnd(text, at) + 1;
      continue;
    }
    sheet.startRow();
    for (let column = 0, isLast = false; !isLast; column += 1) {
      at = sheet.addCsvCell(column, text, at);
      isLast = text[at] === LINE_FEED;
      at += 1;
      if (sheet.isFull) yield;
    }
    for (const [position, cell] of cells.entries()) sheet.addText(width + position, cell);
    sheet.endRow();
  }
}

/** A to Z, AA to ZZ and so on: digits from 1 to 26 without a zero. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

/** More rows that do not scroll would leave no room on a small screen for those that do. */
const MAX_FROZEN_ROWS = 8;

function beginning(range: string, headerRow: number): string {
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0">` +
    (headerRow > MAX_FROZEN_ROWS ? '' : frozenTo(headerRow)) +
    '</sheetView></sheetViews><sheetData>'
  );
}

function frozenTo(row: number): string {
  return `<pane ySplit="${row}" topLeftCell="A${row + 1}" activePane="bottomLeft" state="frozen"/>`;
}

/** Tells Excel that numbers stored as text are intended: it would mark every phone as a mistake. */
function ending(range: string): string {
  return `</sheetData><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}
