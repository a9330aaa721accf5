import type { CountryCode, SeveralNumbers } from '@dialproof/core';
import type { SeededRandom } from '@dialproof/generate';
import type { CountryNumbers } from './country-numbers.js';
import { type Entry, LISTS, type ListedCell, ROWS } from './list-entries.js';
import { phoneCells } from './phone-cells.js';
import { thingCells } from './thing-cells.js';

/** The caller's settings for a list. */
export interface ListReading {
  readonly defaultCountry?: CountryCode;
  readonly defaultAreaCode?: string;
  readonly severalNumbers?: SeveralNumbers;
}

export interface MadeColumn {
  readonly cells: readonly ListedCell[];
  readonly reading: ListReading;
}

/** Lists of one kind: each is a column of cells with a header. */
export interface ListKind {
  readonly name: string;
  /** Whether the column holds phones, even if nobody can tell of which country. */
  readonly holdsPhones: boolean;
  /** Headers of a column that holds no phones, or only some. */
  readonly headers?: readonly string[];
  /** Whether the file has no header at all. */
  readonly hasNoHeader: boolean;
  /** The reason why there are two honest readings, if there are: then a wrong number is shown and fails nothing. */
  readonly openBecause?: string | undefined;
  /** Undefined where the country has no such list. */
  make(numbers: CountryNumbers, random: SeededRandom): MadeColumn | undefined;
}

/** Every kind of list that is measured, in the order of the table. Lists of things come with a default country and without. */
export const LIST_KINDS: readonly ListKind[] = LISTS.kinds.flatMap((entry) =>
  entry.thing === undefined
    ? [kindOf(entry)]
    : [kindOf(entry), kindOf({ ...entry, name: `${entry.name}, no country`, country: false })],
);

function kindOf(entry: Entry): ListKind {
  const { header, headers, name, openBecause, thing } = entry;
  return {
    ...{ name, openBecause, holdsPhones: thing === undefined, hasNoHeader: header === false },
    ...(headers === undefined ? {} : { headers: (LISTS.headers[headers] ?? headers).split('|') }),
    make: (numbers, random) => make(entry, numbers, random),
  };
}

function make(entry: Entry, numbers: CountryNumbers, random: SeededRandom): MadeColumn | undefined {
  const { country, from, several, thing } = entry;
  const area = from === 'openArea' ? openAreaOf(numbers, random) : undefined;
  const made =
    thing === undefined ? phoneCells(entry, numbers, random, area) : things(entry, numbers, random);
  return (
    made && {
      cells: made.slice(0, entry.rows ?? ROWS),
      reading: {
        ...(country === false ? {} : { defaultCountry: numbers.country }),
        ...(area === undefined ? {} : { defaultAreaCode: area.code }),
        ...(several === undefined ? {} : { severalNumbers: several }),
      },
    }
  );
}

function openAreaOf({ areas }: CountryNumbers, random: SeededRandom) {
  const open = areas.filter(({ hasLocalNumbers }) => hasLocalNumbers);
  return open.length === 0 ? undefined : random.pick(open);
}

function things({ phoneEvery, thing = '' }: Entry, numbers: CountryNumbers, random: SeededRandom) {
  const all = [...numbers.fixed, ...numbers.mobile];
  if (phoneEvery !== undefined && all.length === 0) return undefined;
  const cell = thingCells(thing, random);
  const phoneAt = random.below(phoneEvery ?? 1);
  return Array.from({ length: ROWS }, (_, row): ListedCell => {
    if (phoneEvery === undefined || row % phoneEvery !== phoneAt)
      return { text: cell(row), number: undefined, isReadable: false };
    // With a plus sign, it is to be read.
    const { number } = random.pick(all);
    return { text: number, number, isReadable: true };
  });
}
