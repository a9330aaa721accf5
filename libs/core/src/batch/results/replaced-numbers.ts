import { Turn } from '../../async/turn.js';
import type { Task } from '../../model/task.js';
import { NO_NUMBER } from '../row-block.js';
import { type ComparedTasks, NOWHERE } from './compare-tasks.js';
import { type RowStore, rowsOfBlock, storedBlocks } from './stored-blocks.js';

/** Longer keys never match, and are cut when shown: keys are kept in memory, and a cell of a .csv may have a million characters. */
export const MAX_KEY_CHARS = 200;

/** The position of a column in the file of each task; undefined where a file does not have it. */
export type KeyColumns = readonly [after: number | undefined, before: number | undefined];

/** The numbers of a task that replaced a number of the task before. */
export interface ReplacedNumbers {
  /** For each number of the task the index of the number that it replaced, or {@link NOWHERE}. */
  readonly previous: Int32Array;
  /** For each number that replaced another one, the row of the task, from 0, that has the key of both. */
  readonly rows: Int32Array;
}

/**
 * Matches the numbers of two tasks by the keys of their rows. Numbers that have a key in both tasks stay. If the key has exactly one
 * further number in each task, the newer number replaced the older one, unless it stays by another key. If several keys give a number
 * different older numbers, the one that is first in the older file counts. Spaces around a key are ignored. Empty keys and too long ones
 * never match. The keys of the task before are in memory meanwhile.
 */
export async function replacedNumbers(
  store: RowStore,
  [after, before]: readonly [Task, Task],
  {
    columns: [inAfter, inBefore],
    compared: { indexBefore },
    signal,
  }: {
    readonly columns: KeyColumns;
    readonly compared: Pick<ComparedTasks, 'indexBefore'>;
    readonly signal: AbortSignal | undefined;
  },
): Promise<ReplacedNumbers> {
  const keys = new Map<string, number>();
  const pairs: KeyPairs = { before: new Set(), after: new Map() };
  if (inAfter !== undefined && inBefore !== undefined) {
    await forEachKey(store, before, { column: inBefore, signal }, (text, number) => {
      const key = keys.get(text) ?? keys.size;
      if (key === keys.size) keys.set(text, key);
      pairs.before.add(pairOf(key, number));
    });
  }
  if (inAfter !== undefined && keys.size > 0) {
    await forEachKey(store, after, { column: inAfter, signal }, (text, number, row) => {
      const key = keys.get(text);
      const pair = key === undefined ? undefined : pairOf(key, number);
      if (pair !== undefined && !pairs.after.has(pair)) pairs.after.set(pair, row);
    });
  }
  return await match(pairs, { keys: keys.size, indexBefore, signal });
}

/** Calls `found` for each row that has a number and a key that may match. There is a turn of the event loop before each block. */
async function forEachKey(
  store: RowStore,
  task: Task,
  { column, signal }: { readonly column: number; readonly signal: AbortSignal | undefined },
  found: (text: string, number: number, row: number) => void,
): Promise<void> {
  let row = 0;
  for await (const block of storedBlocks(store, task)) {
    signal?.throwIfAborted();
    for (const { number, cell } of rowsOfBlock(block, column, 0)) {
      const key = number === NO_NUMBER ? '' : cell().trim();
      if (key !== '' && key.length <= MAX_KEY_CHARS) found(key, number, row);
      row += 1;
    }
  }
}

/** The pairs of a key and a number that rows of the tasks have. Keys of the newer task alone are left out. */
interface KeyPairs {
  readonly before: Set<number>;
  /** Each with its first row. */
  readonly after: Map<number, number>;
}

/** Encodes a key and a number as one exact integer: there are fewer keys than 2 to the 27th. */
function pairOf(key: number, number: number): number {
  return key * PAIR + number;
}

const PAIR = 2 ** 26;

/** More than one number. */
const SEVERAL = -2;

/** Finds the replaced numbers. Removes the numbers that stay from `before`. */
async function match(
  { after, before }: KeyPairs,
  {
    indexBefore,
    keys,
    signal,
  }: Pick<ComparedTasks, 'indexBefore'> & {
    /** The count of keys, which are numbered from 0. */
    readonly keys: number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<ReplacedNumbers> {
  const turn = new Turn();
  const step = async (): Promise<void> => {
    signal?.throwIfAborted();
    await turn.next();
  };
  const stays = new Uint8Array(indexBefore.length);
  const newer = new Int32Array(keys).fill(NOWHERE);
  const older = new Int32Array(keys).fill(NOWHERE);
  for (const pair of after.keys()) {
    if (turn.isLong) await step();
    const [key, number] = [Math.floor(pair / PAIR), pair % PAIR];
    const same = indexBefore[number] ?? NOWHERE;
    if (same !== NOWHERE && before.delete(pairOf(key, same))) stays[number] = 1;
    else newer[key] = newer[key] === NOWHERE ? number : SEVERAL;
  }
  for (const pair of before) {
    if (turn.isLong) await step();
    const key = Math.floor(pair / PAIR);
    older[key] = older[key] === NOWHERE ? pair % PAIR : SEVERAL;
  }
  const previous = new Int32Array(indexBefore.length).fill(NOWHERE);
  const rows = new Int32Array(indexBefore.length).fill(NOWHERE);
  for (const [key, number] of newer.entries()) {
    if (turn.isLong) await step();
    const earlier = older[key] ?? NOWHERE;
    if (number < 0 || earlier < 0 || stays[number] === 1) continue;
    const found = previous[number] ?? NOWHERE;
    if (found !== NOWHERE && found < earlier) continue;
    previous[number] = earlier;
    const row = after.get(pairOf(key, number)) ?? NOWHERE;
    rows[number] = found === earlier ? Math.min(rows[number] ?? row, row) : row;
  }
  return { previous, rows };
}
