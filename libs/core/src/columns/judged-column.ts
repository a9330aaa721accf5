import type { TaskNote } from '../model/file-reading.js';
import type { CellReading } from '../phone/cells/phone-cell.js';
import type { Row } from '../tables/row.js';
import { type ColumnCells, ColumnJudge } from './column-cells.js';
import { countryNeeded } from './column-notes.js';
import type { FoundColumn } from './found-column.js';
import { headerMeaning } from './header-words.js';

/** Adds to the column what its first cells show about all of them: whether they lack area codes, or a country to be read. */
export function judgedColumn(
  rows: readonly Row[],
  found: FoundColumn,
  reading: CellReading,
  isNamed: boolean,
): FoundColumn {
  if (!found.holdsPhones) return found;
  const { index, name } = found;
  const judge = new ColumnJudge(rows.slice(found.dataStart), reading);
  const notes: TaskNote[] = [];
  if (reading.defaultCountry === undefined) {
    const cells = judge.judge(index);
    const unread = judge.unreadAt(index);
    if (unread.length * 2 > cells.filled && (isNamed || meansPhones(name, cells))) {
      notes.push(countryNeeded(name, unread, cells.filled));
    }
  }
  return { ...found, notes: [...found.notes, ...notes] };
}

function meansPhones(header: string, { isCounter }: ColumnCells): boolean {
  const meaning = headerMeaning(header);
  return meaning === 'phones' || (meaning === 'number' && !isCounter);
}
