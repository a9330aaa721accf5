import type { BulkAnswer } from '../ports/number-checker.js';
import {
  emptySummary,
  type StatusSummary,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from '../statuses.js';

/** The byte of a number whose check failed: it is shown as `unknown` and was not charged. */
const CHECK_FAILED = 255;

/** One byte for each answer: the status's place in VERIFICATION_STATUSES, or CHECK_FAILED. */
export function encodeStatuses(answers: readonly BulkAnswer[]): Uint8Array {
  return Uint8Array.from(answers, (answer) =>
    answer === 'check_failed' ? CHECK_FAILED : VERIFICATION_STATUSES.indexOf(answer),
  );
}

export function decodeStatus(byte: number | undefined): VerificationStatus {
  if (byte === CHECK_FAILED) return 'unknown';
  const status = byte === undefined ? undefined : VERIFICATION_STATUSES[byte];
  if (status === undefined)
    throw new RangeError(`the task store returned a status byte that is none: ${byte}`);
  return status;
}

/** How many rows get which status from these answers. */
export function countRows(answers: readonly BulkAnswer[], rowCounts: readonly number[]): StatusSummary {
  const rows = emptySummary();
  answers.forEach((answer, position) => {
    rows[answer === 'check_failed' ? 'unknown' : answer] += rowCounts[position] ?? 0;
  });
  return rows;
}

/** How many of these answers cost a credit. */
export function countVerified(answers: readonly BulkAnswer[]): number {
  return answers.reduce((verified, answer) => (answer === 'check_failed' ? verified : verified + 1), 0);
}
