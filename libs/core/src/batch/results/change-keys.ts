import { columnNamed, columnNotFound, headersNamed, sameColumn } from '../../columns/named-column.js';
import { shortened } from '../../model/errors.js';
import { MAX_LIST_NAME_CHARS } from '../../model/phone-list.js';
import type { Task } from '../../model/task.js';
import { NOWHERE } from './compare-tasks.js';
import { type KeyColumns, MAX_KEY_CHARS, type ReplacedNumbers } from './replaced-numbers.js';
import { type RowStore, resultHeader, rowsOfBlock, storedBlocks } from './stored-blocks.js';

/**
 * Replaces the position of a column by its header, which people understand. Returns `column` unchanged if it is a header, or if the
 * column's header does not identify it. Code: `column_not_found`.
 */
export async function keyColumnName(store: RowStore, task: Task, column: string): Promise<string> {
  const { columns } = await resultHeader(store, task);
  const named = await columnNamed(columns, column);
  if (named === undefined) throw columnNotFound(column, columns);
  const [own] = await headersNamed(columns, named.name);
  const isByPosition = (await headersNamed(columns, column)).length === 0;
  return isByPosition && own === named.index && [...named.name].length <= MAX_LIST_NAME_CHARS
    ? named.name
    : column;
}

/**
 * The column of the keys. A position refers to the file of the first task. In the earlier file the column is found by its header, since its
 * position may differ. `mayLack`: whether both files may lack the column. Code: `column_not_found`.
 */
export async function keyColumns(
  store: RowStore,
  [after, before]: readonly [Task, Task],
  { column, mayLack }: { readonly column: string | number; readonly mayLack: boolean },
): Promise<KeyColumns> {
  const { columns: header } = await resultHeader(store, after);
  const { columns: headerBefore } = await resultHeader(store, before);
  const named = await columnNamed(header, column);
  if (named !== undefined) return [named.index, (await sameColumn([header, headerBefore], named))?.index];
  const [inBefore] = typeof column === 'string' ? await headersNamed(headerBefore, column) : [];
  if (inBefore === undefined && !mayLack) throw columnNotFound(column, header);
  return [undefined, inBefore];
}

/** The key of the change at a position; null if it has none. */
export type KeyAt = (place: number) => string | null;

/**
 * The keys of the changes at these positions, which are ascending. Positions count the numbers of the newer task, and go on with those of
 * the task before. A number that replaced another one has the key that both share.
 */
export async function keysAt(
  store: RowStore,
  [after, before]: readonly [Task, Task],
  {
    columns: [inAfter, inBefore],
    places,
    replaced: { previous, rows },
    signal,
  }: {
    readonly columns: KeyColumns;
    readonly places: readonly number[];
    readonly replaced: ReplacedNumbers;
    readonly signal: AbortSignal | undefined;
  },
): Promise<KeyAt> {
  const placesBefore = previous.length;
  const ofAfter = places.filter((place) => place < placesBefore);
  const ofBefore = places.slice(ofAfter.length).map((place) => place - placesBefore);
  const newer = await keysOf(store, after, { column: inAfter, numbers: ofAfter, rows, signal });
  const gone = await keysOf(store, before, { column: inBefore, numbers: ofBefore, signal });
  return (place) => (place < placesBefore ? newer.get(place) : gone.get(place - placesBefore)) ?? null;
}

/**
 * The key of each of these numbers, by the index of the number in its task: the cell in its row of `rows`, otherwise in its first row.
 * Numbers with an empty cell are left out, and so are those of erased rows. There is a turn of the event loop before each block.
 */
async function keysOf(
  store: RowStore,
  task: Task,
  {
    column,
    numbers,
    rows,
    signal,
  }: {
    readonly column: number | undefined;
    /** Ascending and distinct. */
    readonly numbers: readonly number[];
    readonly rows?: ReplacedNumbers['rows'];
    readonly signal: AbortSignal | undefined;
  },
): Promise<ReadonlyMap<number, string>> {
  const keys = new Map<number, string>();
  const last = numbers.at(-1);
  if (column === undefined || last === undefined) return keys;
  const isWanted = new Uint8Array(last + 1);
  for (const number of numbers) isWanted[number] = 1;
  let left = numbers.length;
  let firstRow = 0;
  for await (const block of storedBlocks(store, task)) {
    signal?.throwIfAborted();
    // Lines are not split if no row is wanted.
    const found = block.numberIndexes.some((number) => isWanted[number] === 1)
      ? rowsOfBlock(block, column, 0)
      : [];
    for (const { cell, index, number } of found) {
      const own = rows?.[number] ?? NOWHERE;
      if (isWanted[number] !== 1 || (own !== NOWHERE && own !== firstRow + index)) continue;
      isWanted[number] = 0;
      left -= 1;
      const key = cell();
      if (key !== '') keys.set(number, shown(key));
    }
    if (left === 0) break;
    firstRow += block.numberIndexes.length;
  }
  return keys;
}

/** Cuts a long key. The result is a new string, since a slice would keep the whole cell in memory. */
function shown(key: string): string {
  return key.length > MAX_KEY_CHARS ? Buffer.from(shortened(key, MAX_KEY_CHARS)).toString() : key;
}
