import { foldedWords } from './header/header-words.js';
import { columnNotFound, headersNamed, type NamedColumn, namedPosition } from './named-column.js';

/** Headers of dates of consent, whole. */
const HEADERS: ReadonlySet<string> = new Set(
  `consent date, consentdate, date of consent, consent given at, consent given on, consent timestamp, consent time, consented at, consented on,
  opt in date, optin date, opted in at, opted in on, opt in timestamp, optin timestamp, opt in time, date of opt in,
  fecha consentimiento, fecha de consentimiento, fecha del consentimiento, data consentimento, data de consentimento, data do consentimento,
  date consentement, date de consentement, date du consentement, data consenso, data del consenso, einwilligungsdatum, datum einwilligung,
  datum der einwilligung, einwilligung am, toestemmingsdatum, datum toestemming, data zgody, samtyckesdatum, samtykkedato`
    .split(',')
    .map((words) => foldedWords(words)),
);

/** The value of the setting that turns the column off. */
const NO_COLUMN = 'none';
/** Longer headers are not judged: a hostile file has thousands of them. */
const MAX_HEADER = 60;

/**
 * The column with the date of each row's consent: the one that the caller names by its header, its position from 0, or `none`, else the
 * leftmost whose header says so. Code: `column_not_found`.
 */
export async function consentDateColumn(
  header: readonly string[],
  column: string | number | undefined,
): Promise<NamedColumn | undefined> {
  if (column === undefined) {
    const found = header.findIndex((name) => name.length <= MAX_HEADER && HEADERS.has(foldedWords(name)));
    return at(header, found === -1 ? undefined : found);
  }
  const headers = typeof column === 'string' ? await headersNamed(header, column) : [];
  const named = at(header, headers[0] ?? namedPosition(column, header.length));
  if (named === undefined && String(column).trim().toLowerCase() !== NO_COLUMN) {
    throw columnNotFound(column, header);
  }
  return named;
}

function at(header: readonly string[], index: number | undefined): NamedColumn | undefined {
  return index === undefined ? undefined : { index, name: header[index] ?? '' };
}
