import type { ResultColumn, VerificationStatus } from '../../model/statuses.js';
import type { Provenance } from '../chunk-provenance.js';
import type { PreviousStatus } from './compare-tasks.js';

/** The headers of the columns that results add. */
export const COLUMN_HEADERS = {
  status: 'verification_status',
  source: 'verification_source',
  reason: 'verification_reason',
  checked_at: 'verification_checked_at',
  reassigned: 'verification_reassigned',
} as const satisfies Record<ResultColumn, string>;

/** The header of the column with the status in another task, which comes last. */
export const PREVIOUS_HEADER = 'previous_status';

export const DEFAULT_COLUMNS: readonly ResultColumn[] = ['status'];

/** Whether there is another column than the status. */
export function needProvenance(columns: readonly ResultColumn[]): boolean {
  return columns.some((column) => column !== 'status');
}

/** The cells of a row in these columns, followed by the previous status unless it is undefined. Unknown values are empty. */
export function addedCells(
  columns: readonly ResultColumn[],
  status: VerificationStatus,
  provenance: Provenance,
  previous: ReturnType<PreviousStatus> | undefined,
): string[] {
  const cells = cellsOf(columns, status, provenance);
  return previous === undefined ? cells : [...cells, previous];
}

function cellsOf(
  columns: readonly ResultColumn[],
  status: VerificationStatus,
  { source, reason, checkedAt, reassigned }: Provenance,
): string[] {
  return columns.map((column) => {
    switch (column) {
      case 'status':
        return status;
      case 'source':
        return source ?? '';
      case 'reason':
        return reason ?? '';
      case 'checked_at':
        return Number.isNaN(checkedAt) ? '' : isoSeconds(checkedAt);
      case 'reassigned':
        return reassigned ?? '';
      default:
        return column satisfies never;
    }
  });
}

/** ISO 8601 in UTC, without the milliseconds that are not known. */
function isoSeconds(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
