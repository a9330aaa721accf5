import type { E164 } from '../../model/e164.js';
import { isDialproofError } from '../../model/errors.js';
import { OUTAGE_REASONS, type OutageReason } from '../../model/task.js';
import {
  type BulkNumberChecker,
  type CheckAnswer,
  type CheckContext,
  isBulkNumberChecker,
  type NumberChecker,
} from '../../ports/number-checker.js';
import { type ReadCheckAnswer, readCheckAnswer, unreadableAnswer } from './checker-answer.js';

/** The result of one call of a checker. */
export type CallOutcome = AnsweredCall | UnansweredCall;

/** One entry for each number, undefined where its check failed. `defect` says what was wrong with an answer. */
interface AnsweredCall {
  readonly kind: 'answered';
  readonly answers: readonly (CheckAnswer | undefined)[];
  readonly defect: TypeError | undefined;
}

/** The late answers of earlier calls, one entry for each number, undefined for the numbers of which the rest is true. */
interface WithLateAnswers {
  readonly lateAnswers?: readonly (CheckAnswer | undefined)[];
}

type UnansweredCall = WithLateAnswers & Unanswered;

type Unanswered =
  /** The check of all of its numbers failed. With a `retryAfterMs`, 0 included, its numbers are not the reason. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly retryAfterMs: number | undefined }
  /** No number can be checked at present. */
  | {
      readonly kind: 'unavailable';
      readonly reason: OutageReason;
      readonly error: unknown;
      readonly retryAfterMs: number | undefined;
      /**
       * How often the report of this number was put off, this time included: others are answered. Undefined where it is believed, and
       * everything waits.
       */
      readonly timesPutOff?: number;
    }
  /** It has failed since this process stood still. It counts neither against its numbers nor as silence of the upstream. */
  | { readonly kind: 'excused'; readonly error: unknown; readonly retryAfterMs: number | undefined }
  /** Nobody waits for its answer any more. */
  | { readonly kind: 'given_up' };

/** A checker for one or for many numbers, seen alike: as something that is called with a few numbers at a time. */
export interface CheckerCalls {
  /** The most numbers that one call carries. */
  readonly numbersPerCall: number;
  /** Asks about at least one number. It is the host's code that runs here: it may throw or return anything. */
  ask(numbers: readonly E164[], context: CheckContext): unknown;
  /** Reads what `ask` resolved to. */
  read(answer: unknown, count: number): CallOutcome;
}

/** An upstream that asks for a longer pause is asked again after this all the same. */
export const LONGEST_RETRY_AFTER_MS = 3_600_000;

export function checkerCalls(checker: NumberChecker | BulkNumberChecker): CheckerCalls {
  return isBulkNumberChecker(checker) ? bulkCalls(checker) : singleCalls(checker);
}

/** The answers that are known after a call, one entry for each of its numbers, or none at all. */
export function knownAnswers(outcome: CallOutcome): readonly (CheckAnswer | undefined)[] {
  return outcome.kind === 'answered' ? outcome.answers : (outcome.lateAnswers ?? []);
}

/** The outcome of a call that failed for this reason, which may be anything. */
export function failedCall(error: unknown): CallOutcome {
  const retryAfterMs = retryAfterOf(error);
  const reason = outageReason(error);
  return reason === undefined
    ? { kind: 'failed', error, retryAfterMs }
    : { kind: 'unavailable', reason, error, retryAfterMs };
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

function singleCalls(checker: NumberChecker): CheckerCalls {
  return {
    numbersPerCall: 1,
    // There is one number, by the contract of `ask` and `numbersPerCall`.
    ask: ([number], context) => checker.check(number as E164, context),
    read(given) {
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
    ask: (numbers, context) => checker.checkMany(numbers, context),
    read: readAnswers,
  };
}

/** An answer too few or too many leaves open which number each is about, so that none can be trusted. */
function readAnswers(given: unknown, count: number): CallOutcome {
  if (!Array.isArray(given) || given.length !== count) {
    const found = Array.isArray(given) ? `${given.length} answers` : typeof given;
    return failedCall(new TypeError(`the checker answered with ${found} for ${count} numbers`));
  }
  let defect: TypeError | undefined;
  // By place: `map` would leave out holes, and an iterator may be the host's.
  const answers = Array.from({ length: count }, (_, place) => {
    const read = readAnswerAt(given, place);
    defect ??= read.defect;
    return read.answer;
  });
  return { kind: 'answered', answers, defect };
}

/** Whatever is wrong with one answer, the others are paid for and count. */
function readAnswerAt(answers: readonly unknown[], place: number): ReadCheckAnswer {
  try {
    const one = answers[place];
    return one === 'check_failed'
      ? { answer: undefined, malformed: [], defect: undefined }
      : readCheckAnswer(one);
  } catch (error) {
    return unreadableAnswer(error);
  }
}
