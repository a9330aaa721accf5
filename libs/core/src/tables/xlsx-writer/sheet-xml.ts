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
 * An empty cell is none. `blocks` hold the header first, which stays in view while the rest is scrolled. Code: `cell_too_large`.
 */
export async function* sheetXml(
  blocks: AsyncIterable<Iterable<SheetRow>>,
  size: SheetSize,
): AsyncGenerator<Uint8Array, void, undefined> {
  const letters = Array.from({ length: size.columns }, (_, column) => columnLetters(column));
  const range = `A1:${letters.at(-1)}${size.rows}`;
  let text = beginning(range);
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

function beginning(range: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<dimension ref="${range}"/><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    '</sheetView></sheetViews><sheetData>'
  );
}

/** Phones are numbers stored as text, and meant to be: Excel would mark every one of them as a mistake. */
function ending(range: string): string {
  return `</sheetData><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}
