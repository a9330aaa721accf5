import type { CountryCode } from '../phone/country-code.js';
import type { Row } from '../tables/row.js';
import { bestColumn } from './best-column.js';
import { ColumnJudge } from './column-cells.js';
import { beginsWithPhone, type FoundColumn, widthOf, withHeader, withoutHeader } from './found-column.js';
import { isFaxHeader, isOfNumberedThings, isPhoneHeader, saysPhones } from './header-words.js';

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
    if (isData(0)) return withoutHeader(rows, 0);
    // A single phone there makes it the one; without any, all rows would come back unknown.
    const found = judge.hasPhone(0) ? undefined : await columnByCells(header, otherColumns(rows), judge);
    if (found === undefined) return withHeader(rows, 0);
    return isData(found) ? withoutHeader(rows, found) : withHeader(rows, found);
  }
  if (judge.isMostlyPhones(matched)) return withHeader(rows, matched);
  // Without a header, a word of the first row may still match, such as the name of a hotel or of Mr Patel.
  if (isData(0) && judge.isMostlyPhones(0)) return withoutHeader(rows, 0);
  const found = await columnByCells(header, otherColumns(rows).filter(isData), judge);
  return found === undefined ? withHeader(rows, matched) : withoutHeader(rows, found);
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
    const phones = isOfNumberedThings(name) ? cells.writtenAsPhones : cells.phones;
    return { index, cells: { ...cells, phones }, isSecondChoice: isFaxHeader(name) };
  });
  return best ?? indexes[0];
}

/**
 * Of columns whose headers do not match, the best one whose header says in other words that it holds phones, else whose cells
 * show it. Digits alone below a header that says nothing show nothing: barcodes and ids can be valid numbers, and checking
 * them would be charged.
 */
async function columnByCells(
  header: Row,
  indexes: readonly number[],
  judge: ColumnJudge,
): Promise<number | undefined> {
  const named = indexes.filter((index) => saysPhones(header[index] ?? ''));
  const bestOf = (columns: readonly number[], isNamed: boolean) =>
    bestColumn(columns, (index) => {
      const cells = judge.judge(index);
      if (cells === undefined || cells.phones < FEWEST_PHONES) return undefined;
      const isEvident = isNamed || cells.writtenAsPhones * 2 > cells.phones;
      return isEvident ? { index, cells, isSecondChoice: isFaxHeader(header[index] ?? '') } : undefined;
    });
  return (await bestOf(named, true)) ?? bestOf(indexes, false);
}

function otherColumns(rows: readonly Row[]): readonly number[] {
  return Array.from({ length: widthOf(rows) }, (_, index) => index).slice(1);
}
