import { nextTurn } from '../../async/turn.js';
import { csvCellEnd, csvCellText, csvLineEnd, type Row } from '../table-block.js';
import { assertCellHolds, type SheetSize } from '../table-limits.js';
import { inlineString } from './cell-text.js';

/** The number of characters after which a piece is yielded. */
const PIECE_CHARS = 32 * 1024;

const LINE_FEED = 10;

/** Rows of a sheet as lines of a .csv. */
export interface SheetLines {
  /** The lines, in the form of a .csv result. */
  readonly text: Buffer;
  /** The number of lines. */
  readonly rows: number;
  /** The number of cells that each row has before the added ones. */
  readonly width: number;
  /** The cells to be added to a row; rows count from 0. Undefined leaves the row out. */
  added(row: number): readonly string[] | undefined;
}

/**
 * A sheet of text, piece by piece: every cell is an inline string, so that no cell becomes a number, a date or a formula. Empty cells are
 * left out. The header and the rows above it stay in view while the rest is scrolled. `top`: the rows down to the header. Code:
 * `cell_too_large`.
 */
export async function* sheetXml(
  top: readonly Row[],
  blocks: AsyncIterable<SheetLines>,
  size: SheetSize,
): AsyncGenerator<Uint8Array, void, undefined> {
  const letters = Array.from({ length: size.columns }, (_, column) => columnLetters(column));
  const range = `A1:${letters.at(-1)}${size.rows}`;
  const sheet = new SheetPiece(letters);
  sheet.add(beginning(range, size.headerRow ?? 1));
  for (const _ of writtenRows(sheet, top)) yield* fullPiece(sheet);
  for await (const lines of blocks) for (const _ of writtenLines(sheet, lines)) yield* fullPiece(sheet);
  sheet.add(ending(range));
  yield sheet.take();
}

/** The XML of a sheet since the last piece was taken. Empty cells are left out. */
class SheetPiece {
  readonly #letters: readonly string[];
  #xml = '';
  #rowNumber = 0;

  /** `letters`: the letters of each column. */
  constructor(letters: readonly string[]) {
    this.#letters = letters;
  }

  /** Whether a piece is to be taken before the next cell. */
  get isFull(): boolean {
    return this.#xml.length >= PIECE_CHARS;
  }

  take(): Uint8Array {
    const taken = Buffer.from(this.#xml);
    this.#xml = '';
    return taken;
  }

  add(xml: string): void {
    this.#xml += xml;
  }

  startRow(): void {
    this.#rowNumber += 1;
    this.add(`<row r="${this.#rowNumber}">`);
  }

  endRow(): void {
    this.add('</row>');
  }

  /** Code: `cell_too_large`. */
  addCell(column: number, text: string): void {
    if (text === '') return;
    assertCellHolds(text, this.#rowNumber, column);
    const address = `${this.#letters[column]}${this.#rowNumber}`;
    this.add(`<c r="${address}" t="inlineStr"><is>${inlineString(text)}</is></c>`);
  }
}

/** Yields a piece, which takes about a millisecond to make, and lets other work run. */
async function* fullPiece(sheet: SheetPiece): AsyncGenerator<Uint8Array, void, undefined> {
  yield sheet.take();
  await nextTurn();
}

// The next two functions stop after any cell when the piece is full: a row may have four million characters.

function* writtenRows(sheet: SheetPiece, rows: readonly Row[]): Generator<void, void, undefined> {
  for (const row of rows) {
    sheet.startRow();
    for (const [column, text] of row.entries()) {
      sheet.addCell(column, text);
      if (sheet.isFull) yield;
    }
    sheet.endRow();
  }
}

function* writtenLines(
  sheet: SheetPiece,
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
      const end = csvCellEnd(text, at);
      sheet.addCell(column, csvCellText(text, at, end));
      isLast = text[end] === LINE_FEED;
      at = end + 1;
      if (sheet.isFull) yield;
    }
    for (const [position, cell] of cells.entries()) sheet.addCell(width + position, cell);
    sheet.endRow();
  }
}

/** A to Z, AA to ZZ and so on: digits from 1 to 26 without a zero. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

/** The most rows that are frozen. More would leave no room for other rows on a small screen. */
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

/** Tells Excel that numbers stored as text are intended. Otherwise it would mark every phone as a mistake. */
function ending(range: string): string {
  return `</sheetData><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}
