import {
  type BulkAnswer,
  type BulkNumberChecker,
  type CheckContext,
  type E164,
  isBulkNumberChecker,
  isVerificationStatus,
  type NumberChecker,
  type VerificationStatus,
} from '@dialproof/core';

export type AnyChecker = NumberChecker | BulkNumberChecker;

/** The result of a wrapper: a bulk checker for a bulk one, a single one for a single one. */
export type SameKind<Checker extends AnyChecker> = Checker extends BulkNumberChecker
  ? BulkNumberChecker
  : NumberChecker;

/**
 * One call of a checker of either kind. It resolves to one answer for each number, in their order. A single checker is asked about one
 * number at a time, and its failed check is a rejection.
 */
export type Ask = (numbers: readonly E164[], context: CheckContext) => Promise<readonly BulkAnswer[]>;

/** Throws TypeError for a value that is no checker, or a bulk checker without `maxNumbers`. */
export function askOf(checker: AnyChecker): Ask {
  if (typeof checker !== 'object' || checker === null)
    throw new TypeError(`expected a checker, got ${checker}`);
  if (isBulkNumberChecker(checker)) return bulkAsk(checker);
  return singleAsk(checker);
}

/** A checker of the same kind as `checker`, with the same `maxNumbers` and `tellsReassigned`, whose calls are those of `ask`. */
export function sameKind<Checker extends AnyChecker>(checker: Checker, ask: Ask): SameKind<Checker> {
  const tellsReassigned = checker.tellsReassigned === true;
  const wrapped = isBulkNumberChecker(checker)
    ? bulkOver(ask, checker.maxNumbers, tellsReassigned)
    : singleOver(ask, tellsReassigned);
  // The compiler cannot follow that the branches are those of the type.
  return wrapped as SameKind<Checker>;
}

export function bulkOver(ask: Ask, maxNumbers: number, tellsReassigned: boolean): BulkNumberChecker {
  return { maxNumbers, tellsReassigned, checkMany: (numbers, context) => ask(numbers, context) };
}

export function singleOver(ask: Ask, tellsReassigned: boolean): NumberChecker {
  return { tellsReassigned, check: (number, context) => askOne(ask, number, context) };
}

/** Asks about one number. Its failed check is a rejection, as the port of single checkers wants it. */
export async function askOne(ask: Ask, number: E164, context: CheckContext) {
  const [answer] = await ask([number], context);
  if (answer === undefined || answer === 'check_failed') throw new Error('the check of this number failed');
  return answer;
}

/** The most numbers that one call of this checker carries. */
export function numbersPerCall(checker: AnyChecker): number {
  return isBulkNumberChecker(checker) ? checker.maxNumbers : 1;
}

/** The status of an answer; undefined for a failed check and for an invalid answer. */
export function statusOf(answer: unknown): VerificationStatus | undefined {
  const status = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'status') : answer;
  return isVerificationStatus(status) ? status : undefined;
}

function singleAsk(checker: NumberChecker): Ask {
  if (typeof checker.check !== 'function')
    throw new TypeError('expected a checker: it has neither check nor checkMany');
  // The contract of `Ask` guarantees one number here.
  return async ([number], context) => [await checker.check(number as E164, context)];
}

function bulkAsk(checker: BulkNumberChecker): Ask {
  const { maxNumbers } = checker;
  if (!Number.isInteger(maxNumbers) || maxNumbers < 1)
    throw new TypeError(
      `a bulk checker's maxNumbers is ${maxNumbers}, expected a whole number of at least 1`,
    );
  return async (numbers, context) => {
    // A checker may change the list that it is given.
    const answers: unknown = await checker.checkMany([...numbers], context);
    if (Array.isArray(answers) && answers.length === numbers.length) return answers;
    const found = Array.isArray(answers) ? `${answers.length} answers` : typeof answers;
    throw new TypeError(`the checker answered with ${found} for ${numbers.length} numbers`);
  };
}
