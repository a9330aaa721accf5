import { nextTurn } from '../next-turn.js';
import type { VerificationStatus } from '../statuses.js';
import { splitCsvLines } from '../tables/csv-writer.js';
import type { Task } from '../task.js';
import type { BatchSettings } from './batch-settings.js';
import { decodeStatus } from './chunk-statuses.js';
import { NO_NUMBER } from './number-index.js';
import { decodeRowBlock, type RowBlock } from './row-block.js';

/** Rows of a result, as arrays of the same length. */
export interface ResultRows {
  /** As `csvText` wrote them, without their ends. */
  readonly lines: readonly string[];
  /** How many cells each line has; what is missing to the width of the result is empty. */
  readonly cellCounts: ArrayLike<number>;
  readonly statuses: readonly VerificationStatus[];
}

/** The rows of a task that is done, block by block, with a turn of the event loop before each; only those with a wanted status. */
export async function* resultRows(
  { store }: BatchSettings,
  { taskId, file }: Task,
  wanted: ReadonlySet<VerificationStatus> | undefined,
): AsyncGenerator<ResultRows, void, undefined> {
  const answers = joinStatuses(await store.statuses(taskId));
  for (let index = 0; index < file.rowBlocks; index += 1) {
    await nextTurn();
    const block = await store.rowBlock(taskId, index);
    if (block === undefined) {
      throw new RangeError(`row block ${index} of ${file.rowBlocks} is missing in the task store`);
    }
    const rows = rowsOf(decodeRowBlock(block), answers);
    yield wanted === undefined ? rows : rowsWith(wanted, rows);
  }
}

function joinStatuses(chunks: readonly (Uint8Array | undefined)[]): Uint8Array {
  return Buffer.concat(
    chunks.map((chunk, index) => {
      if (chunk === undefined)
        throw new RangeError(`chunk ${index} of a finished task has no statuses in the task store`);
      return chunk;
    }),
  );
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

function rowsOf({ text, cellCounts, numberIndexes }: RowBlock, answers: Uint8Array): ResultRows {
  const statuses = Array.from(numberIndexes, (number) =>
    number === NO_NUMBER ? 'unknown' : decodeStatus(answers[number]),
  );
  return { lines: splitCsvLines(UTF8.decode(text)), cellCounts, statuses };
}

function rowsWith(wanted: ReadonlySet<VerificationStatus>, rows: ResultRows): ResultRows {
  const isWanted = (_: unknown, row: number): boolean => {
    const status = rows.statuses[row];
    return status !== undefined && wanted.has(status);
  };
  return {
    lines: rows.lines.filter(isWanted),
    cellCounts: Array.from(rows.cellCounts).filter(isWanted),
    statuses: rows.statuses.filter(isWanted),
  };
}
