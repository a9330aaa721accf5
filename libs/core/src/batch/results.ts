import { nextTurn } from '../next-turn.js';
import { VERIFICATION_STATUSES, type VerificationStatus } from '../statuses.js';
import { CSV_LINE_END, csvText, splitCsvLines } from '../tables/csv-writer.js';
import type { Row } from '../tables/row.js';
import { assertDone, type Task } from '../task.js';
import type { TaskRequest, TaskResults } from '../verification-service.js';
import type { BatchSettings } from './batch-settings.js';
import { decodeStatus } from './chunk-statuses.js';
import { NO_NUMBER } from './number-index.js';
import { decodeRowBlock, type RowBlock } from './row-block.js';
import { findTask } from './watch.js';

/** The header of the column that results add. */
export const STATUS_COLUMN = 'verification_status';

export async function taskResults(settings: BatchSettings, request: TaskRequest): Promise<TaskResults> {
  const task = await findTask(settings, request);
  assertDone(task);
  return { task, content: resultCsv(settings, task) };
}

async function* resultCsv(settings: BatchSettings, task: Task): AsyncGenerator<Uint8Array, void, undefined> {
  const { store } = settings;
  const { columns, rowBlocks } = task.file;
  const statuses = joinStatuses(await store.statuses(task.taskId));
  const header: Row = [...columns, STATUS_COLUMN];
  yield Buffer.from(csvText([header], settings));
  for (let index = 0; index < rowBlocks; index += 1) {
    await nextTurn();
    const block = await store.rowBlock(task.taskId, index);
    if (block === undefined)
      throw new RangeError(`row block ${index} of ${rowBlocks} is missing in the task store`);
    yield Buffer.from(resultLines(decodeRowBlock(block), columns.length, statuses));
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

/** What stands behind a line for each status. */
const LINE_ENDS = Object.fromEntries(
  VERIFICATION_STATUSES.map((status) => [status, `,${status}${CSV_LINE_END}`]),
) as Record<VerificationStatus, string>; // one entry for each status, by the line above

function resultLines(block: RowBlock, width: number, statuses: Uint8Array): string {
  let text = '';
  splitCsvLines(UTF8.decode(block.text)).forEach((line, row) => {
    const number = block.numberIndexes[row] ?? NO_NUMBER;
    const missingCells = ','.repeat(width - (block.cellCounts[row] ?? width));
    text +=
      line + missingCells + LINE_ENDS[number === NO_NUMBER ? 'unknown' : decodeStatus(statuses[number])];
  });
  return text;
}
