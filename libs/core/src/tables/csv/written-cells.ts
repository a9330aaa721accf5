import type { Row } from '../row.js';

const QUOTE = '"';

/**
 * The cells of one row, given as it was written. Quotes that do not end where their cell does are text, as in `"x"y`, and stay as
 * they were written, doubled or not.
 *
 * Undefined when such a quote has run on over a line end: it was never closed where its writer meant it to be, and the rows between
 * would be lost in one cell.
 *
 * The row is walked through once: looking for each cell in it takes minutes for a row that is made for it.
 */
export function writtenCells(row: string, delimiter: string): Row | undefined {
  const end = row.length - lineEndChars(row);
  const cells: string[] = [];
  // Blank lines may stand in front.
  let start = Math.max(0, row.search(/[^\r\n]/));
  for (;;) {
    const close = row[start] === QUOTE ? closingQuote(row, start + 1) : undefined;
    if (close !== undefined && endsCell(row, close + 1, delimiter, end)) {
      cells.push(row.slice(start + 1, close).replaceAll('""', QUOTE));
      start = close + 1;
    } else {
      if (close !== undefined && /[\r\n]/.test(row.slice(start, close))) return undefined;
      const next = row.indexOf(delimiter, close ?? start);
      const cellEnd = next < 0 ? end : next;
      cells.push(row.slice(start, cellEnd));
      start = cellEnd;
    }
    if (start >= end) return cells;
    start += delimiter.length;
  }
}

function lineEndChars(row: string): number {
  if (row.endsWith('\r\n')) return 2;
  return row.endsWith('\n') || row.endsWith('\r') ? 1 : 0;
}

/** Where the quotes end that are open at `start`: at the first quote that is not doubled. */
function closingQuote(row: string, start: number): number | undefined {
  let close = row.indexOf(QUOTE, start);
  while (close >= 0 && row[close + 1] === QUOTE) close = row.indexOf(QUOTE, close + 2);
  return close < 0 ? undefined : close;
}

function endsCell(row: string, position: number, delimiter: string, end: number): boolean {
  return position >= end || row.startsWith(delimiter, position);
}
