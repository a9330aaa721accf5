import { shortened } from '../model/errors.js';
import type { ColumnSettings, TaskNote } from '../model/file-reading.js';

/*
 * In hints, settings are written as name=value outside of quotation marks, and texts of the file within them. So a reader can distinguish a
 * setting from a header or cell with the same text, and the command line can write its own options instead.
 */

/** The most columns or cells that a hint lists, and the length of each. */
const MAX_COLUMNS = 5;
const MAX_EXAMPLES = 3;
const MAX_LENGTH = 41;

/** A column that the caller may mean, and how many of its cells may be numbers. */
export interface PossibleColumn {
  readonly index: number;
  readonly name: string;
  readonly numbers: number;
  readonly filled: number;
}

export function noPhoneColumn(possible: readonly PossibleColumn[]): TaskNote {
  const best = possible.toSorted((a, b) => b.numbers - a.numbers).slice(0, MAX_COLUMNS);
  const listed = best.map(
    ({ filled, index, name, numbers }) =>
      `phone_column=${index}, ${name.trim() === '' ? 'without a name' : quoted(name)} (${cellsOf(numbers, filled)})`,
  );
  return {
    code: 'no_phone_column',
    hint: `no column shows by its header or by how its cells are written that it holds phone numbers, so every row is unknown and free; header_row=NUMBER names the header if it is another row; ${
      best.length === 0
        ? 'no column has cells that may be phone numbers, and phone_column=NAME names the one to read all the same'
        : `phone_column=NAME names the column to read, such as ${listed.join(', or ')}`
    }`,
    values: namesOf(best),
  };
}

export function rememberedNote(columns: ColumnSettings): TaskNote {
  const names: Readonly<Record<keyof ColumnSettings, string>> = {
    phoneColumn: 'phone_column',
    countryColumn: 'country_column',
    consentDateColumn: 'consent_date_column',
    defaultCountry: 'default_country',
    defaultAreaCode: 'default_area_code',
    severalNumbers: 'several_numbers',
  };
  const taken = Object.entries(columns).map(
    ([key, value]) => `${names[key as keyof ColumnSettings]}=${value}`,
  );
  return {
    code: 'reading_remembered',
    hint: `read as the newest file with the same header; taken: ${taken.join(', ')}`,
  };
}

/** `name`: the column that is checked. */
export function otherPhoneColumns(name: string, others: readonly PossibleColumn[]): TaskNote {
  const listed = others
    .slice(0, MAX_COLUMNS)
    .map((other) => `${quoted(other.name)} (${cellsOf(other.numbers, other.filled)})`);
  const more = others.length > MAX_COLUMNS ? ` and ${others.length - MAX_COLUMNS} more` : '';
  return {
    code: 'other_phone_columns',
    hint: `only the column ${quoted(name)} is checked; phone_column=NAME names another column, and each column needs an upload of its own; phones are also in ${listed.join(', ')}${more}`,
    values: namesOf(others.slice(0, MAX_COLUMNS)),
  };
}

export function countryNeeded(name: string, unread: readonly string[], filled: number): TaskNote {
  return {
    code: 'country_needed',
    hint: `${cellsWith(unread, filled, name)} digits that are or may be national numbers, such as ${examples(unread)}; they are unknown unless default_country=CODE names their country, or they begin with + and its calling code`,
    values: exampleCells(unread),
  };
}

/** The notes on a whole file whose first rows give no note. */
export const FURTHER_DOWN = {
  country_needed: (name: string, cells: readonly string[], rows: number): TaskNote => ({
    code: 'country_needed',
    hint: `${rows} rows have digits in the column ${quoted(name)} that are national numbers, such as ${examples(cells)}; they are unknown unless default_country=CODE names their country, or they begin with + and its calling code`,
    values: exampleCells(cells),
  }),
  numbers_without_area_code: (name: string, cells: readonly string[], rows: number): TaskNote => ({
    code: 'numbers_without_area_code',
    hint: `${rows} rows have numbers in the column ${quoted(name)} that are too short to have an area code, such as ${examples(cells)}; they are unknown unless default_area_code=CODE names the area they are of`,
    values: exampleCells(cells),
  }),
  several_numbers: (name: string, cells: readonly string[], rows: number): TaskNote => ({
    code: 'several_numbers',
    hint: `${rows} rows have several numbers in the column ${quoted(name)}, such as ${examples(cells)}; they are unknown unless several_numbers=first is set`,
    values: exampleCells(cells),
  }),
} as const;

export type FurtherDown = keyof typeof FURTHER_DOWN;

export function numbersWithoutAreaCode(name: string, local: readonly string[], filled: number): TaskNote {
  return {
    code: 'numbers_without_area_code',
    hint: `${cellsWith(local, filled, name)} numbers that are too short to have an area code, such as ${examples(local)}; they are unknown unless default_area_code=CODE names the area they are of`,
    values: exampleCells(local),
  };
}

export function severalNumbers(name: string, several: readonly string[], filled: number): TaskNote {
  return {
    code: 'several_numbers',
    hint: `${cellsWith(several, filled, name)} several numbers, such as ${examples(several)}; they are unknown unless several_numbers=first is set`,
    values: exampleCells(several),
  };
}

export function severalInARow(name: string, several: readonly string[], filled: number): TaskNote {
  return {
    code: 'several_numbers',
    hint: `${cellsWith(several, filled, name)} what may be several numbers in a row, such as ${examples(several)}; they are unknown unless a sign such as ; stands between the numbers, and several_numbers=first is set`,
    values: exampleCells(several),
  };
}

/** `rowsOf`: how many of the first rows name each country, no country (undefined), or an `unclear` one. */
export function countryColumnNote(
  name: string,
  rowsOf: ReadonlyMap<string | undefined, number>,
  defaultCountry: string | undefined,
): TaskNote {
  const rows = [...rowsOf.values()].reduce((sum, count) => sum + count, 0);
  const without = rowsOf.get(undefined) ?? 0;
  const unclear = rowsOf.get('unclear') ?? 0;
  const countries = [...rowsOf]
    .toSorted(([, one], [, other]) => other - one)
    .flatMap(([country]) => (country === undefined || country === 'unclear' ? [] : [country]));
  const listed = countries.slice(0, MAX_COLUMNS).join(', ');
  const more = countries.length > MAX_COLUMNS ? ` and ${countries.length - MAX_COLUMNS} more` : '';
  const found = countries.length === 0 ? [] : [`${listed}${more}`];
  if (without > 0) found.push(`none in ${without} of the first ${rows} rows`);
  if (unclear > 0) found.push(`not understood in ${unclear} of them`);
  const others = countries.some((country) => country !== defaultCountry);
  const rest =
    defaultCountry === undefined || !others
      ? ''
      : `; where it has one, default_country=${defaultCountry} does not count`;
  return {
    code: 'country_column',
    hint: `phones without a calling code are read by the country that the column ${quoted(name)} has in their row: ${found.join(', ')}${rest}; country_column=NAME names another column, and country_column=none none`,
    values: [shown(name)],
  };
}

export function areaCodeColumnNote(name: string): TaskNote {
  return {
    code: 'area_code_column',
    hint: `phones without an area code are of the area that the column ${quoted(name)} has in their row`,
    values: [shown(name)],
  };
}

/** `unread`: how many rows have no readable date. `cells`: some of these. `tellsReassigned`: whether the checker gives `reassigned`. */
export function consentDateNote(
  name: string,
  {
    cells,
    tellsReassigned,
    unread,
  }: { readonly unread: number; readonly cells: readonly string[]; readonly tellsReassigned: boolean },
): TaskNote {
  const such = cells.length === 0 ? '' : `, such as ${examples(cells)}`;
  const has = unread === 1 ? '1 row has' : `${unread} rows have`;
  const found = unread === 0 ? '' : `; ${has} no date that is read there${such}, and 2025-04-03 would be`;
  const asked = tellsReassigned
    ? 'reassigned says whether a number was given to somebody else since'
    : 'reassigned is unknown in every row, since the checker cannot tell whether a number was given to somebody else since';
  return {
    code: 'consent_date_column',
    hint: `${asked} the date of consent that the column ${quoted(name)} has in its row${found}; consent_date_column=NAME names another column, and consent_date_column=none none`,
    values: [shown(name), ...exampleCells(cells)],
  };
}

/** `3 of its first 100 filled cells may be phone numbers`. */
function cellsOf(numbers: number, filled: number): string {
  if (filled === 1) return 'its only filled cell may be a phone number';
  return `${numbers} of its first ${filled} filled cells may be ${numbers === 1 ? 'a phone number' : 'phone numbers'}`;
}

/** `3 of the first 100 filled cells of the column "Phone" hold`. */
function cellsWith(found: readonly string[], filled: number, name: string): string {
  if (filled === 1) return `the only filled cell of the column ${quoted(name)} holds`;
  const verb = found.length === 1 ? 'holds' : 'hold';
  return `${found.length} of the first ${filled} filled cells of the column ${quoted(name)} ${verb}`;
}

function namesOf(columns: readonly PossibleColumn[]): readonly string[] {
  return columns.map(({ name }) => shown(name));
}

function exampleCells(cells: readonly string[]): readonly string[] {
  return [...new Set(cells.map(shown))].slice(0, MAX_EXAMPLES);
}

function examples(cells: readonly string[]): string {
  return exampleCells(cells).map(quoted).join(', ');
}

function quoted(text: string): string {
  return JSON.stringify(shown(text));
}

function shown(text: string): string {
  return shortened(text.trim(), MAX_LENGTH);
}
