import { Turn } from '../../../async/turn.js';
import { CsvCellScanner } from '../../csv-cell-scanner.js';
import type { Row } from '../../row.js';

/**
 * The cells of one row, given as it was written; blank lines may stand before it. Quotes that close before the end of their cell are
 * text, as in `"x"y`, and stay as they were written, doubled or not.
 *
 * Returns undefined if such quotes go on over a line end: they were not closed where the writer meant it, and the rows between would
 * be lost in one cell.
 */
export async function writtenCells(row: string, delimiter: string): Promise<Row | undefined> {
  const turn = new Turn();
  const cells: string[] = [];
  const scanner = new CsvCellScanner(row, delimiter);
  while (scanner.nextCell()) {
    // A cell may have a million quotes, and a row several such cells.
    if (turn.isLong) await turn.next();
    const { start, end, closingQuote, isQuoted, endsLine } = scanner;
    const isBlankLine = endsLine && start === end && cells.length === 0;
    if (isBlankLine) continue;
    if (!isQuoted && closingQuote !== -1 && /[\r\n]/.test(row.slice(start, closingQuote))) return undefined;
    cells.push(scanner.cellText());
  }
  return cells;
}
