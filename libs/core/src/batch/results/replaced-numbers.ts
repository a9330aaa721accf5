import { Turn } from '../../async/turn.js';
import type { Task } from '../../model/task.js';
import { NO_NUMBER } from '../row-block.js';
import { type ComparedTasks, NOWHERE } from './compare-tasks.js';
import { type RowStore, rowsOfBlock, storedBlocks } from './stored-blocks.js';

/** Longer keys match none, and are cut where they are shown: keys are in memory, and a cell of a .csv may have a million characters. */
export const MAX_KEY_CHARS = 200;

/** The position of a column in the file of each task; undefined where a file does not have it. */
export type KeyColumns = readonly [after: number | undefined, before: number | undefined];

/** The numbers of a task that replaced a number of the task before. */
export interface ReplacedNumbers {
  /** For each number of the task the index of the number that it replaced, or {@link NOWHERE}. */
  readonly previous: Int32Array;
  /** For each number that replaced another one, the row of the task with the key of both, from 0. */
  readonly rows: Int32Array;
}

/**
 * Matches the numbers of two tasks by the keys of all of their rows. The numbers that a key has in both tasks stay. If one more is left to it
 * in each task, the newer one replaced the older one, unless it stays by another key. If several keys name different older numbers, the
 * one that is first in the older file counts. Spaces around a key do not; an empty key, and one that is too long, matches none. The keys of the task before
 * are in memory meanwhile.
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

/** A key and a number as one number, which is exact: there are fewer keys than 2 to the 27th. */
function pairOf(key: number, number: number): number {
  return key * PAIR + number;
}

const PAIR = 2 ** 26;

/** More than one number. */
const SEVERAL = -2;

/** Removes pairs from `before`. */
async function match(
  { after, before }: KeyPairs,
  {
    indexBefore,
    keys,
    signal,
  }: Pick<ComparedTasks, 'indexBefore'> & {
    /** How many there are. They are numbered from 0. */
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
