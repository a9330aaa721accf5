import { columnNamed, columnNotFound, headersNamed, sameColumn } from '../../columns/named-column.js';
import { shortened } from '../../model/errors.js';
import { MAX_LIST_NAME_CHARS } from '../../model/phone-list.js';
import type { Task } from '../../model/task.js';
import type { TaskStore } from '../../ports/task-store.js';
import { resultHeader, rowsOfBlock, storedBlocks } from './stored-blocks.js';

type RowStore = Pick<TaskStore, 'find' | 'rowBlock'>;

/** Longer keys are cut. All keys of an answer are in memory, and a cell of a .csv may have a million characters. */
const MAX_KEY_CHARS = 200;

/** The position of a column in the file of each task; undefined where a file does not have it. */
export type KeyColumns = readonly [after: number | undefined, before: number | undefined];

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
 * Finds the keys of the changes at these places. `placesBefore`: the first place of a number of the task before. Each task's rows are read
 * once, up to the last of the wanted ones.
 */
export async function keysAt(
  store: RowStore,
  [after, before]: readonly [Task, Task],
  {
    columns: [inAfter, inBefore],
    places,
    placesBefore,
    signal,
  }: {
    readonly columns: KeyColumns;
    readonly places: readonly number[];
    readonly placesBefore: number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<KeyAt> {
  const ofAfter = places.filter((place) => place < placesBefore);
  const ofBefore = places.filter((place) => place >= placesBefore).map((place) => place - placesBefore);
  const keysAfter = await keysOf(store, after, { column: inAfter, numbers: ofAfter, signal });
  const keysBefore = await keysOf(store, before, { column: inBefore, numbers: ofBefore, signal });
  return (place) =>
    (place < placesBefore ? keysAfter.get(place) : keysBefore.get(place - placesBefore)) ?? null;
}

/**
 * The cell of a column in the first row of each of these numbers, by the index of the number in the task. An empty cell is left out, so
 * that an erased row has none. There is a turn of the event loop before each block.
 */
async function keysOf(
  store: RowStore,
  task: Task,
  {
    column,
    numbers,
    signal,
  }: {
    readonly column: number | undefined;
    /** Ascending, none twice. */
    readonly numbers: readonly number[];
    readonly signal: AbortSignal | undefined;
  },
): Promise<ReadonlyMap<number, string>> {
  const keys = new Map<number, string>();
  const last = numbers.at(-1);
  if (column === undefined || last === undefined) return keys;
  const isWanted = new Uint8Array(last + 1);
  for (const number of numbers) isWanted[number] = 1;
  let left = numbers.length;
  for await (const block of storedBlocks(store, task)) {
    signal?.throwIfAborted();
    // Lines are not split if no row is wanted.
    const rows = block.numberIndexes.some((number) => isWanted[number] === 1)
      ? rowsOfBlock(block, column, 0)
      : [];
    for (const { number, cell } of rows) {
      if (isWanted[number] !== 1) continue;
      isWanted[number] = 0;
      left -= 1;
      const key = cell();
      // A new string: a part of one keeps the whole cell in memory.
      if (key !== '')
        keys.set(
          number,
          key.length > MAX_KEY_CHARS ? Buffer.from(shortened(key, MAX_KEY_CHARS)).toString() : key,
        );
    }
    if (left === 0) break;
  }
  return keys;
}
