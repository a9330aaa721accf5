import type { CountryCode, SeveralNumbers } from '@dialproof/core';
import type { SeededRandom } from '@dialproof/generate';
import type { CountryNumbers } from './country-numbers.js';

/** A cell of a list, and the truth about it. */
export interface ListedCell {
  readonly text: string;
  /** In E.164: the number that the writer meant. Undefined if the cell holds none, or several. */
  readonly number: string | undefined;
  /** Whether a careful reader of the column, who was told what the caller says, has to know the number. */
  readonly isReadable: boolean;
}

/** What the caller says about a list. */
export interface ListReading {
  readonly defaultCountry?: CountryCode;
  readonly areaCode?: string;
  readonly severalNumbers?: SeveralNumbers;
}

/** Lists of one kind: each is a column of cells with a header. */
export interface ListKind {
  readonly name: string;
  /** Whether the column is one of phones, also where nobody can say whose. */
  readonly holdsPhones: boolean;
  /** Headers of a column that holds no phones, or only some. */
  readonly headers?: readonly string[];
  /** Whether the file has no header at all. */
  readonly hasNoHeader?: boolean;
  /** Why two readings are honest, where they are: a wrong number is then shown, and fails nothing. */
  readonly openBecause?: string;
  /** Undefined where the country has no such list. */
  readonly make: (numbers: CountryNumbers, random: SeededRandom) => MadeColumn | undefined;
}

export interface MadeColumn {
  readonly cells: readonly ListedCell[];
  readonly reading: ListReading;
}

/** A hundred are judged, and some follow. */
export const ROWS = 120;

/** A column of as many cells as a list has, or none if there is nothing to make them of. */
export function column<Item>(
  items: readonly Item[],
  reading: ListReading,
  cell: (item: Item, row: number) => ListedCell,
): MadeColumn | undefined {
  if (items.length === 0) return undefined;
  const cells = Array.from({ length: ROWS }, (_, row) => {
    // The remainder is inside of the items.
    const item = items[row % items.length] as Item;
    return cell(item, row);
  });
  return { cells, reading };
}

/** A cell whose number is to be read. */
export function readable(text: string, number: string): ListedCell {
  return { text, number, isReadable: true };
}

/** A cell whose number may be read and need not be. */
export function unclear(text: string, number: string): ListedCell {
  return { text, number, isReadable: false };
}

/** A cell that holds no number, or more than one. */
export function noNumber(text: string): ListedCell {
  return { text, number: undefined, isReadable: false };
}
