import { describe, expect, it } from 'vitest';
import type { NumberChecker } from '../../ports/number-checker.js';
import { type CallOutcome, checkerCalls, failedCall } from './checker-calls.js';

describe('the numbers per call of a checker', () => {
  it('is one if it declares the other method and leaves it undefined', () => {
    const checker = { check: async () => 'dead' as const, checkMany: undefined, maxNumbers: 2 };
    // A class that declares a property and sets it later does this; the types do not allow it.
    expect(checkerCalls(checker as unknown as NumberChecker).numbersPerCall).toBe(1);
  });

  it('is one if a bulk checker takes one', () => {
    expect(checkerCalls({ maxNumbers: 1, checkMany: async () => [] }).numbersPerCall).toBe(1);
  });

  it.each([0, 1.5, Number.NaN])('is refused when it is %s', (maxNumbers) => {
    expect(() => checkerCalls({ maxNumbers, checkMany: async () => [] })).toThrow(TypeError);
  });
});
describe('the answer of a bulk checker', () => {
  const read = (...answers: unknown[]): CallOutcome =>
    checkerCalls({ maxNumbers: 9, checkMany: async () => [] }).read(answers, answers.length);

  it('has no defect if the checker reports failed checks', () => {
    expect(read('dead', 'check_failed')).toEqual({
      kind: 'answered',
      answers: ['dead', undefined],
      defect: undefined,
    });
  });

  it('has the first invalid answer as its defect', () => {
    expect(read('check_failed', 'alive', 'zombie')).toMatchObject({
      answers: [undefined, undefined, undefined],
      defect: { message: 'the checker answered with "alive", which is no verification status' },
    });
  });

  it('is quoted in its first 40 characters only', () => {
    const message = `the checker answered with "${'x'.repeat(40)}", which is no verification status`;
    expect(read('x'.repeat(1_000_000))).toMatchObject({ defect: { message } });
  });
});

describe('a call that failed', () => {
  it.each([null, undefined, 'no', 5])('may have failed with %s', (error) => {
    expect(failedCall(error)).toEqual({ kind: 'failed', error, retryAfterMs: undefined });
  });

  it.each([
    [0, 0],
    [1.5, 1.5],
    [3_600_001, 3_600_000],
    [Number.POSITIVE_INFINITY, 3_600_000],
    [-1, undefined],
    [Number.NaN, undefined],
    ['5000', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('that asks for a pause of %s has a pause of %s', (retryAfterMs, expected) => {
    expect(failedCall({ retryAfterMs })).toMatchObject({ kind: 'failed', retryAfterMs: expected });
  });
});
