import { filterInTurns } from '../../async/turn.js';
import type { TaskNote } from '../../model/file-reading.js';
import type { CellReading, ColumnReading } from '../../phone/cells/cell-reading.js';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import type { Row } from '../../tables/table-block.js';
import { type ColumnCells, ColumnJudge } from '../choice/column-cells.js';
import { areOtherNumbers } from '../choice/shown-phones.js';
import { countryNeeded, numbersWithoutAreaCode } from '../column-notes.js';
import type { FoundColumn } from '../found-column.js';
import { headerMeaning } from '../header-words.js';
import { doubtfulCells, doubtfulNationals } from './doubtful-digits.js';
import { areAtHome, localCells, zeroAreas } from './home-numbers.js';
import { numberRuns } from './number-runs.js';
import { areBesideNationals, sharedCallingCode } from './shared-calling-code.js';

/** Digits alone count as beginning with a calling code if at most one cell is unreadable for this many readable ones. */
const MOST_ABROAD_BY_CHANCE = 4;
/** A single cell may be an error. */
const FEWEST_BARE = 2;

/**
 * Adds the evidence of its first cells to a column, such as missing area codes or a missing country. Its notes are left out if the header
 * and the cells suggest other numbers, unless the caller has named the column.
 */
export async function judgedColumn(
  rows: readonly Row[],
  found: FoundColumn,
  reading: CellReading,
  isNamed: boolean,
): Promise<FoundColumn> {
  if (!found.holdsPhones) return found;
  const { index, name } = found;
  const judge = new ColumnJudge(rows.slice(found.dataStart), reading);
  await judge.readAhead(index);
  const cells = judge.judge(index);
  const { notes, ...shown } =
    reading.defaultCountry === undefined
      ? await withoutCountry(name, cells, judge.cellsAt(index), reading)
      : await withCountry(name, judge.cellsAt(index), reading, reading.defaultCountry);
  return { ...found, ...shown, notes: isNamed || !areOtherNumbers(name, cells) ? notes : [] };
}

interface Judgement extends ColumnReading {
  readonly notes: readonly TaskNote[];
}

async function withoutCountry(
  name: string,
  cells: ColumnCells,
  column: readonly string[],
  reading: CellReading,
): Promise<Judgement> {
  const callingCode = headerMeaning(name) === 'phones' ? sharedCallingCode(column) : undefined;
  if (callingCode !== undefined) return { callingCode, notes: [] };
  if (headerMeaning(name) === 'phones' && areBesideNationals(column))
    return { notes: cells.unread.length === 0 ? [] : [countryNeeded(name, cells.unread, cells.filled)] };
  const isNational = areNational(cells);
  const nationalOf = await doubtfulNationals(column, reading);
  const unread = [...cells.unread, ...(await doubtfulCells(column, reading, nationalOf))];
  const isNoted = isNational || unread.length > cells.unread.length;
  return { isNational, nationalOf, notes: isNoted ? [countryNeeded(name, unread, cells.filled)] : [] };
}

async function withCountry(
  name: string,
  column: readonly string[],
  reading: CellReading,
  country: CountryCode,
): Promise<Judgement> {
  const runs = await numberRuns(column, reading, country);
  const local = localCells(column, runs.sure, country);
  const { areUsual: isLocal, cells, usualDigits: usualLocalDigits } = local;
  const isNoted = (isLocal || local.needAreaCode) && reading.areaCode === undefined;
  return {
    isLocal,
    usualLocalDigits,
    localLengths: local.lengths,
    nationalOf: await doubtfulNationals(column, reading),
    holdsRuns: runs.areUsual,
    isHome: await areAtHome(column, reading, country),
    zeroAreas: isLocal ? undefined : await zeroAreas(column, reading, country),
    dottedDigits: await dottedDigits(column, reading),
    notes: isNoted ? [numbersWithoutAreaCode(name, cells, column.length)] : [],
  };
}

/**
 * Whether cells are national numbers of an unknown country: either most cells, or so many of those with digits alone that the rest must be
 * valid abroad by chance. Some Chinese mobile numbers, for example, are also valid in North America.
 */
function areNational({ bareUnread, barePhones, filled, unread }: ColumnCells): boolean {
  const isBare = bareUnread >= FEWEST_BARE && bareUnread * MOST_ABROAD_BY_CHANCE > barePhones;
  return isBare || unread.length * 2 > filled;
}

const DOTTED = /^\d+(?:\.\d+)+$/;

/**
 * The lengths of the phones that are written with dots. Undefined unless these are at least half of the cells with dots, since others may
 * be IP addresses.
 */
async function dottedDigits(
  column: readonly string[],
  reading: CellReading,
): Promise<ReadonlySet<number> | undefined> {
  const dotted = column.filter((cell) => DOTTED.test(cell.trim()));
  const phones = await filterInTurns(dotted, (cell) => readPhoneCell(cell, reading) !== undefined);
  if (phones.length === 0 || phones.length * 2 < dotted.length) return undefined;
  return new Set(phones.map((cell) => cell.replace(/\D/g, '').length));
}
