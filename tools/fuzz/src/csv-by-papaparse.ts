import type { Row } from '@dialproof/core';
import Papa from 'papaparse';

/** Where papaparse reads something else by design, so that it cannot be asked. Each has a test. */
export const PAPAPARSE_DIFFERS = {
  /** Quotes that do not end where their cell does: it reads on, over any number of rows, to one that does. It says so. */
  misquoted: (_: string, errors: readonly Papa.ParseError[]) => errors.some(({ type }) => type === 'Quotes'),
  /** Blanks behind a closing quote: it drops them without a word. */
  blankBehindQuote: (text: string) => /"[^\S\r\n]+/.test(text),
} as const;

/**
 * The rows as papaparse has them, with line ends in cells made line feeds: it knows one line end a file, and a file may mix them.
 * Lines with nothing on them are left out, and with them rows of one empty cell, which look alike to it. Undefined where it differs
 * by design.
 */
export function rowsByPapaparse(text: string, delimiter: string): Row[] | undefined {
  // It takes a mark off that is text here, since the one of the file has been taken off already.
  const { data, errors } = Papa.parse<string[]>(`\ufeff${withLineFeeds(text)}`, { delimiter, newline: '\n' });
  if (Object.values(PAPAPARSE_DIFFERS).some((differs) => differs(text, errors))) return undefined;
  return comparable(data);
}

/** Rows of the library as {@link rowsByPapaparse} would have them. */
export function comparable(rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.length > 1 || row[0] !== '').map((row) => row.map(withLineFeeds));
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
