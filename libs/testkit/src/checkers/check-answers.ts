import assert from 'node:assert/strict';
import {
  accountId,
  isDialproofError,
  OUTAGE_REASONS,
  readCheckAnswer,
  statusOfAnswer,
  type VerificationStatus,
} from '@dialproof/core';

/** Two accounts that checks are made for. */
export const ACCOUNTS = [accountId('the suite'), accountId('another one')] as const;

/** Expects an answer about a number, a bare status or one with well-formed details, and returns its status. */
export function expectedStatusOf(given: unknown): VerificationStatus {
  const { answer, defect } = readCheckAnswer(given);
  assert.ok(answer !== undefined && defect === undefined, defect?.message);
  return statusOfAnswer(answer);
}

/** Whether a rejection has the code of an outage. */
export function isOutage(error: unknown): boolean {
  return OUTAGE_REASONS.some((reason) => isDialproofError(error, reason));
}
