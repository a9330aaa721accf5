import assert from 'node:assert/strict';
import { readCheckAnswer, statusOfAnswer, type VerificationStatus } from '@dialproof/core';

/** Asserts that this is an answer about a number, with the status that is expected, or with any if that is undefined. */
export function expectAnswer(
  given: unknown,
  expected: VerificationStatus | undefined,
  about = 'an answer',
): void {
  const { answer, defect } = readCheckAnswer(given);
  assert.ok(answer !== undefined && defect === undefined, `${about}: ${defect?.message}`);
  if (expected !== undefined) assert.equal(statusOfAnswer(answer), expected, about);
}
