import { VERIFICATION_STATUSES, type VerificationStatus } from '../statuses.js';
import { CSV_LINE_END, csvText } from '../tables/csv-writer.js';
import type { Row } from '../tables/row.js';
import type { BatchSettings } from './batch-settings.js';
import type { ResultRows } from './result-rows.js';

/** A result as CSV in UTF-8: the lines are there already, each gets its status. */
export async function* resultCsv(
  settings: BatchSettings,
  header: Row,
  blocks: AsyncIterable<ResultRows>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield Buffer.from(csvText([header], settings));
  for await (const rows of blocks) {
    if (rows.lines.length > 0) yield Buffer.from(csvLines(rows, header.length - 1));
  }
}

/** What stands behind a line for each status. */
const LINE_ENDS = Object.fromEntries(
  VERIFICATION_STATUSES.map((status) => [status, `,${status}${CSV_LINE_END}`]),
) as Record<VerificationStatus, string>; // one entry for each status, by the line above

function csvLines({ lines, cellCounts, statuses }: ResultRows, width: number): string {
  let text = '';
  statuses.forEach((status, row) => {
    text += lines[row] + ','.repeat(width - (cellCounts[row] ?? width)) + LINE_ENDS[status];
  });
  return text;
}
