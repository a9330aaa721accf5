import { stringify } from 'csv-stringify/sync';
import type { Row } from './row.js';

/**
 * What ends every line. RFC 4180 says CRLF, but every reader takes a line feed, and the tools of the command line leave a
 * carriage return at the end of the last cell.
 */
export const CSV_LINE_END = '\n';

const OPTIONS = {
  record_delimiter: CSV_LINE_END,
  // A lone carriage return ends a line for many readers, and a mark at the very beginning is dropped.
  quoted_match: /[\r\ufeff]/,
} as const;

const QUOTE = '"'.charCodeAt(0);
const LINE_FEED = CSV_LINE_END.charCodeAt(0);

const BLANK_ROW = `""${CSV_LINE_END}`;

/**
 * Rows as CSV with commas, each line ended, such that a reader gives back every cell as it was. The text of several calls can be
 * joined. A row of one empty cell, or of none, is written as `""`, since readers skip a line with nothing on it.
 */
export function csvText(rows: readonly Row[]): string {
  if (!rows.some(isBlank)) return stringify([...rows], OPTIONS);
  return rows.map((row) => (isBlank(row) ? BLANK_ROW : stringify([row], OPTIONS))).join('');
}

/**
 * The lines of what {@link csvText} made, one a row, without their ends. With quotes in it, character by character: there may be millions
 * of line ends within them, and to take the text apart at each would hold the event loop for a fifth of a second.
 */
export function splitCsvLines(text: string): string[] {
  // Every line is ended, so what follows the last end is empty.
  if (!text.includes('"')) return text.split(CSV_LINE_END).slice(0, -1);
  const lines: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (code === LINE_FEED && !isQuoted) {
      lines.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return lines;
}

function isBlank(row: Row): boolean {
  return row.length === 0 || (row.length === 1 && row[0] === '');
}
