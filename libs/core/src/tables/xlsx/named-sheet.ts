import { nextTurn } from '../../async/next-turn.js';
import { DialproofError } from '../../model/errors.js';
import { withoutNumbers } from '../../model/hint-text.js';
import type { Sheet } from './workbook.js';

/** How many sheets a hint lists, and how much of each name. */
const MAX_LISTED = 20;
const MAX_NAME_LENGTH = 40;

const NAMES_A_TURN = 500;

/**
 * The visible sheet that a caller names. A name that is equal wins over one that differs in letter case, spaces, or how accents are
 * composed: spreadsheet programs allow no two sheets that differ in letter case alone. Code: `sheet_not_found`, with the sheets there are.
 */
export async function namedSheet(visibleSheets: readonly Sheet[], wanted: string): Promise<Sheet> {
  const named = visibleSheets.find(({ name }) => name === wanted) ?? (await sheetLike(visibleSheets, wanted));
  if (named === undefined) throw sheetNotFound(visibleSheets, wanted);
  return named;
}

async function sheetLike(visibleSheets: readonly Sheet[], wanted: string): Promise<Sheet | undefined> {
  const plainWanted = plain(wanted);
  for (const [index, sheet] of visibleSheets.entries()) {
    // A hostile workbook has 10,000 long names.
    if (index % NAMES_A_TURN === NAMES_A_TURN - 1) await nextTurn();
    if (plain(sheet.name) === plainWanted) return sheet;
  }
  return undefined;
}

function plain(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

function sheetNotFound(visibleSheets: readonly Sheet[], wanted: string): DialproofError {
  const listed = visibleSheets.slice(0, MAX_LISTED).map(({ name }) => shown(name));
  const more = visibleSheets.length > MAX_LISTED ? ` and ${visibleSheets.length - MAX_LISTED} more` : '';
  return new DialproofError('sheet_not_found', {
    hint: `the workbook has no visible sheet ${shown(wanted)}; its visible sheets are ${listed.join(', ')}${more}`,
  });
}

/** Cuts a name. It may have a phone number in it, which the caller may have meant for another setting. */
function shown(name: string): string {
  const text = withoutNumbers(name);
  return JSON.stringify(text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH)}…` : text);
}
