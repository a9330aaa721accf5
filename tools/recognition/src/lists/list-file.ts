import type { CountryCode } from '@dialproof/core';
import type { SeededRandom } from '@dialproof/generate';
import { WORDS } from '../words.js';
import type { ListedCell } from './list-entries.js';
import type { ListKind } from './list-kinds.js';

/** A list as a file holds it. */
export interface ListFile {
  readonly rows: readonly (readonly string[])[];
  /** The index of the first row of cells: 0 in a file without a header. */
  readonly dataStart: 0 | 1;
  /** The position of the column that the list is about. */
  readonly column: number;
}

/** Headers that do not mention phones. */
const PLAIN_HEADERS = ['Info', 'Value', 'Kontaktdaten', 'Column B', 'data'];
const PLACES = 'North South East West Centre Harbour Market Station Garden Bridge'.split(' ');

type Neighbour = readonly [header: string, cell: (row: number, random: SeededRandom) => string];

const NAME: Neighbour = [
  'Name',
  (row) => `${PLACES[row % PLACES.length]} ${Math.floor(row / PLACES.length)}`,
];
const CITY: Neighbour = ['City', (_, random) => random.pick(PLACES)];
const POSTCODE: Neighbour = ['Zip', (_, random) => String(10_000 + random.below(89_999))];
const COUNTER: Neighbour = ['No', (row) => String(row + 1)];
const LONG_COUNTER: Neighbour = ['Id', (row) => String(10_000 + row)];
const ROLL: Neighbour = ['Roll Number', (row) => String(1_000_001 + row * 3)];
const BARCODE: Neighbour = ['Code', (_, random) => String(4_000_000_000_000 + random.below(999_999_999))];

/** The columns before and behind it. */
const LAYOUTS: readonly (readonly [before: readonly Neighbour[], behind: readonly Neighbour[]])[] = [
  [[], []],
  [[], [NAME, CITY]],
  [[NAME], [CITY]],
  [[COUNTER, NAME], [POSTCODE]],
  [[LONG_COUNTER, NAME, CITY], []],
  [[ROLL, NAME], []],
  [[NAME, BARCODE], [POSTCODE]],
];

/** Columns without phones stand alone or beside words, so that no other column could be taken. */
const THING_LAYOUTS = LAYOUTS.slice(0, 3);

/**
 * Puts a column into a table, with a header if the kind has one. `turn` chooses the table and the header, so that the lists of a kind use
 * all of them.
 */
export function listFile(
  { hasNoHeader, headers, holdsPhones }: ListKind,
  cells: readonly ListedCell[],
  country: CountryCode,
  { random, turn }: { readonly random: SeededRandom; readonly turn: number },
): ListFile {
  const layouts = holdsPhones ? LAYOUTS : THING_LAYOUTS;
  // Both indexes are within the lists.
  const [before, behind] = layouts[turn % layouts.length] as (typeof LAYOUTS)[number];
  const choices = headers ?? ['Phone', headerIn(country), headerIn(country), random.pick(PLAIN_HEADERS)];
  const ownHeader = choices[Math.floor(turn / layouts.length) % choices.length] as string;
  const beside = (neighbours: readonly Neighbour[], row: number): string[] =>
    neighbours.map(([, cell]) => cell(row, random));
  const header = [...before.map(([name]) => name), ownHeader, ...behind.map(([name]) => name)];
  const data = cells.map(({ text }, row) => [...beside(before, row), text, ...beside(behind, row)]);
  return hasNoHeader
    ? { rows: data, dataStart: 0, column: before.length }
    : { rows: [header, ...data], dataStart: 1, column: before.length };
}

const HEADERS = new Map(
  Object.entries(WORDS.phoneHeaders).flatMap(([word, countries]) =>
    countries.split(' ').map((country) => [country, word] as const),
  ),
);

/** A header for a column of phones in the language of a country. */
function headerIn(country: CountryCode): string {
  return HEADERS.get(country) ?? 'Phone No.';
}
