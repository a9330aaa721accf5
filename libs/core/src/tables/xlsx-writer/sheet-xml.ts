import { nextTurn } from '../../async/next-turn.js';
import { inlineString } from './cell-text.js';
import { assertCellHolds, type SheetSize } from './sheet-limits.js';

/** Characters after which a piece is handed on and something else may run: about a millisecond's work. */
const PIECE_CHARS = 64 * 1024;

/** Cells after which it is so as well: empty ones leave no text. */
const PIECE_CELLS = 20_000;

/** The cells of a row as they are asked for. */
export type SheetRow = Iterable<string>;

/**
 * A sheet of text, piece by piece: every cell is an inline string, so that nothing of it can become a number, a date or a formula.
 * An empty cell is none. The header stays in view while the rest is scrolled, with what stands above it. Code: `cell_too_large`.
 */
export async function* sheetXml(
  blocks: AsyncIterable<Iterable<SheetRow>>,
  size: SheetSize,
): AsyncGenerator<Uint8Array, void, undefined> {
  const letters = Array.from({ length: size.columns }, (_, column) => columnLetters(column));
  const range = `A1:${letters.at(-1)}${size.rows}`;
  let text = beginning(range, size.headerRow ?? 1);
  let cells = 0;
  let rowNumber = 0;
  for await (const rows of blocks) {
    for (const row of rows) {
      rowNumber += 1;
      text += `<row r="${rowNumber}">`;
      let column = 0;
      for (const cell of row) {
        if (cell !== '') {
          assertCellHolds(cell, rowNumber, column);
          text += `<c r="${letters[column]}${rowNumber}" t="inlineStr"><is>${inlineString(cell)}</is></c>`;
        }
        column += 1;
        cells += 1;
        // After a cell and not after a row: one row may hold four million characters.
        if (text.length < PIECE_CHARS && cells < PIECE_CELLS) continue;
        yield Buffer.from(text);
        text = '';
        cells = 0;
        await nextTurn();
      }
      text += '</row>';
    }
  }
  yield Buffer.from(text + ending(range));
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

/** Phones are numbers stored as text, and meant to be: Excel would mark every one of them as a mistake. */
function ending(range: string): string {
  return `</sheetData><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}
