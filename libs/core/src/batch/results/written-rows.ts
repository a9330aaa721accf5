import { VERIFICATION_STATUSES, type VerificationStatus } from '../../model/statuses.js';
import { CSV_LINE_END } from '../../tables/csv-writer.js';
import { copyCsvLine, csvLineEnd } from '../../tables/table-block.js';
import { NO_NUMBER, type RowBlock } from '../row-block.js';
import type { TaskAnswers } from '../task-answers.js';
import { isWantedRow } from './result-rows.js';

const COMMA = 44;

/** The end of a line for each status. */
const STATUS_ENDS = Object.fromEntries(
  VERIFICATION_STATUSES.map((status) => [status, Buffer.from(`,${status}${CSV_LINE_END}`)]),
) as Record<VerificationStatus, Buffer>; // one entry for each status, by the line above

const LONGEST_END = Math.max(...Object.values(STATUS_ENDS).map(({ length }) => length));

export interface CopyOptions {
  /** Cells that each row gets before its status. */
  readonly width: number;
  /** Only rows with one of these statuses are written. Undefined: all rows. */
  readonly wanted: ReadonlySet<VerificationStatus> | undefined;
  /** As in a `RowSelection`. */
  readonly leftOut: Uint8Array | undefined;
}

/**
 * The lines of a block, each with its status at the end. Bytes are copied without decoding. Throws RangeError for a block with fewer lines
 * than rows.
 */
export function copiedRows(
  { text, numberIndexes, cellCounts }: RowBlock,
  answers: TaskAnswers,
  { leftOut, wanted, width }: CopyOptions,
): Buffer {
  const rows = numberIndexes.length;
  let missing = 0;
  for (const cells of cellCounts) missing += width - cells;
  const copy = Buffer.allocUnsafeSlow(text.length + missing + rows * LONGEST_END);
  let length = 0;
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    const number = numberIndexes[row] ?? NO_NUMBER;
    const status = answers.status(number);
    if (!isWantedRow(number, status, { leftOut, wanted })) {
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
    const end = STATUS_ENDS[status];
    copy.set(end, length);
    length += end.length;
  }
  return copy.subarray(0, length);
}
