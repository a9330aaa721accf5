import {
  type CheckContext,
  DialproofError,
  type E164,
  type NumberChecker,
  statusOfAnswer,
  type VerificationStatus,
} from '@dialproof/core';
import { type Broken, FaultError } from '../runner/broken.fixture.js';
import type { NumberCheckerSubject } from './number-checker-contract.js';
import { ANSWERS, FAILING, right, SLOW, unavailable } from './right-checker.fixture.js';

function checkerSubject(
  checker: NumberChecker,
  whenUnavailable: NumberChecker['check'] = unavailable,
): NumberCheckerSubject {
  return {
    checker,
    answers: ANSWERS,
    failing: FAILING,
    slow: SLOW,
    unavailable: { check: whenUnavailable },
    close: async () => {},
  };
}

export async function correctChecker(): Promise<NumberCheckerSubject> {
  return checkerSubject(right);
}

function brokenChecker(
  fault: string,
  caughtBy: string,
  make: () => NumberChecker['check'],
): Broken<NumberCheckerSubject> {
  return { fault, caughtBy, create: async () => checkerSubject({ check: make() }) };
}

const ABORTS = 'ends a check whose signal is aborted, and continues to answer others';
const FAILS = 'rejects a check that fails, and continues to answer others';
const OUTAGE = 'rejects with an outage when no number can be checked';

export const BROKEN_CHECKERS: readonly Broken<NumberCheckerSubject>[] = [
  brokenChecker(
    'answers in words of its own',
    'answers each number with its status',
    () => async (number, context) => {
      const status = await right.check(number, context);
      // An untranslated word of an upstream.
      return (status === 'dead' ? 'not_found' : status) as VerificationStatus;
    },
  ),
  brokenChecker(
    'calls everything dead',
    'answers each number with its status',
    () => async (number, context) => {
      await right.check(number, context);
      return 'dead';
    },
  ),
  brokenChecker(
    'gives a reason that is too long',
    'answers each number with its status',
    () => async (number, context) => ({
      status: statusOfAnswer(await right.check(number, context)),
      reason: 'because '.repeat(8),
    }),
  ),
  brokenChecker(
    'answers with the last request',
    'answers about many numbers at once, and about one again',
    () => {
      let last: E164;
      return async (number, context) => {
        last = number;
        await Promise.resolve();
        return right.check(last, context);
      };
    },
  ),
  brokenChecker('checks a number once', 'answers about many numbers at once, and about one again', () => {
    const known = new Set<E164>();
    return async (number, context) => {
      if (known.has(number)) return 'unknown';
      known.add(number);
      return right.check(number, context);
    };
  }),
  brokenChecker(
    'answers only the account that has asked first',
    'answers the same whichever account a check is for',
    () => {
      let first: string | undefined;
      return async (number, context) => {
        first ??= context.accountId;
        const status = await right.check(number, context);
        return context.accountId === first ? status : 'unknown';
      };
    },
  ),
  brokenChecker(
    'answers unknown for a check that failed',
    FAILS,
    () => (number, context) =>
      right.check(number, context).catch((error) => {
        if (context.signal.aborted) throw error;
        return 'unknown' as const;
      }),
  ),
  brokenChecker(
    'takes one failed check for an outage',
    FAILS,
    () => (number, context) =>
      right.check(number, context).catch((cause) => {
        throw new DialproofError('checker_unavailable', { cause });
      }),
  ),
  brokenChecker('answers nothing after a check that failed', FAILS, () => {
    let hasFailed = false;
    return async (number, context) => {
      if (hasFailed) throw new FaultError('the connection is closed');
      try {
        return await right.check(number, context);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    };
  }),
  brokenChecker(
    'answers unknown when it is aborted',
    ABORTS,
    () => (number, context) =>
      right.check(number, context).catch((error) => {
        if (context.signal.aborted) return 'unknown' as const;
        throw error;
      }),
  ),
  brokenChecker('ignores that it is aborted', ABORTS, () => (number) => {
    // Even the end of the case does not end it.
    if (number === SLOW) return new Promise(() => {});
    return right.check(number, { signal: new AbortController().signal });
  }),
  brokenChecker('is aborted for good', ABORTS, () => {
    let hasAborted = false;
    return async (number, { signal }: CheckContext) => {
      if (hasAborted) throw new FaultError('the agent is destroyed');
      signal.addEventListener('abort', () => {
        hasAborted = true;
      });
      return right.check(number, { signal });
    };
  }),
  {
    fault: 'answers unknown in an outage',
    caughtBy: OUTAGE,
    create: async () => checkerSubject(right, async () => 'unknown'),
  },
  {
    fault: 'rejects with an error of its own in an outage',
    caughtBy: OUTAGE,
    create: async () => checkerSubject(right, () => Promise.reject(new TypeError('fetch failed'))),
  },
];
