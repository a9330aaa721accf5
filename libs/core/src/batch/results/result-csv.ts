import { VERIFICATION_STATUSES, type VerificationStatus } from '../../model/statuses.js';
import type { Task } from '../../model/task.js';
import type { TaskStore } from '../../ports/task-store.js';
import { neutralizedLine } from '../../tables/csv-formulas.js';
import { CSV_LINE_END, CsvWriter, csvBytes } from '../../tables/csv-writer.js';
import { copyCsvLine, csvLineEnd, type Row, splitCsvLines } from '../../tables/table-block.js';
import { NO_NUMBER, type ResultHeader, type RowBlock } from '../row-block.js';
import { type TaskAnswers, taskAnswers } from '../task-answers.js';
import type { PreviousStatus } from './compare-tasks.js';
import { needProvenance } from './result-columns.js';
import { addedCellsOf, isWantedRow, type RowSelection, storedBlocks } from './stored-blocks.js';

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

const COMMA = 44;

/** The end of a line for each status, where it is the only added cell. */
const STATUS_ENDS = Object.fromEntries(
  VERIFICATION_STATUSES.map((status) => [status, Buffer.from(`,${status}${CSV_LINE_END}`)]),
) as Record<VerificationStatus, Buffer>; // one entry for each status, by the line above

/** The end of a row's line by its number: a comma and the added cells. Undefined for a row that is not wanted. */
export function lineEnds(
  answers: TaskAnswers,
  { columns, leftOut, statuses: wanted }: Pick<RowSelection, 'columns' | 'leftOut' | 'statuses'>,
  previous: PreviousStatus | undefined,
): (number: number) => Uint8Array | undefined {
  const hasStatusAlone = previous === undefined && !needProvenance(columns);
  const cellsOf = addedCellsOf(answers, columns, previous);
  const writer = new CsvWriter();
  return (number) => {
    const status = answers.status(number);
    if (!isWantedRow(number, status, { leftOut, wanted })) return undefined;
    if (hasStatusAlone) return STATUS_ENDS[status];
    // The empty cell gives the comma in front.
    writer.addRow(['', ...cellsOf(number)]);
    return writer.take();
  };
}

/**
 * The lines of a block with the cells of the added columns. `width`: the count of cells before the added ones, to which short rows are
 * filled up. `endOf`: the end of the line of a row with this number; undefined leaves the row out. Bytes are copied without decoding.
 * Throws RangeError for a block with fewer lines than rows.
 */
export function resultLines(
  { text, numberIndexes, cellCounts }: RowBlock,
  width: number,
  endOf: (number: number) => Uint8Array | undefined,
): Buffer {
  const ends: (Uint8Array | undefined)[] = [];
  let room = text.length;
  for (let row = 0; row < numberIndexes.length; row += 1) {
    const end = endOf(numberIndexes[row] ?? NO_NUMBER);
    ends.push(end);
    if (end !== undefined) room += width - (cellCounts[row] ?? width) + end.length;
  }
  const copy = Buffer.allocUnsafeSlow(room);
  let length = 0;
  let at = 0;
  for (let row = 0; row < ends.length; row += 1) {
    const end = ends[row];
    if (end === undefined) {
      at = csvLineEnd(text, at) + 1;
      continue;
    }
    const lineEnd = copyCsvLine(text, at, copy, length);
    length += lineEnd - at;
    at = lineEnd + 1;
    for (let cells = cellCounts[row] ?? width; cells < width; cells += 1) {
      copy[length] = COMMA;
      length += 1;
    }
    copy.set(end, length);
    length += end.length;
  }
  return copy.subarray(0, length);
}
