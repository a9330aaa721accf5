import { isDialproofError } from '../errors.js';
import type { E164 } from '../phone/e164.js';
import {
  type BulkAnswer,
  type BulkNumberChecker,
  type CheckContext,
  isBulkNumberChecker,
  type NumberChecker,
} from '../ports/number-checker.js';
import { isVerificationStatus } from '../statuses.js';

/** What one call of a checker gave: an answer for each number, or that nothing can be checked at present. */
export type CallOutcome = readonly BulkAnswer[] | 'checker_unavailable';

/** A checker for one or for many numbers, seen alike: as something that is called with a few numbers at a time. */
export interface CheckerCalls {
  /** The most numbers that one call carries. */
  readonly numbersPerCall: number;
  /** Asks about at least one number. It is the host's code that runs here: it may throw or return anything. */
  ask(numbers: readonly E164[], context: CheckContext): unknown;
  /** An answer for each of `count` numbers from what `ask` resolved to. */
  read(answer: unknown, count: number): readonly BulkAnswer[];
}

export function checkerCalls(checker: NumberChecker | BulkNumberChecker): CheckerCalls {
  return isBulkNumberChecker(checker) ? bulkCalls(checker) : singleCalls(checker);
}

/** The outcome of a call for so many numbers that failed for this reason. */
export function failedCall(reason: unknown, count: number): CallOutcome {
  return isDialproofError(reason, 'checker_unavailable') ? 'checker_unavailable' : allFailed(count);
}

function singleCalls(checker: NumberChecker): CheckerCalls {
  return {
    numbersPerCall: 1,
    // There is one number, by the contract of `ask` and `numbersPerCall`.
    ask: ([number], context) => checker.check(number as E164, context),
    read: (answer) => [readAnswer(answer)],
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
    ask: (numbers, context) => checker.checkMany(numbers, context),
    // An answer too few or too many leaves open which number each is about, so that none can be trusted. `map` would leave out holes.
    read: (answers, count) =>
      Array.isArray(answers) && answers.length === count ? Array.from(answers, readAnswer) : allFailed(count),
  };
}

function readAnswer(answer: unknown): BulkAnswer {
  return isVerificationStatus(answer) ? answer : 'check_failed';
}

function allFailed(count: number): readonly BulkAnswer[] {
  return new Array<BulkAnswer>(count).fill('check_failed');
}
