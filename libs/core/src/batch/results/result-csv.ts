import { VERIFICATION_STATUSES, type VerificationStatus } from '../../model/statuses.js';
import { neutralizedLine } from '../../tables/csv-formulas.js';
import { CSV_LINE_END, csvText } from '../../tables/csv-writer.js';
import type { Row } from '../../tables/row.js';
import type { ResultRows } from './result-rows.js';

/** A result as CSV in UTF-8: the lines are there already, each gets its status. */
export async function* resultCsv(
  header: Row,
  blocks: AsyncIterable<ResultRows>,
  neutralizeFormulas: boolean,
): AsyncGenerator<Uint8Array, void, undefined> {
  const finishedLine = neutralizeFormulas ? neutralizedLine : (line: string) => line;
  const headerLine = csvText([header]).slice(0, -CSV_LINE_END.length);
  yield Buffer.from(finishedLine(headerLine) + CSV_LINE_END);
  for await (const rows of blocks) {
    if (rows.lines.length > 0) yield Buffer.from(csvLines(rows, header.length - 1, finishedLine));
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
