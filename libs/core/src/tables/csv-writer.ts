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

const BLANK_ROW = `""${CSV_LINE_END}`;

/**
 * Rows as CSV with commas, each line ended, such that a reader gives back every cell as it was. The text of several calls can be
 * joined. A row of one empty cell, or of none, is written as `""`, since readers skip a line with nothing on it.
 */
export function csvText(rows: readonly Row[]): string {
  if (!rows.some(isBlank)) return stringify([...rows], OPTIONS);
  return rows.map((row) => (isBlank(row) ? BLANK_ROW : stringify([row], OPTIONS))).join('');
}

/** The lines of what {@link csvText} made, one a row, without their ends. */
export function splitCsvLines(text: string): string[] {
  const lines = text.split(CSV_LINE_END);
  // Every line is ended, so what follows the last end is empty.
  lines.pop();
  return text.includes('"') ? joinQuotedLines(lines) : lines;
}

/** A line end inside of quotes has an odd number of quotes before it in its row. */
function joinQuotedLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let open: string[] = [];
  for (const line of lines) {
    const togglesQuotes = hasOddQuotes(line);
    if (open.length === 0 && !togglesQuotes) joined.push(line);
    else {
      open.push(line);
      if (open.length > 1 && togglesQuotes) {
        joined.push(open.join(CSV_LINE_END));
        open = [];
      }
    }
  }
  return joined;
}

function hasOddQuotes(line: string): boolean {
  let odd = false;
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) odd = !odd;
  return odd;
}

function isBlank(row: Row): boolean {
  return row.length === 0 || (row.length === 1 && row[0] === '');
}
