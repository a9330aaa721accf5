import type { VerificationStatus } from './verification.js';

export const RESULT_FORMATS = ['csv', 'xlsx'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

export const RESULT_COLUMNS = ['status', 'source', 'reason', 'checked_at'] as const;
/** The columns that a result can have for each row. */
export type ResultColumn = (typeof RESULT_COLUMNS)[number];

/** The part of a result to download, and its format. */
export interface DownloadQuery {
  /** Default `csv`, whatever was uploaded. */
  readonly format?: ResultFormat | undefined;
  /** Only rows with one of these statuses. Default: all rows. */
  readonly status?: readonly VerificationStatus[] | undefined;
  /** The columns behind those of the file, in this order. Default: `status` alone. */
  readonly columns?: readonly ResultColumn[] | undefined;
  /** Whether a task that failed or was cancelled has a result too: rows that were not verified are `unknown`. Default false. */
  readonly partial?: boolean | undefined;
  /** Whether, in CSV, cells like formulas get an apostrophe before them. Default: as the server is set. */
  readonly neutralize_formulas?: boolean | undefined;
}
