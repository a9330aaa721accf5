const QUOTE = '"';

/**
 * Whether a quote that is opened in this row, given as it was written, has run on over a line end to a quote that does not end its
 * cell. Such a quote was never closed where its writer meant it to be, and the rows between would be lost in one cell. A quote
 * that is closed on its own line is text, as in `"x"y`.
 *
 * The row is walked through once: looking for each cell in it takes minutes for a row that is made for it.
 */
export function hasSwallowedRows(row: string, delimiter: string): boolean {
  // Blank lines may stand in front.
  let cellStart = row.search(/[^\r\n]/);
  while (cellStart >= 0 && cellStart < row.length) {
    let cellRest = cellStart;
    if (row[cellStart] === QUOTE) {
      const close = closingQuote(row, cellStart + 1);
      if (close < 0) return false;
      if (!endsCell(row[close + 1], delimiter) && /[\r\n]/.test(row.slice(cellStart, close))) return true;
      cellRest = close + 1;
    }
    const next = row.indexOf(delimiter, cellRest);
    cellStart = next < 0 ? next : next + 1;
  }
  return false;
}

/** Where the quotes end that are open at `start`: at the first quote that is not doubled. */
function closingQuote(row: string, start: number): number {
  let close = row.indexOf(QUOTE, start);
  while (close >= 0 && row[close + 1] === QUOTE) close = row.indexOf(QUOTE, close + 2);
  return close;
}

function endsCell(next: string | undefined, delimiter: string): boolean {
  return next === undefined || next === delimiter || next === '\r' || next === '\n';
}
