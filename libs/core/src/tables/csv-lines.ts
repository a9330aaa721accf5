import { CsvCellScanner } from './csv-cell-scanner.js';
import { CsvRowScanner } from './csv-row-scanner.js';

/** Ends every line. RFC 4180 says CRLF, but every reader accepts LF, and command line tools keep a CR as part of the last cell. */
export const CSV_LINE_END = '\n';

/** Splits UTF-8 that `csvText` wrote into its lines, one a row, without their ends. */
export function splitCsvLines(text: Uint8Array): string[] {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  // Every line is ended, so nothing stands behind the last end.
  if (!bytes.includes('"')) return bytes.toString().split(CSV_LINE_END).slice(0, -1);
  const lines: string[] = [];
  const isRegular = new CsvRowScanner(',').scan(bytes, 0, ({ end, start }) => {
    lines.push(bytes.toString('utf8', start, end));
  });
  if (!isRegular) throw new RangeError('the lines of a result were not written by csvText');
  return lines;
}

/**
 * The cells of one line that `csvText` wrote, without its end. csv-parse takes seven times as long, which is half the time of the whole
 * workbook that is made of them.
 *
 * A line with quotes is read one cell at a time, when the cell is asked for: a row may consist of doubled quotes, and replacing them
 * all at once would block the event loop for too long.
 */
export function csvCells(line: string): Iterable<string> {
  return line.includes('"') ? cellsAmongQuotes(line) : line.split(',');
}

function* cellsAmongQuotes(line: string): Generator<string, void, undefined> {
  const scanner = new CsvCellScanner(line);
  while (scanner.nextCell()) yield scanner.cellText();
}
