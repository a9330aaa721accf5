import { DialproofError } from '../errors.js';
import type { Row } from '../tables/row.js';

/** How many headers a hint shows, and how much of each. */
const MAX_LISTED = 20;
const MAX_HEADER_LENGTH = 40;

/** The refusal of a column that is not there, with the headers that are. */
export function columnNotFound(phoneColumn: string | number, header: Row): DialproofError {
  const listed = header.slice(0, MAX_LISTED).map((cell) => JSON.stringify(shown(cell.trim())));
  const more = header.length > MAX_LISTED ? ` and ${header.length - MAX_LISTED} more` : '';
  const wanted = typeof phoneColumn === 'number' ? String(phoneColumn) : JSON.stringify(shown(phoneColumn));
  return new DialproofError('column_not_found', {
    hint: `there is no column ${wanted}; the first row, with positions from 0, is ${listed.join(', ')}${more}`,
  });
}

/** Bounded, and without the numbers that stand in the first row of a file without a header: hints reach logs. */
function shown(text: string): string {
  const cut = text.length > MAX_HEADER_LENGTH ? `${text.slice(0, MAX_HEADER_LENGTH)}…` : text;
  return cut.replace(/\p{Nd}(?:[^\p{Nd}\p{L}]*\p{Nd}){6,}/gu, '…');
}
