import { type CellReading, type CountryCode, findPhoneColumn, readPhoneCell } from '@dialproof/core';
import { createSeededRandom } from '@dialproof/generate';
import { type CountryNumbers, countryNumbers } from './country-numbers.js';
import { type ListFile, listFile } from './list-file.js';
import { LIST_KINDS } from './list-kinds.js';
import type { ListKind, ListReading, MadeColumn } from './number-list.js';
import { seedOf } from './seed-of.js';

/** A cell that was read otherwise than its writer meant. */
export interface OddCell {
  readonly country: CountryCode;
  readonly header: string;
  readonly text: string;
  readonly read: string | undefined;
  readonly meant: string | undefined;
}

export interface ListKindResult {
  readonly kind: ListKind;
  readonly example: string;
  lists: number;
  /** Lists of phones from which another column was taken. Their cells are not read, and count neither as read nor as missed. */
  wrongColumns: OddCell[];
  cells: number;
  read: number;
  /** Cells with a number that a careful reader knows. */
  readable: number;
  missed: OddCell[];
  wrong: OddCell[];
  /** Of all, since only the first are kept. */
  missedCount: number;
  wrongCount: number;
  /** Lists in which a cell was read wrongly. */
  wrongLists: number;
}

const KEPT_CELLS = 40;
/** How many rows a file's column is found from: a header and the first hundred. */
const SAMPLE_ROWS = 101;

/** Reads the lists of every kind of some countries as files are read. */
export async function measureLists(countries: readonly CountryCode[]): Promise<readonly ListKindResult[]> {
  const results = LIST_KINDS.map(
    (kind): ListKindResult => ({
      kind,
      example: '',
      lists: 0,
      wrongColumns: [],
      cells: 0,
      read: 0,
      readable: 0,
      missed: [],
      wrong: [],
      missedCount: 0,
      wrongCount: 0,
      wrongLists: 0,
    }),
  );
  for (const [turn, country] of countries.entries()) {
    const numbers = countryNumbers(country);
    for (const result of results) await measureList(result, numbers, turn);
  }
  return results;
}

async function measureList(result: ListKindResult, numbers: CountryNumbers, turn: number): Promise<void> {
  const { kind } = result;
  const { country } = numbers;
  const random = createSeededRandom(seedOf(`${kind.name} of ${country}`));
  const made = kind.make(numbers, random);
  if (made === undefined) return;
  const file = listFile(kind, made, country, { random, turn: turn + (seedOf(kind.name) % 97) });
  result.lists += 1;
  const { column, read } = await readList(file, made.reading);
  count(result, { made, file, column, read, country });
}

interface ReadList {
  readonly made: MadeColumn;
  readonly file: ListFile;
  readonly column: number;
  readonly read: readonly (string | undefined)[];
  readonly country: CountryCode;
}

function count(result: ListKindResult, { column, country, file, made, read }: ReadList): void {
  const header = file.rows[0]?.[file.column] ?? '';
  const isColumn = column === file.column;
  const wrongBefore = result.wrongCount;
  for (const [row, cell] of made.cells.entries()) {
    const found = read[row];
    const odd: OddCell = {
      country,
      header: isColumn ? header : `${file.rows[0]?.[column]}`,
      text: isColumn ? cell.text : `${file.rows[row + 1]?.[column]}`,
      read: found,
      meant: isColumn ? cell.number : undefined,
    };
    result.cells += 1;
    if (found !== odd.meant && found !== undefined) {
      result.wrongCount += 1;
      if (result.wrong.length < KEPT_CELLS * 100) result.wrong.push(odd);
    } else if (isColumn) {
      if (cell.isReadable) result.readable += 1;
      if (found !== undefined) result.read += 1;
      else if (cell.isReadable) {
        result.missedCount += 1;
        if (result.missed.length < KEPT_CELLS * 100) result.missed.push(odd);
      }
    }
  }
  if (result.wrongCount > wrongBefore) result.wrongLists += 1;
  if (!isColumn && result.kind.holdsPhones) {
    result.wrongColumns.push({
      country,
      header,
      text: made.cells[0]?.text ?? '',
      read: file.rows[0]?.[column],
      meant: header,
    });
  }
}

/** Finds the column of a list and reads its cells, in the way of a file's intake. */
export async function readList(
  { rows }: ListFile,
  reading: ListReading,
): Promise<{ readonly column: number; readonly read: readonly (string | undefined)[] }> {
  const found = await findPhoneColumn(rows.slice(0, SAMPLE_ROWS), reading);
  const cellReading: CellReading = { ...reading, isLocal: found.isLocal };
  return {
    column: found.index,
    read: rows.slice(1).map((row) => readPhoneCell(row[found.index] ?? '', cellReading)),
  };
}
