import { VERIFICATION_STATUSES, type VerificationStatus } from '../../model/statuses.js';
import { neutralizedLine } from '../../tables/csv-formulas.js';
import { CSV_LINE_END, csvText } from '../../tables/csv-writer.js';
import type { ResultHeader } from '../row-block.js';
import type { ResultRows } from './result-rows.js';

/**
 * A result as CSV in UTF-8: the lines are there already, each gets its status. The rows above the header come back as they were, as
 * short as they are.
 */
export async function* resultCsv(
  { skippedRows, columns }: ResultHeader,
  blocks: AsyncIterable<ResultRows>,
  neutralizeFormulas: boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  const finishedLine = neutralizeFormulas ? neutralizedLine : (line: string) => line;
  for (const row of [...skippedRows, columns]) {
    yield Buffer.from(finishedLine(csvText([row]).slice(0, -CSV_LINE_END.length)) + CSV_LINE_END);
  }
  for await (const rows of blocks) {
    if (rows.lines.length > 0) yield Buffer.from(csvLines(rows, columns.length - 1, finishedLine));
  }
}

/** What stands behind a line for each status. */
const LINE_ENDS = Object.fromEntries(
  VERIFICATION_STATUSES.map((status) => [status, `,${status}${CSV_LINE_END}`]),
) as Record<VerificationStatus, string>; // one entry for each status, by the line above

function csvLines(
  { lines, cellCounts, statuses }: ResultRows,
  width: number,
  finishedLine: (line: string) => string,
): string {
  let text = '';
  lines.forEach((line, row) => {
    const missingCells = ','.repeat(width - (cellCounts[row] ?? width));
    text += finishedLine(line) + missingCells + LINE_ENDS[statuses[row] ?? 'unknown'];
  });
  return text;
}
