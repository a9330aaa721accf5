import { isVerificationStatus, VERIFICATION_STATUSES, type VerificationStatus } from '../statuses.js';
import type { ResultsRequest } from '../verification-service.js';
import type { BatchSettings } from './batch-settings.js';

/** What a result can be had as. */
export const RESULT_FORMATS = ['csv', 'xlsx'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** What of a result is asked for, and as what. */
export interface ResultSelection {
  readonly format: ResultFormat;
  /** Only rows with one of these; undefined for all rows, also where all five were named. */
  readonly statuses: ReadonlySet<VerificationStatus> | undefined;
  /** Never of a workbook: its cells are text, which no spreadsheet takes for a formula, and an apostrophe in them would be seen. */
  readonly neutralizeFormulas: boolean;
}

/** Throws TypeError: what people ask for has been judged by whoever asks in their name. */
export function readSelection(
  { format = 'csv', statuses, neutralizeFormulas }: ResultsRequest,
  settings: Pick<BatchSettings, 'neutralizeFormulas'>,
): ResultSelection {
  if (!RESULT_FORMATS.includes(format)) {
    throw new TypeError(`format must be one of ${RESULT_FORMATS.join(', ')}, not ${String(format)}`);
  }
  if (neutralizeFormulas !== undefined && typeof neutralizeFormulas !== 'boolean') {
    throw new TypeError(`neutralizeFormulas must be true or false, not ${String(neutralizeFormulas)}`);
  }
  return {
    format,
    statuses: wantedStatuses(statuses),
    neutralizeFormulas: format === 'csv' && (neutralizeFormulas ?? settings.neutralizeFormulas),
  };
}

function wantedStatuses(statuses: ResultsRequest['statuses']): ResultSelection['statuses'] {
  if (statuses === undefined) return undefined;
  if (!Array.isArray(statuses) || statuses.length === 0 || !statuses.every(isVerificationStatus)) {
    throw new TypeError(`statuses must be a list of at least one of ${VERIFICATION_STATUSES.join(', ')}`);
  }
  const wanted = new Set<VerificationStatus>(statuses);
  return wanted.size === VERIFICATION_STATUSES.length ? undefined : wanted;
}
