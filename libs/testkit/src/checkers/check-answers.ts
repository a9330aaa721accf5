import assert from 'node:assert/strict';
import {
  isDialproofError,
  isVerificationStatus,
  OUTAGE_REASONS,
  type VerificationStatus,
} from '@dialproof/core';

const DETAILS: Readonly<Record<string, (value: unknown) => boolean>> = {
  source: (value) => typeof value === 'string' && /^[a-z0-9_.-]{1,40}$/.test(value),
  reason: (value) => typeof value === 'string' && /^[ -~]{1,60}$/.test(value),
  checkedAt: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
};

/** Expects an answer about a number, a bare status or one with well-formed details, and returns its status. */
export function expectedStatusOf(answer: unknown): VerificationStatus {
  if (isVerificationStatus(answer)) return answer;
  assert.ok(typeof answer === 'object' && answer !== null, `${String(answer)} is no status`);
  const status: unknown = Reflect.get(answer, 'status');
  assert.ok(isVerificationStatus(status), `${String(status)} is no status`);
  for (const [name, isWellFormed] of Object.entries(DETAILS)) {
    const detail: unknown = Reflect.get(answer, name);
    assert.ok(detail === undefined || isWellFormed(detail), `the answer's ${name} is malformed`);
  }
  return status;
}

/** Whether a rejection says that no number can be checked at present. */
export function isOutage(error: unknown): boolean {
  return OUTAGE_REASONS.some((reason) => isDialproofError(error, reason));
}
