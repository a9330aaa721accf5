import type { Query } from './query.js';

/**
 * The numbers of rows for which multi-row queries exist. A statement for each possible count would have to be prepared and kept. With
 * these sizes, any count up to 1,023 takes 15 statements at most.
 */
const GROUP_SIZES = [256, 64, 16, 4, 1] as const;

export type GroupSize = (typeof GROUP_SIZES)[number];

/** The values of several rows: `number0`, `number1` and so on. */
export type Numbered<Row> = { [Name in keyof Row & string as `${Name}${number}`]: Row[Name] };

export function forEachSize<Compiled>(
  compile: (size: GroupSize) => Compiled,
): ReadonlyMap<GroupSize, Compiled> {
  return new Map(GROUP_SIZES.map((size) => [size, compile(size)]));
}

/** Divides rows into the fewest groups that the sizes allow, each with the query for its size. */
export function* inGroups<Row, Values, Found>(
  rows: readonly Row[],
  queries: ReadonlyMap<GroupSize, Query<Values, Found>>,
): Generator<{ readonly group: readonly Row[]; readonly query: Query<Values, Found> }> {
  let start = 0;
  for (const size of GROUP_SIZES) {
    const query = queries.get(size);
    for (; query !== undefined && rows.length - start >= size; start += size) {
      yield { group: rows.slice(start, start + size), query };
    }
  }
}

export function numbered<Row extends object>(rows: readonly Row[]): Numbered<Row> {
  const values: Record<string, unknown> = {};
  for (const [index, row] of rows.entries()) {
    for (const name in row) values[`${name}${index}`] = row[name];
  }
  // The names are those of the type.
  return values as Numbered<Row>;
}
