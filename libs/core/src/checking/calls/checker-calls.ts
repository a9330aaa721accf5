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
} from '../../ports/number-checker.js';
import { type ReadCheckAnswer, readCheckAnswer, unreadableAnswer } from './checker-answer.js';

/** The result of one call of a checker. */
export type CallOutcome = AnsweredCall | UnansweredCall;

/** One entry for each number, undefined if its check failed. `defect` describes an invalid answer. */
interface AnsweredCall {
  readonly kind: 'answered';
  readonly answers: readonly (CheckAnswer | undefined)[];
  readonly defect: TypeError | undefined;
}

/** The late answers of earlier calls, one entry for each number; undefined for the numbers to which the outcome applies. */
interface WithLateAnswers {
  readonly lateAnswers?: readonly (CheckAnswer | undefined)[];
}

type UnansweredCall = WithLateAnswers & Unanswered;

type Unanswered =
  /** The check of all of its numbers failed. With a `retryAfterMs`, 0 included, its numbers are not the cause. */
  | {
      readonly kind: 'failed';
      readonly error: unknown;
      readonly retryAfterMs: number | undefined;
      /** The outage that it has reported, if that concerns its own numbers alone. */
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
  /** Reads the result of `ask`. */
  read(answer: unknown, count: number): CallOutcome;
}

/** The longest pause: an upstream that asks for a longer one is called again after this time. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;

export function checkerCalls(checker: NumberChecker | BulkNumberChecker): CheckerCalls {
  return isBulkNumberChecker(checker) ? bulkCalls(checker) : singleCalls(checker);
}

/** The known answers after a call: one entry for each of its numbers, or an empty list. */
export function knownAnswers(outcome: CallOutcome): readonly (CheckAnswer | undefined)[] {
  return outcome.kind === 'answered' ? outcome.answers : (outcome.lateAnswers ?? []);
}

/** The outcome of a call that failed with this error, which may be any value. */
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

/** The outcomes with a status alone, one object for each status, since most calls have them. */
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

/** With an answer too few or too many, no answer can be assigned to a number. */
function readAnswers(given: unknown, count: number): CallOutcome {
  if (!Array.isArray(given) || given.length !== count) {
    const found = Array.isArray(given) ? `${given.length} answers` : typeof given;
    return failedCall(new TypeError(`the checker answered with ${found} for ${count} numbers`));
  }
  let defect: TypeError | undefined;
  // By index: `map` would skip holes, and an iterator may be the host's.
  const answers = Array.from({ length: count }, (_, place) => {
    const read = readAnswerAt(given, place);
    defect ??= read.defect;
    return read.answer;
  });
  return { kind: 'answered', answers, defect };
}

/** One invalid answer does not affect the others, which are paid for. */
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

/** A call that took at most this share of its deadline lets the next ones grow. */
const SOON = 1 / 2;
const GROWTH = 1 / 10;
/** The smallest size as a share of the largest: if smaller calls are not faster, they are only more calls. */
const SMALLEST = 1 / 10;

/**
 * The number of numbers in a call: as many as the upstream manages. If a call has no answer after twice its deadline, the next calls are
 * half as large, down to a tenth. Each full call with a quick answer lets them grow by a tenth. A late answer is used, so it changes
 * nothing.
 */
export class CallSize {
  readonly #largest: number;
  readonly #smallest: number;
  #numbers: number;

  constructor(largest: number) {
    this.#largest = largest;
    this.#smallest = Math.ceil(largest * SMALLEST);
    this.#numbers = largest;
  }

  /** The most numbers of the next call. */
  get numbers(): number {
    return this.#numbers;
  }

  /** Notes that a call of this size was given up without an answer. Of several calls that began together, only the first counts. */
  noteUnanswered(count: number): void {
    if (2 * count > this.#numbers) this.#numbers = Math.max(this.#smallest, Math.floor(count / 2));
  }

  /** Notes that a call of this size was answered within this share of its deadline. */
  noteAnswered(count: number, share: number): void {
    if (count < this.#numbers || share > SOON) return;
    this.#numbers = Math.min(this.#largest, this.#numbers + Math.ceil(this.#numbers * GROWTH));
  }
}
