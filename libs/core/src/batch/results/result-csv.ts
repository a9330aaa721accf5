import type { ResultColumn } from '../../model/results.js';
import { VERIFICATION_STATUSES, type VerificationStatus } from '../../model/statuses.js';
import { neutralizedLine } from '../../tables/csv-formulas.js';
import { CSV_LINE_END, splitCsvLines } from '../../tables/csv-lines.js';
import { csvText } from '../../tables/csv-writer.js';
import type { ResultHeader } from '../row-block.js';
import { addedCells } from './result-columns.js';
import type { ResultSelection } from './result-request.js';
import type { ResultRows } from './result-rows.js';

/**
 * A result as CSV in UTF-8: the lines are there already, each gets the cells of the added columns. The rows above the header come back as
 * they were, as short as they are.
 */
export async function* resultCsv(
  { skippedRows, columns: header }: ResultHeader,
  blocks: AsyncIterable<ResultRows>,
  { columns, neutralizeFormulas }: Pick<ResultSelection, 'columns' | 'neutralizeFormulas'>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const finishedLine = neutralizeFormulas ? neutralizedLine : (line: string) => line;
  for (const row of [...skippedRows, header]) {
    yield Buffer.from(finishedLine(csvText([row]).slice(0, -CSV_LINE_END.length)) + CSV_LINE_END);
  }
  const width = header.length - columns.length;
  for await (const rows of blocks) {
    if (rows.lines.length > 0) yield Buffer.from(csvLines(rows, width, columns, finishedLine));
  }
}

function csvLines(
  rows: ResultRows,
  width: number,
  columns: readonly ResultColumn[],
  finishedLine: (line: string) => string,
): string {
  const endOf = lineEnds(rows, columns, finishedLine);
  let text = '';
  rows.lines.forEach((line, row) => {
    const missingCells = ','.repeat(width - (rows.cellCounts[row] ?? width));
    text += finishedLine(line) + missingCells + endOf(row);
  });
  return text;
}

/** What stands behind a line for each status, where nothing else is asked for. */
const STATUS_ENDS = Object.fromEntries(
  VERIFICATION_STATUSES.map((status) => [status, `,${status}${CSV_LINE_END}`]),
) as Record<VerificationStatus, string>; // one entry for each status, by the line above

/** What stands behind the line of a row: a comma and its added cells. */
function lineEnds(
  { statuses, provenances }: ResultRows,
  columns: readonly ResultColumn[],
  finishedLine: (line: string) => string,
): (row: number) => string {
  if (provenances === undefined) return (row) => STATUS_ENDS[statuses[row] ?? 'unknown'];
  const cells = provenances.map((provenance, row) => [
    // The comma in front, and so no row of one empty cell, which would be written in quotes.
    '',
    ...addedCells(columns, statuses[row] ?? 'unknown', provenance),
  ]);
  const ends = splitCsvLines(Buffer.from(csvText(cells)));
  return (row) => finishedLine(ends[row] ?? '') + CSV_LINE_END;
}
