import { Turn } from '../../async/turn.js';
import type { CellReading } from '../../phone/cells/cell-reading.js';
import { numberRun } from '../../phone/cells/digits/number-run.js';
import { readPhoneCell } from '../../phone/cells/phone-cell.js';
import type { CountryCode } from '../../phone/numbering/country-code.js';
import { callingCodeOf } from '../../phone/numbering/national-number.js';

/** If one in this many can only be several numbers in a row, the others are read like that too. */
const ONE_SURE_OF = 5;
/** With this many cells, it is no coincidence that all are valid abroad. */
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

/** Whether only a few cells are read, all as numbers of other countries, and each may hold several numbers one after another. */
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
