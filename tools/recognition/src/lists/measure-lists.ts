import type { CountryCode } from '@dialproof/core';
import { createSeededRandom } from '@dialproof/generate';
import { readPhoneFile } from '../read-phone-file.js';
import { type CountryNumbers, seedOf } from './country-numbers.js';
import { type ListedCell, ROWS } from './list-entries.js';
import { type ListFile, listFile } from './list-file.js';
import type { ListKind, ListReading } from './list-kinds.js';

/** A cell that was read otherwise than its writer meant. */
export interface OddCell {
  readonly country: CountryCode;
  /** The header above it. */
  readonly header: string;
  readonly text: string;
  readonly read: string | undefined;
  readonly meant: string | undefined;
}

/** A list of phones from which another column was taken, or none. */
export interface WrongColumn {
  readonly country: CountryCode;
  readonly headers: readonly string[];
  readonly taken: number;
  readonly column: number;
  /** Its first cell. */
  readonly text: string;
}

/** How the lists of one kind were read. Where another column was taken, its cells count as wrong if they were read, and not else. */
export interface ListTally {
  readonly kind: ListKind;
  readonly example: string;
  readonly lists: number;
  readonly wrongColumns: readonly WrongColumn[];
  /** Lists of phones in which no phone column was found: every row is unknown, and the task says so. */
  readonly noColumn: readonly WrongColumn[];
  readonly cells: number;
  readonly read: number;
  /** Cells of columns that were taken, in which a careful reader recognises the number. */
  readonly readable: number;
  readonly missed: readonly OddCell[];
  readonly wrong: readonly OddCell[];
}

/** Measures the lists of one kind for every country that has one, each with this many rows. */
export async function measureKind(
  kind: ListKind,
  countries: readonly CountryNumbers[],
  rows = ROWS,
): Promise<ListTally> {
  const tallies = new ListTallies(kind);
  for (const [turn, numbers] of countries.entries()) {
    const random = createSeededRandom(seedOf(`${kind.name} of ${numbers.country}`));
    const made = kind.make(numbers, random);
    if (made === undefined) continue;
    const cells = made.cells.slice(0, rows);
    const file = listFile(kind, cells, numbers.country, { random, turn: turn + seedOf(kind.name) });
    tallies.add(numbers.country, cells, file, await readList(file, made.reading));
  }
  return tallies;
}

class ListTallies implements ListTally {
  readonly kind: ListKind;
  example = '';
  lists = 0;
  cells = 0;
  read = 0;
  readable = 0;
  readonly wrongColumns: WrongColumn[] = [];
  readonly noColumn: WrongColumn[] = [];
  readonly missed: OddCell[] = [];
  readonly wrong: OddCell[] = [];

  constructor(kind: ListKind) {
    this.kind = kind;
  }

  add(country: CountryCode, cells: readonly ListedCell[], file: ListFile, list: ReadList): void {
    const headers = file.dataStart === 0 ? [] : (file.rows[0] ?? []);
    const isColumn = list.column === file.column && list.holdsPhones;
    if (this.lists === 0 || country === 'DE') this.example = cells[0]?.text ?? '';
    this.lists += 1;
    this.cells += cells.length;
    if (!isColumn && this.kind.holdsPhones) {
      const lists = list.holdsPhones ? this.wrongColumns : this.noColumn;
      lists.push({ country, headers, taken: list.column, column: file.column, text: cells[0]?.text ?? '' });
    }
    for (const [row, cell] of cells.entries()) {
      const read = list.read[row];
      const text = file.rows[file.dataStart + row]?.[list.column] ?? '';
      const meant = isColumn ? cell.number : undefined;
      const odd = { country, header: headers[list.column] ?? '', text, read, meant };
      if (read !== undefined && read !== meant) this.wrong.push(odd);
      else if (isColumn) this.#count(cell, odd);
    }
  }

  #count({ isReadable }: ListedCell, cell: OddCell): void {
    if (isReadable) this.readable += 1;
    if (cell.read !== undefined) this.read += 1;
    else if (isReadable) this.missed.push(cell);
  }
}

interface ReadList {
  /** The position of the column that was taken. */
  readonly column: number;
  /** Whether the column shows that it holds phones. Otherwise no cell is read. */
  readonly holdsPhones: boolean;
  /** The readings of its cells, without the header. A first row that was taken for a header has none. */
  readonly read: readonly (string | undefined)[];
}

/** Reads a list as a task does. */
async function readList({ dataStart, rows }: ListFile, reading: ListReading): Promise<ReadList> {
  const { file, numbers } = await readPhoneFile(rows, reading);
  return {
    column: file.phoneColumn?.index ?? 0,
    holdsPhones: file.phoneColumn !== null,
    read: numbers.slice(dataStart),
  };
}
