import type { Task } from '../../model/task.js';
import type { TaskStore } from '../../ports/task-store.js';
import { neutralizedLine } from '../../tables/csv-formulas.js';
import { CSV_LINE_END, csvBytes } from '../../tables/csv-writer.js';
import { type Row, splitCsvLines } from '../../tables/table-block.js';
import type { ResultHeader } from '../row-block.js';
import { taskAnswers } from '../task-answers.js';
import type { PreviousStatus } from './compare-tasks.js';
import { lineEnds, resultLines } from './result-lines.js';
import { type RowSelection, storedBlocks } from './stored-blocks.js';

/**
 * A result as CSV in UTF-8: the stored lines with the cells of the added columns. The rows above the header come back unchanged. Those of a
 * workbook get as many cells as the header.
 */
export async function* resultCsv(
  store: Pick<TaskStore, 'find' | 'rowBlock' | 'statuses'>,
  task: Task,
  { skippedRows, columns: header }: ResultHeader,
  selection: RowSelection,
  findPrevious?: () => Promise<PreviousStatus>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { columns, neutralizeFormulas } = selection;
  const previous = await findPrevious?.();
  const finished = neutralizeFormulas ? neutralizedLines : (lines: Buffer) => lines;
  const isWorkbook = task.file.type === 'xlsx';
  const above = isWorkbook ? skippedRows.map((row) => filledUp(row, header.length)) : skippedRows;
  yield finished(csvBytes([...above, header]));
  const width = header.length - columns.length - (previous === undefined ? 0 : 1);
  const endOf = lineEnds(await taskAnswers(store, task), selection, previous);
  for await (const block of storedBlocks(store, task)) {
    const rows = resultLines(block, width, endOf);
    if (rows.length > 0) yield finished(rows);
  }
}

function neutralizedLines(lines: Buffer): Buffer {
  return Buffer.from(
    splitCsvLines(lines)
      .map((line) => neutralizedLine(line) + CSV_LINE_END)
      .join(''),
  );
}

function filledUp(row: Row, width: number): Row {
  return [...row, ...Array<string>(Math.max(0, width - row.length)).fill('')];
}
