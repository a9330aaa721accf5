import { nextTurn } from '../async/next-turn.js';
import type { TaskNote } from '../model/file-reading.js';
import type { CellReading } from '../phone/cells/phone-cell.js';
import type { Row } from '../tables/row.js';
import { ColumnChoice } from './choice/column-choice.js';
import { countryNeeded, noPhoneColumn, type PossibleColumn } from './column-notes.js';
import { type FoundColumn, foundColumn, withoutHeader } from './found-column.js';
import { headerMeaning, isFaxHeader, isPhoneHeader } from './header/header-words.js';

/**
 * Finds the column if the caller names none: by its header, else by its cells. If no header matches, the contract takes the first column.
 * Here it has to show that it holds phones, like any other one.
 */
export async function detectPhoneColumn(rows: readonly Row[], reading: CellReading): Promise<FoundColumn> {
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
 * The first column if it shows that it holds phones, else the best one of all. Ids may also have a leading zero or many digits, so a
 * column with plus signs or brackets goes first.
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

/** Whether the filled cells of a column are phones for the most part, and show it. */
function isCredible(choice: ColumnChoice, index: number): boolean {
  return choice.shownAt(index) * 2 > choice.cellsAt(index).filled;
}

/** Whether a header matches by chance, like `Titel`: no cell below is a phone, nor a national number below a header for phones. */
function isByChance(choice: ColumnChoice, index: number): boolean {
  if (choice.shownAt(index) > 0) return false;
  return headerMeaning(choice.headerAt(index)) !== 'phones' || choice.cellsAt(index).unread.length === 0;
}

/** Digits that may be ids are not read: checking them would be charged. The notes list the columns that the caller may mean. */
async function withoutPhones(found: FoundColumn, choice: ColumnChoice): Promise<FoundColumn> {
  const possible: PossibleColumn[] = [];
  const notes: TaskNote[] = [];
  for (let index = 0; index < choice.width; index += 1) {
    // Without a header that matches, no column may have been judged yet.
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
