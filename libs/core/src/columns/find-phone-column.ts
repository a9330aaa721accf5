import { nextTurn } from '../async/turn.js';
import type { TaskNote } from '../model/file-reading.js';
import type { CellReading } from '../phone/cells/phone-cell.js';
import type { Row } from '../tables/table-block.js';
import { isUnlikeIds } from './choice/cell-signs.js';
import { ColumnJudge } from './choice/column-cells.js';
import { ColumnChoice } from './choice/column-choice.js';
import { countryNeeded, noPhoneColumn, otherPhoneColumns, type PossibleColumn } from './column-notes.js';
import { type FoundColumn, foundColumn, widthOf, withoutHeader } from './found-column.js';
import { headerMeaning, isFaxHeader, isPhoneHeader } from './header-words.js';
import { judgedColumn } from './judgement/judged-column.js';
import { withNotesOnSeveral } from './judgement/number-runs.js';
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
  // A cell with several numbers shows that its column holds phones, even if it is not read.
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
 * The column that the caller names. If several have that name, it is the leftmost that is mostly phones, as with several matching headers.
 * In a file without a header, the names are those of the result: `phone`, `column_2`.
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

/** Other columns whose headers and cells show phones, but not faxes. */
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

/**
 * Finds the column if the caller names none: by its header, otherwise by its cells. Without a matching header, the contract takes the first
 * column; here that needs evidence of phones, like any other column.
 */
async function detectPhoneColumn(rows: readonly Row[], reading: CellReading): Promise<FoundColumn> {
  const choice = await ColumnChoice.of(rows, reading);
  const columns = Array.from({ length: choice.width }, (_, index) => index);
  // A phone in the first row may match by its `tel:` or its label, but is not a header.
  const matches = columns.filter((index) => isPhoneHeader(choice.headerAt(index)));
  const matched = await choice.ofMatches(matches);
  await choice.readAhead(matched ?? 0);
  if (matched === undefined) {
    const found = await unmatchedColumn(choice, columns);
    return found === undefined
      ? withoutPhones(foundColumn(rows, 0, reading), choice)
      : foundColumn(rows, found, reading);
  }
  if (!choice.isMostlyPhones(matched)) {
    // In a file without a header, a word of the first row may match too, such as the name of a hotel or of Mr Patel.
    if (choice.isData(0) && isCredible(choice, 0)) return withoutHeader(rows, 0);
    const found = await choice.ofOthers(columns.slice(1).filter((index) => choice.isData(index)));
    if (found !== undefined) return withoutHeader(rows, found);
  }
  if (matches.every((index) => isByChance(choice, index))) {
    const found = await choice.ofOthers(columns.filter((index) => !matches.includes(index)));
    if (found !== undefined) return foundColumn(rows, found, reading);
  }
  const found = foundColumn(rows, matched, reading);
  if (choice.shownAt(matched) === 0 && choice.hasOthers(matched)) return withoutPhones(found, choice);
  return { ...found, holdsIds: choice.holdsIds(matched) };
}

/**
 * The first column if it shows phones, otherwise the best of all columns. Ids may also have a leading zero or many digits, so a column with
 * plus signs or brackets is preferred.
 */
async function unmatchedColumn(
  choice: ColumnChoice,
  columns: readonly number[],
): Promise<number | undefined> {
  const isFirst = isCredible(choice, 0);
  if (isFirst && !isFaxHeader(choice.headerAt(0))) {
    // Without a header, the contract takes the first column if its first row is a phone.
    if (choice.isData(0) || !choice.mayBeIds(0)) return 0;
    return (await choice.ofOthers(columns.filter((index) => choice.isMostlySure(index)))) ?? 0;
  }
  return (await choice.ofOthers(columns)) ?? (isFirst ? 0 : undefined);
}

/** Whether most filled cells of a column show that they are phones. */
function isCredible(choice: ColumnChoice, index: number): boolean {
  return choice.shownAt(index) * 2 > choice.cellsAt(index).filled;
}

/** Whether a header matches by chance, like `Titel`: no cell below is a phone, nor a national number below a header for phones. */
function isByChance(choice: ColumnChoice, index: number): boolean {
  if (choice.shownAt(index) > 0) return false;
  return headerMeaning(choice.headerAt(index)) !== 'phones' || choice.cellsAt(index).unread.length === 0;
}

/**
 * The result if no column is read: digits that may be ids would be checked and charged. The notes list the columns that the caller may
 * mean.
 */
async function withoutPhones(found: FoundColumn, choice: ColumnChoice): Promise<FoundColumn> {
  const possible: PossibleColumn[] = [];
  const notes: TaskNote[] = [];
  for (let index = 0; index < choice.width; index += 1) {
    // Without a matching header, the columns may not be examined yet.
    await nextTurn();
    await choice.readAhead(index);
    const { filled, isCounter, phones } = choice.cellsAt(index);
    const name = choice.headerAt(index);
    const national = choice.nationalAt(index);
    const numbers = phones + national.length;
    if (numbers > 0 && !isCounter) possible.push({ index, name, numbers, filled });
    if (national.length * 2 > filled && notes.length === 0) notes.push(countryNeeded(name, national, filled));
  }
  if (choice.hasRows) notes.unshift(noPhoneColumn(possible));
  return { ...found, holdsPhones: false, notes };
}
