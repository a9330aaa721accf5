import type { CountryCode } from '../phone/country-code.js';
import type { Row } from '../tables/row.js';
import { bestColumn } from './best-column.js';
import { type ColumnCells, ColumnJudge } from './column-cells.js';
import { beginsWithPhone, type FoundColumn, foundColumn, widthOf, withoutHeader } from './found-column.js';
import { callsPhones, isFaxHeader, isPhoneHeader, saysPhones } from './header-words.js';
import { isOfNumberedThings } from './numbered-things.js';

/** Fewer phones than this may be chance, and no reason to leave the first column. */
const FEWEST_PHONES = 3;

/** The column that nobody named: by the header, else the first one, else, where that has no phone, by what the cells hold. */
export async function detectPhoneColumn(
  rows: readonly Row[],
  defaultCountry: CountryCode | undefined,
): Promise<FoundColumn> {
  const header = rows[0] ?? [];
  const judge = new ColumnJudge(rows.slice(1), defaultCountry);
  const isData = (index: number): boolean => beginsWithPhone(rows, index, defaultCountry);

  // A phone that is written as `tel:` or with a label is no header.
  const matches = header.flatMap((cell, index) => (isPhoneHeader(cell) && !isData(index) ? [index] : []));
  const matched = await leftmostPhones(header, matches, judge);
  if (matched === undefined) {
    // A single phone in the first column makes it the one; without any, all rows would come back unknown.
    const isFirst = isData(0) || judge.hasPhone(0);
    const found = isFirst ? 0 : ((await columnByCells(header, otherColumns(rows), judge, isData)) ?? 0);
    return foundColumn(rows, found, defaultCountry);
  }
  if (!judge.isMostlyPhones(matched)) {
    // Without a header, a word of the first row may still match, such as the name of a hotel or of Mr Patel.
    if (isData(0) && judge.isMostlyPhones(0)) return withoutHeader(rows, 0);
    const found = await columnByCells(header, otherColumns(rows).filter(isData), judge, isData);
    if (found !== undefined) return withoutHeader(rows, found);
  }
  return foundColumn(rows, matched, defaultCountry);
}

/** Of columns whose headers match, the best one, the leftmost if none has phones. */
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
    // With a default country nearly all digits can be a number somewhere, those of orders too.
    const phones = isOfNumberedThings(name) ? cells.unlikeIds : cells.phones;
    const isInDoubt = !callsPhones(name) && !isWrittenAsPhones(cells);
    return { index, cells: { ...cells, phones }, isSecondChoice: isInDoubt || isFaxHeader(name) };
  });
  return best ?? indexes[0];
}

/**
 * Of columns whose headers do not match, the best one whose header says in other words that it holds phones, else whose cells
 * show it. What may be ids below a header that says nothing shows nothing: they can be valid numbers, and checking them would be
 * charged.
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
