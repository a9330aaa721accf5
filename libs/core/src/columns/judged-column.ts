import type { TaskNote } from '../model/file-reading.js';
import type { CellReading } from '../phone/cells/phone-cell.js';
import type { Row } from '../tables/row.js';
import { ColumnJudge } from './column-cells.js';
import { countryNeeded, numbersWithoutAreaCode } from './column-notes.js';
import type { FoundColumn } from './found-column.js';
import { areOtherNumbers } from './shown-phones.js';

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
  const { unread } = cells;
  const isNational = reading.defaultCountry === undefined && unread.length * 2 > cells.filled;
  const notes: TaskNote[] = [];
  if (isNamed || !areOtherNumbers(name, cells)) {
    if (isNational) notes.push(countryNeeded(name, unread, cells.filled));
    if (local.length > 0 && reading.areaCode === undefined) {
      notes.push(numbersWithoutAreaCode(name, local, cells.filled));
    }
  }
  return { ...found, isLocal: local.length > 0, isNational, notes };
}
