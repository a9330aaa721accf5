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
   * The columns behind those of the file, in this order: at least one, none twice. Default `status` alone. A row whose number has no
   * answer has empty cells in the others.
   */
  readonly columns?: readonly ResultColumn[];
  /**
   * Another task of the account, which is done: a column `previous_status` behind the others has the status of the row's number in its
   * result, and is empty where the number is not in it. Default: no such column.
   */
  readonly previous?: TaskId;
  /**
   * Whether rows whose number the account suppresses, or did when the task was worked on, are left out. It needs the option `archive`.
   * Default false.
   */
  readonly leaveOutSuppressed?: boolean;
  /** Whether a failed task has a result too: with the rows verified before, the others `unknown`. Default false. */
  readonly partial?: boolean;
  /**
   * Whether, in CSV, cells that a spreadsheet would take for a formula get an apostrophe before them. Default: the service's option. A
   * workbook is the same either way: its cells are text, which nothing takes for a formula.
   */
  readonly neutralizeFormulas?: boolean;
  /** Ends the comparison with `previous`, and the search for suppressed numbers: the request, or reading its content, then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The requested part of a result, and its form. */
export interface ResultSelection {
  readonly format: ResultFormat;
  readonly partial: boolean;
  /** Only rows with one of these; undefined for all rows, also if all five were named. */
  readonly statuses: ReadonlySet<VerificationStatus> | undefined;
  readonly leavesOutSuppressed: boolean;
  readonly columns: readonly ResultColumn[];
  /** Always false for a workbook: its cells are text, which no spreadsheet takes for a formula, and an apostrophe would be visible. */
  readonly neutralizeFormulas: boolean;
}

/** Throws TypeError for invalid settings: the HTTP contract has checked those of people. */
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

/** The set of these statuses; undefined for all five, and if none are given. Throws TypeError. */
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
