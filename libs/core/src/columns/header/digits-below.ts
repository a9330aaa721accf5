import { nextTurn } from '../../async/next-turn.js';
import type { Row } from '../../tables/row.js';

/** The fewest digits of a cell below the header of a phone column. */
const SOME_DIGITS = 5;

/** Longer than the relevant beginning of a cell with a phone. A hostile cell may have millions of characters. */
const JUDGED_CHARS = 100;

const CELLS_A_TURN = 1_000;

/** A day, with the time of day if there is one. */
const DATE =
  /(?<![\d./-])(?:(?:19|20)\d\d([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2(?:19|20)\d\d)(?:[ ,T]+\d{1,2}:\d\d(?::\d\d)?)?(?![\d/-])/g;

/** The examined beginning of a cell. */
export function cellStart(cell: string): string {
  return cell.slice(0, JUDGED_CHARS);
}

/** Whether a cell has as many digits as a phone. Digits of dates do not count. */
export function mayHoldPhone(cell: string): boolean {
  return hasDigits(withoutDates(cellStart(cell)));
}

export function withoutDates(text: string): string {
  return text.replace(DATE, '');
}

/**
 * For each of the first `headers` rows, 1 at the index of each column where at least half of the filled cells below that row have digits
 * like phones. It takes one pass from the last row to the first, since a row may have thousands of cells.
 */
export async function digitsBelow(rows: readonly Row[], headers: number): Promise<readonly Uint8Array[]> {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const filled = new Uint32Array(width);
  const withDigits = new Uint32Array(width);
  const found: Uint8Array[] = [];
  let cells = 0;
  for (const [above, row] of [...rows.entries()].reverse()) {
    if (above < headers) {
      found[above] = Uint8Array.from(withDigits, (count, column) =>
        count > 0 && count * 2 >= (filled[column] ?? 0) ? 1 : 0,
      );
    }
    for (const [column, cell] of row.entries()) {
      cells += 1;
      if (cells % CELLS_A_TURN === 0) await nextTurn();
      if (cell.trim() === '') continue;
      filled[column] = (filled[column] ?? 0) + 1;
      if (hasDigits(cellStart(cell))) withDigits[column] = (withDigits[column] ?? 0) + 1;
    }
  }
  return found;
}

function hasDigits(text: string): boolean {
  return (text.match(/\p{Nd}/gu)?.length ?? 0) >= SOME_DIGITS;
}
