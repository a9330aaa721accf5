import type { TaskNote } from '../model/file-reading.js';
import type { CellReading } from '../phone/cells/phone-cell.js';
import type { Row } from '../tables/row.js';
import { type ColumnCells, ColumnJudge } from './column-cells.js';
import { countryNeeded, numbersWithoutAreaCode } from './column-notes.js';
import { doubtfulCells, doubtfulCountries } from './doubtful-digits.js';
import type { FoundColumn } from './found-column.js';
import { areOtherNumbers } from './shown-phones.js';

/** Digits alone are believed to begin with a calling code if at most one cell is unreadable for so many that are read. */
const MOST_ABROAD_BY_CHANCE = 4;
/** A single cell may be a slip. */
const FEWEST_BARE = 2;

/**
 * Adds to the column what its first cells show about all of them: whether they lack area codes, or a country to be read by. The notes
 * are left out where the header and the cells rather speak of other numbers, unless the caller has named the column.
 */
export function judgedColumn(
  rows: readonly Row[],
  found: FoundColumn,
  reading: CellReading,
  isNamed: boolean,
): FoundColumn {
  if (!found.holdsPhones) return found;
  const { index, name } = found;
  const judge = new ColumnJudge(rows.slice(found.dataStart), reading);
  const cells = judge.judge(index);
  const local = judge.localAt(index);
  const hasCountry = reading.defaultCountry !== undefined;
  const isNational = !hasCountry && areNational(cells);
  const nationalOf = hasCountry ? [] : doubtfulCountries(judge.cellsAt(index), reading);
  const doubtful = doubtfulCells(judge.cellsAt(index), reading, nationalOf);
  const notes: TaskNote[] = [];
  if (isNamed || !areOtherNumbers(name, cells)) {
    if (isNational || doubtful.length > 0) {
      notes.push(countryNeeded(name, [...cells.unread, ...doubtful], cells.filled));
    }
    if (local.length > 0 && reading.areaCode === undefined) {
      notes.push(numbersWithoutAreaCode(name, local, cells.filled));
    }
  }
  return { ...found, isLocal: local.length > 0, isNational, nationalOf, notes };
}

/**
 * Whether cells are national numbers of an unknown country: most of them, or so many of those with digits alone that the others are
 * numbers abroad by chance: some Chinese mobile numbers are numbers of North America too.
 */
function areNational({ bareUnread, barePhones, filled, unread }: ColumnCells): boolean {
  const isBare = bareUnread >= FEWEST_BARE && bareUnread * MOST_ABROAD_BY_CHANCE > barePhones;
  return isBare || unread.length * 2 > filled;
}
