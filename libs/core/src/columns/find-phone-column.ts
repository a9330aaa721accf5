import type { CellReading } from '../phone/cells/phone-cell.js';
import type { Row } from '../tables/row.js';
import { isUnlikeIds } from './choice/cell-signs.js';
import { ColumnJudge } from './choice/column-cells.js';
import { ColumnChoice } from './choice/column-choice.js';
import { otherPhoneColumns, type PossibleColumn } from './column-notes.js';
import { detectPhoneColumn } from './detect-phone-column.js';
import { type FoundColumn, foundColumn, widthOf, withoutHeader } from './found-column.js';
import { headerMeaning, isFaxHeader } from './header/header-words.js';
import { judgedColumn } from './judgement/judged-column.js';
import { withNotesOnSeveral } from './judgement/several-in-cells.js';
import { columnNotFound, headersNamed, namedPosition } from './named-column.js';

export interface FindPhoneColumnOptions extends CellReading {
  /**
   * The column that the caller names: a header, or a position from 0. A header that is equal wins over one that differs in letter
   * case or spaces. Digits are a position if no header is equal to them.
   */
  readonly phoneColumn?: string | number;
}

/**
 * Finds the phone column by the first rows of a file, including a possible header. A hundred rows of data are enough.
 * Rejects with `column_not_found` if the caller names a column that does not exist.
 */
export async function findPhoneColumn(
  rows: readonly Row[],
  { phoneColumn, ...cellReading }: FindPhoneColumnOptions,
): Promise<FoundColumn> {
  // A cell with several numbers shows that its column holds phones, even if none of them is read.
  const reading: CellReading = { ...cellReading, severalNumbers: 'first' };
  const isNamed = phoneColumn !== undefined;
  const found = isNamed
    ? await namedPhoneColumn(rows, phoneColumn, reading)
    : await detectPhoneColumn(rows, reading);
  const judged = await withNotesOnSeveral(
    await judgedColumn(rows, found, reading, isNamed),
    rows,
    cellReading,
  );
  const others = judged.holdsPhones ? await otherColumns(rows, judged, reading) : [];
  if (others.length === 0) return judged;
  return { ...judged, notes: [...judged.notes, otherPhoneColumns(judged.name, others)] };
}

/**
 * The column that the caller names. Among several with that name, it is the leftmost that is mostly phones, as with several matching
 * headers. In a file without a header, the names are those of the result: `phone`, `column_2`.
 */
async function namedPhoneColumn(
  rows: readonly Row[],
  phoneColumn: string | number,
  reading: CellReading,
): Promise<FoundColumn> {
  const header = rows[0] ?? [];
  const detected = await detectPhoneColumn(rows, reading);
  const hasHeader = detected.dataStart === 1;
  const at = namedPosition(phoneColumn, widthOf(rows));
  if (typeof phoneColumn === 'string' && (hasHeader || at === undefined)) {
    const choice = await ColumnChoice.of(rows, reading);
    const named = await choice.ofMatches(await headersNamed(header, phoneColumn));
    if (named !== undefined) return foundColumn(rows, named, reading);
    if (!hasHeader) {
      const [madeUp] = await headersNamed(detected.header, phoneColumn);
      if (madeUp !== undefined) return withoutHeader(rows, madeUp);
    }
  }
  if (at === undefined) throw columnNotFound(phoneColumn, header);
  return hasHeader ? foundColumn(rows, at, reading) : withoutHeader(rows, at);
}

/** Other columns whose headers and cells say that they hold phones. Faxes are no phones of people. */
async function otherColumns(
  rows: readonly Row[],
  { dataStart, index: found }: FoundColumn,
  reading: CellReading,
): Promise<readonly PossibleColumn[]> {
  if (dataStart === 0) return [];
  const judge = new ColumnJudge(rows.slice(1), reading);
  const others: PossibleColumn[] = [];
  for (const [index, name] of (rows[0] ?? []).entries()) {
    if (index === found || headerMeaning(name) !== 'phones' || isFaxHeader(name)) continue;
    await judge.readAhead(index);
    const { filled, phones, unread } = judge.judge(index);
    const national = reading.defaultCountry === undefined ? unread.filter(isUnlikeIds) : [];
    const numbers = phones + national.length;
    if (numbers * 2 > filled) others.push({ index, name, numbers, filled });
  }
  return others;
}
