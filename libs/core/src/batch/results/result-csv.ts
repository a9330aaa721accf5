import type { Task } from '../../model/task.js';
import type { TaskStore } from '../../ports/task-store.js';
import { neutralizedLine } from '../../tables/csv-formulas.js';
import { CSV_LINE_END, csvBytes } from '../../tables/csv-writer.js';
import { type Row, splitCsvLines } from '../../tables/table-block.js';
import type { ResultHeader } from '../row-block.js';
import { taskAnswers } from '../task-answers.js';
import type { PreviousStatus } from './compare-tasks.js';
import { copiedRows } from './copied-rows.js';
import { needProvenance } from './result-columns.js';
import { type ResultRows, type RowSelection, resultRows, storedBlocks } from './result-rows.js';

type CsvSelection = Pick<RowSelection, 'columns' | 'leftOut' | 'neutralizeFormulas' | 'statuses'>;

/**
 * A result as CSV in UTF-8: the stored lines with the cells of the added columns. The rows above the header come back unchanged. Those of a
 * workbook get as many cells as the header.
 */
export async function* resultCsv(
  store: Pick<TaskStore, 'find' | 'rowBlock' | 'statuses'>,
  task: Task,
  { skippedRows, columns: header }: ResultHeader,
  selection: CsvSelection,
  findPrevious?: () => Promise<PreviousStatus>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { columns, neutralizeFormulas } = selection;
  const previous = await findPrevious?.();
  const finishedLine = neutralizeFormulas ? neutralizedLine : (line: string) => line;
  const isWorkbook = task.file.type === 'xlsx';
  const above = isWorkbook ? skippedRows.map((row) => filledUp(row, header.length)) : skippedRows;
  for (const line of splitCsvLines(csvBytes([...above, header]))) {
    yield Buffer.from(finishedLine(line) + CSV_LINE_END);
  }
  const width = header.length - columns.length - (previous === undefined ? 0 : 1);
  if (neutralizeFormulas || previous !== undefined || needProvenance(columns)) {
    for await (const rows of resultRows(store, task, selection, previous)) {
      if (rows.lines.length > 0) yield Buffer.from(csvLines(rows, width, finishedLine));
    }
  } else yield* copiedBlocks(store, task, width, selection);
}

function filledUp(row: Row, width: number): Row {
  return [...row, ...Array<string>(Math.max(0, width - row.length)).fill('')];
}

async function* copiedBlocks(
  store: Pick<TaskStore, 'find' | 'rowBlock' | 'statuses'>,
  task: Task,
  width: number,
  { leftOut, statuses: wanted }: CsvSelection,
): AsyncGenerator<Uint8Array, void, undefined> {
  const answers = await taskAnswers(store, task);
  for await (const block of storedBlocks(store, task)) {
    const copied = copiedRows(block, answers, { leftOut, wanted, width });
    if (copied.length > 0) yield copied;
  }
}

function csvLines(rows: ResultRows, width: number, finishedLine: (line: string) => string): string {
  const endOf = lineEnds(rows, finishedLine);
  let text = '';
  rows.lines.forEach((line, row) => {
    const missingCells = ','.repeat(width - (rows.cellCounts[row] ?? width));
    text += finishedLine(line) + missingCells + endOf(row);
  });
  return text;
}

/** The end of a row's line: a comma and the added cells. */
function lineEnds(
  { statuses, added }: ResultRows,
  finishedLine: (line: string) => string,
): (row: number) => string {
  if (added === undefined) return (row) => `,${statuses[row]}${CSV_LINE_END}`;
  // Written together with the comma in front: a row of one empty cell alone would be quoted.
  const cells = added.map((row) => ['', ...row]);
  const ends = splitCsvLines(csvBytes(cells));
  return (row) => finishedLine(ends[row] ?? '') + CSV_LINE_END;
}
