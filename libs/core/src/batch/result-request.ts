import { isVerificationStatus, VERIFICATION_STATUSES, type VerificationStatus } from '../statuses.js';
import type { ResultsRequest } from '../verification-service.js';

/** What a result can be had as. */
export const RESULT_FORMATS = ['csv', 'xlsx'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** What of a result is asked for, and as what. */
export interface ResultSelection {
  readonly format: ResultFormat;
  /** Only rows with one of these; undefined for all rows, also where all five were named. */
  readonly statuses: ReadonlySet<VerificationStatus> | undefined;
}

/** Throws TypeError: what people ask for has been judged by whoever asks in their name. */
export function readSelection({ format = 'csv', statuses }: ResultsRequest): ResultSelection {
  if (!RESULT_FORMATS.includes(format)) {
    throw new TypeError(`format must be one of ${RESULT_FORMATS.join(', ')}, not ${String(format)}`);
  }
  if (statuses === undefined) return { format, statuses };
  if (!Array.isArray(statuses) || statuses.length === 0 || !statuses.every(isVerificationStatus)) {
    throw new TypeError(`statuses must be a list of at least one of ${VERIFICATION_STATUSES.join(', ')}`);
  }
  const wanted = new Set<VerificationStatus>(statuses);
  return { format, statuses: wanted.size === VERIFICATION_STATUSES.length ? undefined : wanted };
}
