import { isDialproofError } from '../errors.js';
import type { E164 } from '../phone/e164.js';
import {
  type BulkAnswer,
  type BulkNumberChecker,
  isBulkNumberChecker,
  type NumberChecker,
} from '../ports/number-checker.js';
import { isVerificationStatus } from '../statuses.js';
import type { RunningChecks } from './running-checks.js';

/** What one call of a checker gave: an answer for each number, or that nothing can be checked at present. */
export type CallOutcome = readonly BulkAnswer[] | 'checker_unavailable';

/** A checker for one or for many numbers, seen alike: as something that is called with a few numbers at a time. */
export interface CheckerCalls {
  /** The most numbers that one call carries. */
  readonly numbersPerCall: number;
  /** Never rejects: a check that failed is an answer of `check_failed`. */
  call(numbers: readonly E164[], checks: RunningChecks): Promise<CallOutcome>;
}

export function checkerCalls(checker: NumberChecker | BulkNumberChecker): CheckerCalls {
  return isBulkNumberChecker(checker) ? bulkCalls(checker) : singleCalls(checker);
}

function singleCalls(checker: NumberChecker): CheckerCalls {
  return {
    numbersPerCall: 1,
    async call(numbers, checks) {
      const answers: BulkAnswer[] = [];
      for (const number of numbers) {
        try {
          const answer: unknown = await checks.run((context) => checker.check(number, context));
          answers.push(isVerificationStatus(answer) ? answer : 'check_failed');
        } catch (error) {
          if (isDialproofError(error, 'checker_unavailable')) return 'checker_unavailable';
          answers.push('check_failed');
        }
      }
      return answers;
    },
  };
}

function bulkCalls(checker: BulkNumberChecker): CheckerCalls {
  const { maxNumbers } = checker;
  if (!Number.isInteger(maxNumbers) || maxNumbers < 1) {
    throw new TypeError(
      `a bulk checker's maxNumbers must be a whole number of at least 1, not ${maxNumbers}`,
    );
  }
  return {
    numbersPerCall: maxNumbers,
    async call(numbers, checks) {
      try {
        const answers: unknown = await checks.run((context) => checker.checkMany(numbers, context));
        return readBulkAnswers(answers, numbers.length);
      } catch (error) {
        return isDialproofError(error, 'checker_unavailable')
          ? 'checker_unavailable'
          : allFailed(numbers.length);
      }
    },
  };
}

/** An answer too few or too many leaves open which number each is about, so that none can be trusted. */
function readBulkAnswers(answers: unknown, count: number): readonly BulkAnswer[] {
  if (!Array.isArray(answers) || answers.length !== count) return allFailed(count);
  return answers.map((answer: unknown) => (isVerificationStatus(answer) ? answer : 'check_failed'));
}

function allFailed(count: number): readonly BulkAnswer[] {
  return new Array<BulkAnswer>(count).fill('check_failed');
}
