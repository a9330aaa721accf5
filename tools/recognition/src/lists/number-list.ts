import type { CountryCode, SeveralNumbers } from '@dialproof/core';
import type { SeededRandom } from '@dialproof/generate';
import type { Area, CountryNumbers, ListedNumber } from './country-numbers.js';

/** A cell of a list, with the number that it means. */
export interface ListedCell {
  readonly text: string;
  /** In E.164: the number that the writer meant. Undefined if the cell holds none, or several. */
  readonly number: string | undefined;
  /** Whether a careful reader, with the caller's settings, has to recognise the number. */
  readonly isReadable: boolean;
}

/** The caller's settings for a list. */
export interface ListReading {
  readonly defaultCountry?: CountryCode;
  readonly areaCode?: string;
  readonly severalNumbers?: SeveralNumbers;
}

/** Lists of one kind: each is a column of cells with a header. */
export interface ListKind {
  readonly name: string;
  /** Whether the column holds phones, even if nobody can tell of which country. */
  readonly holdsPhones: boolean;
  /** Headers of a column that holds no phones, or only some. */
  readonly headers?: readonly string[];
  /** Whether the file has no header at all. */
  readonly hasNoHeader?: boolean;
  /** The reason why there are two honest readings, if there are: then a wrong number is shown and fails nothing. */
  readonly openBecause?: string;
  /** Undefined where the country has no such list. */
  readonly make: (numbers: CountryNumbers, random: SeededRandom) => MadeColumn | undefined;
}

export interface MadeColumn {
  readonly cells: readonly ListedCell[];
  readonly reading: ListReading;
}

/** The first hundred rows decide how the column is read, so a list has some more. */
export const ROWS = 120;

/** Makes the cells of a column from items. Undefined without items. */
export function column<Item>(
  items: readonly Item[],
  reading: ListReading,
  cell: (item: Item, row: number) => ListedCell,
): MadeColumn | undefined {
  if (items.length === 0) return undefined;
  const cells = Array.from({ length: ROWS }, (_, row) => {
    // The index is within the items.
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

/** Fixed lines and mobile numbers of a country in disorder. */
export function all({ fixed, mobile }: CountryNumbers, random: SeededRandom): readonly ListedNumber[] {
  const both = [...fixed, ...mobile];
  return both.map(() => random.pick(both));
}

export function inCountry({ country }: CountryNumbers): ListReading {
  return { defaultCountry: country };
}

/** A caller who does not say the country. */
export function abroad(): ListReading {
  return {};
}

/** A kind of lists of phones. */
export function phones(name: string, make: ListKind['make']): ListKind {
  return { name, holdsPhones: true, make };
}

type Cell = (number: ListedNumber, random: SeededRandom, numbers: CountryNumbers) => ListedCell;

/** Lists of whole numbers of all kinds. */
export function ofAll(
  name: string,
  cell: Cell,
  readingOf: (numbers: CountryNumbers) => ListReading = inCountry,
): ListKind {
  return phones(name, (numbers, random) =>
    column(all(numbers, random), readingOf(numbers), (number) => cell(number, random, numbers)),
  );
}

/** Lists of the numbers of one area, where the country has areas. */
export function ofArea(
  name: string,
  make: (area: Area, numbers: CountryNumbers, random: SeededRandom) => MadeColumn | undefined,
): ListKind {
  return phones(name, (numbers, random) =>
    numbers.areas.length === 0 ? undefined : make(random.pick(numbers.areas), numbers, random),
  );
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
