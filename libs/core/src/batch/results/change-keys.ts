import { Turn } from '../../async/turn.js';
import { columnNamed, columnNotFound, headersNamed, sameColumn } from '../../columns/named-column.js';
import { shortened } from '../../model/errors.js';
import { MAX_LIST_NAME_CHARS } from '../../model/phone-list.js';
import type { Task } from '../../model/task.js';
import type { TaskStore } from '../../ports/task-store.js';
import { type ComparedTasks, NOWHERE } from './compare-tasks.js';
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

/** For each number of a task the index of the number that it replaced in the task before, or {@link NOWHERE}. */
export type ReplacedNumbers = Int32Array;

/** The key of the change at a place; null if there is none. */
export type KeyAt = (place: number) => string | null;

export interface ChangeKeys {
  readonly replaced: ReplacedNumbers;
  /** The keys of the changes at these places, ascending. A place behind all numbers of the task is one of the task before. */
  at(places: readonly number[]): Promise<KeyAt>;
}

/**
 * The keys of changes, and the numbers that are matched by them. Numbers that came are matched with those that went, if there are both: their
 * rows are read first. Then those of the other wanted changes are read.
 */
export async function changeKeys(
  store: RowStore,
  [after, before]: readonly [Task, Task],
  {
    columns: [inAfter, inBefore],
    compared: { indexBefore, onlyAfter, onlyBefore },
    signal,
  }: {
    readonly columns: KeyColumns;
    readonly compared: Pick<ComparedTasks, 'indexBefore' | 'onlyAfter' | 'onlyBefore'>;
    readonly signal: AbortSignal | undefined;
  },
): Promise<ChangeKeys> {
  const keysAfter = (numbers: readonly number[]) =>
    keysOf(store, after, { column: inAfter, numbers, signal });
  const keysBefore = (numbers: readonly number[]) =>
    keysOf(store, before, { column: inBefore, numbers, signal });
  const haveColumn = inAfter !== undefined && inBefore !== undefined;
  const canMatch = haveColumn && onlyAfter.length > 0 && onlyBefore.length > 0;
  const came = canMatch ? await keysAfter(onlyAfter) : undefined;
  const went = canMatch ? await keysBefore(onlyBefore) : undefined;
  const replaced: ReplacedNumbers = new Int32Array(indexBefore.length).fill(NOWHERE);
  if (came !== undefined && went !== undefined) await match(came, went, replaced, signal);
  const placesBefore = indexBefore.length;
  return {
    replaced,
    async at(places) {
      const ofAfter = places.filter((place) => place < placesBefore);
      const ofBefore = places.slice(ofAfter.length).map((place) => place - placesBefore);
      const isKnown = (place: number) => came !== undefined && indexBefore[place] === NOWHERE;
      const others = await keysAfter(ofAfter.filter((place) => !isKnown(place)));
      const gone = went ?? (await keysBefore(ofBefore));
      return (place) => {
        const key = came?.get(place) ?? others.get(place);
        return (place < placesBefore ? key : gone.get(place - placesBefore)) ?? null;
      };
    },
  };
}

/** Matches a number that came with one that went, where each is the only one with its key. Spaces around a key do not count. */
async function match(
  came: ReadonlyMap<number, string>,
  went: ReadonlyMap<number, string>,
  replaced: ReplacedNumbers,
  signal: AbortSignal | undefined,
): Promise<void> {
  const turn = new Turn();
  const step = async (): Promise<void> => {
    signal?.throwIfAborted();
    await turn.next();
  };
  const numbersByKey = async (keys: ReadonlyMap<number, string>): Promise<ReadonlyMap<string, number>> => {
    const numbers = new Map<string, number>();
    for (const [number, text] of keys) {
      if (turn.isLong) await step();
      const key = text.trim();
      if (key !== '' && !isCut(text)) numbers.set(key, numbers.has(key) ? NOWHERE : number);
    }
    return numbers;
  };
  const wentByKey = await numbersByKey(went);
  for (const [key, number] of await numbersByKey(came)) {
    if (turn.isLong) await step();
    if (number !== NOWHERE) replaced[number] = wentByKey.get(key) ?? NOWHERE;
  }
}

/** Whether a key has been cut, so that two different ones may look the same. */
function isCut(key: string): boolean {
  return key.length >= MAX_KEY_CHARS - 1 && key.endsWith('…');
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
