import { isDialproofError } from '../../model/errors.js';
import type { E164 } from '../../model/identifiers.js';
import {
  isVerificationStatus,
  VERIFICATION_STATUSES,
  type VerificationStatus,
} from '../../model/statuses.js';
import { OUTAGE_REASONS, type OutageReason } from '../../model/task.js';
import {
  type BulkNumberChecker,
  type CheckAnswer,
  type CheckContext,
  isBulkNumberChecker,
  type NumberChecker,
  statusOfAnswer,
} from '../../ports/number-checker.js';
import type { CallEnding, CheckOutcome, ObservedCall } from '../../ports/optional/service-observer.js';
import { readCheckAnswer } from './checker-answer.js';

/** The result of one call of a checker. */
export type CallOutcome = AnsweredCall | UnansweredCall;

/** One entry for each number, undefined if its check failed. `defect` describes an invalid answer. */
interface AnsweredCall {
  readonly kind: 'answered';
  readonly answers: readonly (CheckAnswer | undefined)[];
  readonly defect: TypeError | undefined;
}

type UnansweredCall =
  /** The check of all numbers of the call failed. With a `retryAfterMs`, 0 included, the numbers are not the cause. */
  | {
      readonly kind: 'failed';
      readonly error: unknown;
      readonly retryAfterMs: number | undefined;
      /** The outage that the call reported, if it concerns only the call's numbers. */
      readonly reason?: OutageReason;
    }
  /** No number can be checked at present. */
  | {
      readonly kind: 'unavailable';
      readonly reason: OutageReason;
      readonly error: unknown;
      readonly retryAfterMs: number | undefined;
    }
  /** The call was given up. */
  | { readonly kind: 'given_up' };

/** A uniform view of both kinds of checkers: each call takes some numbers. */
export interface CheckerCalls {
  /** The most numbers that one call carries. */
  readonly numbersPerCall: number;
  /** Whether the checker is given dates of consent. */
  readonly tellsReassigned: boolean;
  /** Calls the checker for at least one number. This is the host's code: it may throw or return anything. */
  ask(numbers: readonly E164[], context: CheckContext): unknown;
  /** Reads the result of `ask`, whose members may throw. */
  read(answer: unknown, count: number): CallOutcome;
}

/** The longest pause: an upstream that asks for a longer one is called again after this time. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;

export function checkerCalls(checker: NumberChecker | BulkNumberChecker): CheckerCalls {
  return isBulkNumberChecker(checker) ? bulkCalls(checker) : singleCalls(checker);
}

/** The outcome of a call that failed with this error, which may be any value and may throw when it is read. */
export function failedCall(error: unknown): CallOutcome {
  try {
    const retryAfterMs = retryAfterOf(error);
    const reason = outageReason(error);
    return reason === undefined
      ? { kind: 'failed', error, retryAfterMs }
      : { kind: 'unavailable', reason, error, retryAfterMs };
  } catch (unreadable) {
    return { kind: 'failed', error: unreadable, retryAfterMs: undefined };
  }
}

function outageReason(error: unknown): OutageReason | undefined {
  return OUTAGE_REASONS.find((reason) => isDialproofError(error, reason));
}

function retryAfterOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('retryAfterMs' in error)) return undefined;
  const { retryAfterMs } = error;
  if (typeof retryAfterMs !== 'number' || !(retryAfterMs >= 0)) return undefined;
  return Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS);
}

/** The outcomes with only a status: one shared object for each, since most calls have them. */
const PLAIN_ANSWERS: ReadonlyMap<VerificationStatus, AnsweredCall> = new Map(
  VERIFICATION_STATUSES.map((status) => [
    status,
    Object.freeze({ kind: 'answered', answers: Object.freeze([status]), defect: undefined }),
  ]),
);

function singleCalls(checker: NumberChecker): CheckerCalls {
  return {
    numbersPerCall: 1,
    tellsReassigned: checker.tellsReassigned === true,
    // `numbersPerCall` is 1, so there is exactly one number.
    ask: ([number], context) => checker.check(number as E164, context),
    read(given) {
      const plain = isVerificationStatus(given) ? PLAIN_ANSWERS.get(given) : undefined;
      if (plain !== undefined) return plain;
      const { answer, defect } = readCheckAnswer(given);
      return { kind: 'answered', answers: [answer], defect };
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
    tellsReassigned: checker.tellsReassigned === true,
    // The checker gets its own list, since it is the host's code and may change the list.
    ask: (numbers, context) => checker.checkMany([...numbers], context),
    read: readAnswers,
  };
}

/**
 * Reads the answers of a bulk call. If there are too few or too many, none can be assigned to a number. One invalid answer does not affect the
 * others, which are paid for.
 */
function readAnswers(given: unknown, count: number): CallOutcome {
  if (!Array.isArray(given) || given.length !== count) {
    const found = Array.isArray(given) ? `${given.length} answers` : typeof given;
    return failedCall(new TypeError(`the checker answered with ${found} for ${count} numbers`));
  }
  let defect: TypeError | undefined;
  // Read by index: `map` would skip holes, and an iterator may be the host's own.
  const answers = Array.from({ length: count }, (_, place) => {
    const one: unknown = given[place];
    if (one === 'check_failed') return undefined;
    const read = readCheckAnswer(one);
    defect ??= read.defect;
    return read.answer;
  });
  return { kind: 'answered', answers, defect };
}

interface EndedCall extends Pick<ObservedCall, 'durationMs' | 'purpose'> {
  /** The count of its numbers. */
  readonly count: number;
  /** Whether its deadline ended it. */
  readonly isLate: boolean;
}

/** The facts of a call for an observer. */
export function observedCall(
  outcome: CallOutcome,
  { count, durationMs, isLate, purpose }: EndedCall,
): ObservedCall {
  if (outcome.kind !== 'answered') {
    const ending: Exclude<CallEnding, 'answered'> = isLate ? 'timed_out' : outcome.kind;
    return { purpose, ending, durationMs, checks: { [ending]: count } };
  }
  const checks: Partial<Record<CheckOutcome, number>> = {};
  for (const answer of outcome.answers) {
    const ended = answer === undefined ? 'failed' : statusOfAnswer(answer);
    checks[ended] = (checks[ended] ?? 0) + 1;
  }
  return { purpose, ending: 'answered', durationMs, checks };
}
