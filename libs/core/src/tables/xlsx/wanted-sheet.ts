import { nextTurn } from '../../async/turn.js';
import { DialproofError, isDialproofError, withoutNumbers } from '../../model/errors.js';
import type { Row, TableBlock } from '../table-block.js';
import type { Sheet } from './workbook.js';

/** The most sheets with rows that are examined. Each takes as long as finding the phone column of a file. */
const MAX_JUDGED = 20;

/** Above this size, no further rows of a sheet are examined. */
const MAX_BYTES = 1024 * 1024;

/** The first rows of a sheet. */
export interface FirstRows {
  readonly rows: readonly Row[];
  /** The number of each row in the file, counted from 1 with the empty rows, as a spreadsheet shows them. */
  readonly rowNumbers: readonly number[];
  /** Whether the sheet has no further rows. */
  readonly areAll: boolean;
}

/** The choice of a workbook's sheet. */
export interface SheetChoice {
  /** The number of first rows that decide about a sheet. */
  readonly rows: number;
  /** Whether the sheet is wanted. A `DialproofError` means that it is not. */
  isWanted(first: FirstRows): Promise<boolean>;
}

/**
 * The first sheet for which `isWanted` is true, by its first rows; undefined if it is for none of the first 20 sheets with rows. `passed`:
 * whether a sheet with rows comes before it.
 */
export async function wantedSheet(
  visibleSheets: readonly Sheet[],
  { isWanted, rows }: SheetChoice,
  blocksOf: (sheet: Sheet) => AsyncGenerator<TableBlock>,
): Promise<{ readonly sheet: Sheet; readonly passed: boolean } | undefined> {
  let judged = 0;
  for (const sheet of visibleSheets) {
    try {
      const first = await firstRows(blocksOf(sheet), rows);
      if (first.rows.length === 0) continue;
      judged += 1;
      if (await isWanted(first)) return { sheet, passed: judged > 1 };
    } catch (error) {
      // An unreadable sheet is skipped here. It is refused only if it is chosen.
      if (!isDialproofError(error)) throw error;
      judged += 1;
    }
    if (judged === MAX_JUDGED) break;
  }
  return undefined;
}

async function firstRows(blocks: AsyncGenerator<TableBlock>, wanted: number): Promise<FirstRows> {
  const first: TableBlock[] = [];
  let rows = 0;
  let bytes = 0;
  for await (const block of blocks) {
    first.push(block);
    rows += block.count;
    bytes += block.text.length;
    if (rows >= wanted || bytes > MAX_BYTES) return joined(first, false);
  }
  return joined(first, true);
}

function joined(blocks: readonly TableBlock[], areAll: boolean): FirstRows {
  return {
    rows: blocks.flatMap((block) => block.rows()),
    rowNumbers: blocks.flatMap(({ rowNumbers }) => rowNumbers),
    areAll,
  };
}

/** How many sheets a hint lists, and how much of each name. */
const MAX_LISTED = 20;
const MAX_NAME_LENGTH = 40;

const NAMES_A_TURN = 500;

/**
 * The visible sheet that a caller names. A name that is equal wins over one that differs in letter case, spaces, or how accents are
 * composed: spreadsheet programs allow no two sheets that differ in letter case alone. Code: `sheet_not_found`, with the names of the
 * sheets.
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

/** Cuts a name, without phone numbers: the caller may have meant one for another setting. */
function shown(name: string): string {
  const text = withoutNumbers(name);
  return JSON.stringify(text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH)}…` : text);
}
