import type { CellReading } from '../phone/cells/phone-cell.js';
import type { Row } from '../tables/row.js';
import { bestColumn } from './best-column.js';
import { type ColumnCells, ColumnJudge } from './column-cells.js';
import { beginsWithPhone, type FoundColumn, foundColumn, widthOf, withoutHeader } from './found-column.js';
import { callsPhones, isFaxHeader, isIdOrCountHeader, isPhoneHeader, saysPhones } from './header-words.js';

/** Fewer phones may be chance, and are no reason to leave the first column. */
const FEWEST_PHONES = 3;

/**
 * Finds the column if the caller names none: by its header, else the first column, or, if that has no phone, by what the cells hold.
 */
export async function detectPhoneColumn(rows: readonly Row[], reading: CellReading): Promise<FoundColumn> {
  const header = rows[0] ?? [];
  const judge = new ColumnJudge(rows.slice(1), reading);
  const isData = (index: number): boolean => beginsWithPhone(rows, index, reading);

  // A phone in the first row may match by its `tel:` or its label, and is no header.
  const matches = header.flatMap((cell, index) => (isPhoneHeader(cell) && !isData(index) ? [index] : []));
  const matched = await leftmostPhones(header, matches, judge);
  if (matched === undefined) {
    // One phone in the first column is enough. Without any, every row would be unknown.
    const isFirst = isData(0) || judge.hasPhone(0);
    const found = isFirst ? 0 : ((await columnByCells(header, otherColumns(rows), judge, isData)) ?? 0);
    return foundColumn(rows, found, reading);
  }
  if (!judge.isMostlyPhones(matched)) {
    // In a file without a header, a word of the first row may match too, such as the name of a hotel or of Mr Patel.
    if (isData(0) && judge.isMostlyPhones(0)) return withoutHeader(rows, 0);
    const found = await columnByCells(header, otherColumns(rows).filter(isData), judge, isData);
    if (found !== undefined) return withoutHeader(rows, found);
  }
  return foundColumn(rows, matched, reading);
}

/** Of columns whose headers match, gives the best one, or the leftmost if none has phones. */
export async function leftmostPhones(
  header: Row,
  indexes: readonly number[],
  judge: ColumnJudge,
): Promise<number | undefined> {
  if (indexes.length < 2) return indexes[0];
  const best = await bestColumn(indexes, (index) => {
    const cells = judge.judge(index);
    if (cells === undefined) return undefined;
    const name = header[index] ?? '';
    // With a default country nearly all digits can be a phone number, those of orders too.
    const phones = isIdOrCountHeader(name) ? cells.unlikeIds : cells.phones;
    const isInDoubt = !callsPhones(name) && !isWrittenAsPhones(cells);
    return { index, cells: { ...cells, phones }, isSecondChoice: isInDoubt || isFaxHeader(name) };
  });
  return best ?? indexes[0];
}

/**
 * Of columns whose headers do not match, gives the best one whose header names phones in other words, else the best one whose cells
 * show them. Digits that may be ids do not show them: they can be valid numbers, and checking them would be charged.
 */
async function columnByCells(
  header: Row,
  indexes: readonly number[],
  judge: ColumnJudge,
  isData: (index: number) => boolean,
): Promise<number | undefined> {
  const bestOf = (isEvident: (name: string, cells: ColumnCells) => boolean) =>
    bestColumn(indexes, (index) => {
      const cells = judge.judge(index);
      if (cells === undefined || cells.phones + (isData(index) ? 1 : 0) < FEWEST_PHONES) return undefined;
      const name = header[index] ?? '';
      return isEvident(name, cells) ? { index, cells, isSecondChoice: isFaxHeader(name) } : undefined;
    });
  return (await bestOf(saysPhones)) ?? bestOf((_, cells) => isWrittenAsPhones(cells) && cells.unlikeIds > 0);
}

function isWrittenAsPhones({ phones, writtenAsPhones }: ColumnCells): boolean {
  return writtenAsPhones * 2 > phones;
}

function otherColumns(rows: readonly Row[]): readonly number[] {
  return Array.from({ length: widthOf(rows) }, (_, index) => index).slice(1);
}
