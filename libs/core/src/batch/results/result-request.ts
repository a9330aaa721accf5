import type { TaskId } from '../../model/identifiers.js';
import {
  isVerificationStatus,
  RESULT_COLUMNS,
  RESULT_FORMATS,
  type ResultColumn,
  type ResultFormat,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from '../../model/statuses.js';
import type { TaskRequest } from '../account-tasks.js';
import type { ResultSettings } from '../batch-settings.js';
import { DEFAULT_COLUMNS } from './result-columns.js';

export interface ResultsRequest extends TaskRequest {
  /** Default `csv`, whatever was uploaded. A workbook has the same cells, all of them text. */
  readonly format?: ResultFormat;
  /** At least one status: only rows with one of them, in the order of the file. Default: all rows. */
  readonly statuses?: readonly VerificationStatus[];
  /**
   * The added columns, in this order, behind those of the file: at least one, none twice. Default: `status` alone. In a row whose number
   * has no answer, the columns other than `status` are empty.
   */
  readonly columns?: readonly ResultColumn[];
  /**
   * Another done task of the account. A last column, `previous_status`, gives the status of the row's number in that task's result, and is
   * empty if the number is not in it. Default: no such column.
   */
  readonly previous?: TaskId;
  /**
   * Whether rows are left out whose number is suppressed now, or was when the task was worked on. This needs the option `archive`. Default
   * false.
   */
  readonly leaveOutSuppressed?: boolean;
  /** Whether a failed task has a result too: rows that were verified have their status, the others `unknown`. Default false. */
  readonly partial?: boolean;
  /**
   * Whether cells of a CSV that a spreadsheet would take for a formula get an apostrophe before them. Default: the service's option. A
   * workbook needs none: its cells are text.
   */
  readonly neutralizeFormulas?: boolean;
  /**
   * Ends the comparison with `previous` and the search for suppressed numbers. The request, or the reading of its content, then rejects
   * with the signal's reason.
   */
  readonly signal?: AbortSignal;
}

/** The requested part of a result, and its form. */
export interface ResultSelection {
  readonly format: ResultFormat;
  readonly partial: boolean;
  /** Only rows with one of these statuses; undefined for all rows, also if all five statuses were named. */
  readonly statuses: ReadonlySet<VerificationStatus> | undefined;
  readonly leavesOutSuppressed: boolean;
  readonly columns: readonly ResultColumn[];
  /** Always false for a workbook: its cells are text, and an apostrophe would be visible. */
  readonly neutralizeFormulas: boolean;
}

/** Throws TypeError for invalid settings: those of HTTP requests were validated before. */
export function readSelection(
  {
    format = 'csv',
    statuses,
    columns = DEFAULT_COLUMNS,
    leaveOutSuppressed = false,
    partial = false,
    neutralizeFormulas,
  }: ResultsRequest,
  settings: Pick<ResultSettings, 'neutralizeFormulas'>,
): ResultSelection {
  if (!RESULT_FORMATS.includes(format)) {
    throw new TypeError(`format must be one of ${RESULT_FORMATS.join(', ')}, not ${String(format)}`);
  }
  assertBoolean('partial', partial);
  assertBoolean('leaveOutSuppressed', leaveOutSuppressed);
  if (neutralizeFormulas !== undefined) assertBoolean('neutralizeFormulas', neutralizeFormulas);
  return {
    format,
    partial,
    statuses: wantedStatuses(statuses),
    leavesOutSuppressed: leaveOutSuppressed,
    columns: wantedColumns(columns),
    neutralizeFormulas: format === 'csv' && (neutralizeFormulas ?? settings.neutralizeFormulas),
  };
}

function assertBoolean(name: string, value: unknown): void {
  if (typeof value !== 'boolean') throw new TypeError(`${name} must be true or false, not ${String(value)}`);
}

/** The set of these statuses; undefined for all five, and for undefined. Throws TypeError for invalid ones. */
export function wantedStatuses(statuses: ResultsRequest['statuses']): ResultSelection['statuses'] {
  if (statuses === undefined) return undefined;
  if (!Array.isArray(statuses) || statuses.length === 0 || !statuses.every(isVerificationStatus)) {
    throw new TypeError(`statuses must be a list of at least one of ${VERIFICATION_STATUSES.join(', ')}`);
  }
  const wanted = new Set<VerificationStatus>(statuses);
  return wanted.size === VERIFICATION_STATUSES.length ? undefined : wanted;
}

function wantedColumns(columns: readonly ResultColumn[]): readonly ResultColumn[] {
  const isColumn = (name: ResultColumn): boolean => RESULT_COLUMNS.includes(name);
  if (!Array.isArray(columns) || columns.length === 0 || !columns.every(isColumn)) {
    throw new TypeError(`columns must be a list of at least one of ${RESULT_COLUMNS.join(', ')}`);
  }
  if (new Set(columns).size < columns.length) throw new TypeError('columns must not name a column twice');
  return [...columns];
}
