import { columnNamed, columnNotFound, headersNamed, sameColumn } from '../../columns/named-column.js';
import { shortened } from '../../model/errors.js';
import { MAX_LIST_NAME_CHARS } from '../../model/phone-list.js';
import type { Task } from '../../model/task.js';
import { NOWHERE } from './compare-tasks.js';
import { type KeyColumns, MAX_KEY_CHARS, type ReplacedNumbers } from './replaced-numbers.js';
import { type RowStore, resultHeader, rowsOfBlock, storedBlocks } from './stored-blocks.js';

/**
 * The header of a column that is given by its position, so that people see what it is. The text as it was given if it is a header, or if
 * the column has none that leads to it. Code: `column_not_found`.
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
 * The column of the keys. A position counts in the file of the task. The earlier file may have another column there, so the column is found
 * in it by its header. `mayLack`: whether both files may lack the column. Code: `column_not_found`.
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

/** The key of the change at a place; null if there is none. */
export type KeyAt = (place: number) => string | null;

/**
 * The keys of the changes at these places, ascending. A place behind all numbers of the task is one of the task before. The key of a number
 * that replaced another one is the one that both have.
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
 * The cell of a column for each of these numbers, by the index of the number in the task: that of its row in `rows`, else of its first row.
 * An empty cell is left out, so that an erased row has none. There is a turn of the event loop before each block.
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
    /** Ascending, none twice. */
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

/** A new string if it is cut: a part of one keeps the whole cell in memory. */
function shown(key: string): string {
  return key.length > MAX_KEY_CHARS ? Buffer.from(shortened(key, MAX_KEY_CHARS)).toString() : key;
}
