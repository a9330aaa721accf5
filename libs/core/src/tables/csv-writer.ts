import { stringify } from 'csv-stringify/sync';
import type { Row } from './row.js';

/** Ends every line. RFC 4180 says CRLF, but every reader accepts LF, and command line tools keep a CR as part of the last cell. */
export const CSV_LINE_END = '\n';

const OPTIONS = {
  record_delimiter: CSV_LINE_END,
  // Many readers end a line at a lone carriage return, and drop a byte order mark at the very beginning.
  quoted_match: /[\r\ufeff]/,
} as const;

const BLANK_ROW = `""${CSV_LINE_END}`;

/**
 * Writes rows as CSV with commas, so that a reader gives back every cell as it was. Every line is ended: the texts of several calls
 * can be joined. A row of one empty cell, or of none, is written as `""`, since readers skip an empty line.
 */
export function csvText(rows: readonly Row[]): string {
  if (!rows.some(isBlank)) return stringify([...rows], OPTIONS);
  return rows.map((row) => (isBlank(row) ? BLANK_ROW : stringify([row], OPTIONS))).join('');
}

function isBlank(row: Row): boolean {
  return row.length === 0 || (row.length === 1 && row[0] === '');
}
