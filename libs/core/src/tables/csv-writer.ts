import { stringify } from 'csv-stringify/sync';
import { CSV_LINE_END, splitCsvLines } from './csv-lines.js';
import type { Row } from './row.js';

const OPTIONS = {
  record_delimiter: CSV_LINE_END,
  // Many readers end a line at a lone carriage return, and drop a byte order mark at the very beginning.
  quoted_match: /[\r\ufeff]/,
} as const;

/** Cells with one of these are written in quotes. */
const NEEDS_QUOTES = /[",\n\r\ufeff]/;

const BLANK_LINE = '""';

/** The line of a row, without its end, where that is known without writing it. */
export type KnownLine = string | undefined;

/**
 * Writes rows as CSV with commas, so that a reader gives back every cell as it was. Every line is ended: the texts of several calls
 * can be joined. A row of one empty cell, or of none, is written as `""`, since readers skip an empty line.
 *
 * `knownLines` may have the line of a row, which is taken then. csv-stringify writes the rows in which a cell needs quotes.
 */
export function csvText(rows: readonly Row[], knownLines: readonly KnownLine[] = []): string {
  const lines = rows.map((row, index) => knownLines[index] ?? lineWithoutQuotes(row));
  const others = rows.filter((_, index) => lines[index] === undefined);
  const written = others.length === 0 ? [] : splitCsvLines(Buffer.from(stringify(others, OPTIONS)));
  let next = 0;
  let text = '';
  for (const line of lines) {
    text += (line ?? written[next++]) + CSV_LINE_END;
  }
  return text;
}

/** Whether a cell is written in quotes. */
export function needsQuotes(cell: string): boolean {
  return NEEDS_QUOTES.test(cell);
}

function lineWithoutQuotes(row: Row): KnownLine {
  if (row.length === 0 || (row.length === 1 && row[0] === '')) return BLANK_LINE;
  return row.some(needsQuotes) ? undefined : row.join(',');
}
