import { filterInTurns, Turn } from '../../async/turn.js';
import type { TaskNote } from '../../model/file-reading.js';
import { localWriting } from '../../phone/cells/digits/local-number.js';
import { numberRun } from '../../phone/cells/digits/number-run.js';
import { type CellReading, readPhoneCell } from '../../phone/cells/phone-cell.js';
import { partsOfSeveral } from '../../phone/cells/text/several-numbers.js';
import { foldToAscii } from '../../phone/fold-to-ascii.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import { callingCodeOf } from '../../phone/numbering/national-number.js';
import type { Row } from '../../tables/table-block.js';
import { isDialable } from '../choice/cell-signs.js';
import { countryNeeded, numbersWithoutAreaCode, severalInARow, severalNumbers } from '../column-notes.js';
import { type FoundColumn, readingOf } from '../found-column.js';

/** If at least one cell in this many can only be several numbers in a row, the others are read as several too. */
const ONE_SURE_OF = 5;
/** This many cells are not all valid abroad by chance. */
const FEWEST_ABROAD = 3;

/** The cells of a column that are several numbers of the country in a row, such as `243 868 293 131`. */
export interface NumberRuns {
  /** The cells that can only be several numbers, with these numbers. */
  readonly sure: ReadonlyMap<string, readonly string[]>;
  /** Whether the other cells, which can also be one number, are read as several. */
  readonly areUsual: boolean;
}

export async function numberRuns(
  column: readonly string[],
  reading: CellReading,
  country: CountryCode,
): Promise<NumberRuns> {
  const turn = new Turn();
  const single: CellReading = { ...reading, severalNumbers: 'unknown' };
  const sure = new Map<string, readonly string[]>();
  const unsure = new Set<string>();
  for (const cell of column) {
    if (turn.isLong) await turn.next();
    const run = numberRun(cell, country);
    if (run === undefined) continue;
    if (readPhoneCell(cell, single) === undefined) sure.set(cell, run);
    else unsure.add(cell);
  }
  const areUsual =
    sure.size > 0
      ? sure.size * (ONE_SURE_OF - 1) >= unsure.size
      : await areAloneAbroad(column, unsure, single, country);
  return { sure, areUsual };
}

/** Whether only a few cells are read, all as numbers abroad that may also be several numbers in a row. */
async function areAloneAbroad(
  column: readonly string[],
  runs: ReadonlySet<string>,
  reading: CellReading,
  country: CountryCode,
): Promise<boolean> {
  if (runs.size === 0 || runs.size >= FEWEST_ABROAD) return false;
  const ownCode = `+${callingCodeOf(country)}`;
  const turn = new Turn();
  for (const cell of column) {
    if (turn.isLong) await turn.next();
    const number = readPhoneCell(cell, reading);
    if (number !== undefined && (!runs.has(cell) || number.startsWith(ownCode))) return false;
  }
  return true;
}

/** How many cells of a column are examined. */
const JUDGED_CELLS = 100;

/** A smaller share of cells with several numbers gives no note. */
const SHARE = 0.1;

/**
 * Adds a note that cells hold several numbers, unless the caller has decided how to read them. It also notes missing parts of these
 * numbers, since the other notes examine only cells with one number.
 */
export async function withNotesOnSeveral(
  found: FoundColumn,
  rows: readonly Row[],
  reading: CellReading,
): Promise<FoundColumn> {
  if (!found.holdsPhones) return found;
  const cells = rows
    .slice(found.dataStart, found.dataStart + JUDGED_CELLS)
    .map((row) => row[found.index] ?? '')
    .filter((cell) => cell.trim() !== '');
  const { name } = found;
  const shown = readingOf(found, reading);
  const several = await filterInTurns(cells, (cell) => holdsSeveral(cell, shown));
  if (several.length === 0 || several.length < cells.length * SHARE) {
    const inRows = await filterInTurns(cells, (cell) => isInARow(cell, shown));
    if (inRows.length === 0 || inRows.length < cells.length * SHARE) return found;
    return { ...found, notes: [...found.notes, severalInARow(name, inRows, cells.length)] };
  }
  const added: TaskNote[] = [];
  const lacking = await filterInTurns(
    several,
    (cell) => readPhoneCell(cell, { ...reading, severalNumbers: 'first' }) === undefined,
  );
  if (lacking.length * 2 > cells.length) {
    const { areaCode, defaultCountry } = reading;
    if (defaultCountry === undefined) added.push(countryNeeded(name, lacking, cells.length));
    else if (areaCode === undefined) {
      const short = lacking.filter((cell) => isShort(cell, defaultCountry));
      if (short.length * 2 > cells.length) added.push(numbersWithoutAreaCode(name, short, cells.length));
    }
  }
  if (reading.severalNumbers !== 'first') added.push(severalNumbers(name, several, cells.length));
  const known = found.notes.map(({ code }) => code);
  return { ...found, notes: [...found.notes, ...added.filter(({ code }) => !known.includes(code))] };
}

function holdsSeveral(cell: string, reading: CellReading): boolean {
  if (readPhoneCell(cell, { ...reading, severalNumbers: 'unknown' }) !== undefined) return false;
  if (readPhoneCell(cell, { ...reading, severalNumbers: 'first' }) !== undefined) return true;
  const parts = partsOfSeveral(foldToAscii(cell).trim());
  return parts.length > 1 && parts.every(isDialable);
}

function isInARow(cell: string, { defaultCountry, holdsRuns }: CellReading): boolean {
  return holdsRuns === true && defaultCountry !== undefined && numberRun(cell, defaultCountry) !== undefined;
}

function isShort(cell: string, country: CountryCode): boolean {
  return partsOfSeveral(foldToAscii(cell).trim()).every((part) => localWriting(part, country) === 'short');
}
