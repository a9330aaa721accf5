import { setTimeout as delay } from 'node:timers/promises';
import {
  type BulkNumberChecker,
  type CheckContext,
  DialproofError,
  type E164,
  type NumberChecker,
  type VerificationStatus,
} from '@dialproof/core';
import { EndingsChecker } from '../http/endings-checker.js';
import { phone } from '../http/sample-files.js';
import { type Broken, FaultError, withFault } from '../runner/broken.fixture.js';
import type { BulkNumberCheckerSubject } from './bulk-number-checker-contract.js';
import type { NumberCheckerSubject } from './number-checker-contract.js';

// Numbers that are spelt out in E.164 need no reader.
const [APP, DEAD, OLD, FAILING, SLOW] = (
  ['wa_registered', 'dead', 'inactive', 'failing', 'slow'] as const
).map((behaviour) => phone(behaviour)) as E164[] as [E164, E164, E164, E164, E164];
const ANSWERS = [
  [APP, 'wa_registered'],
  [DEAD, 'dead'],
  [OLD, 'inactive'],
] as const;

/** Longer than any case waits. */
const right = new EndingsChecker({ slowMs: 60_000 });
const unavailable = () => Promise.reject(new DialproofError('checker_unavailable'));

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

const ABORTS = 'ends a check whose signal is aborted, and goes on answering others';
const FAILS = 'rejects a check that fails, and goes on answering others';
const OUTAGE = 'says so when no number can be checked';

export const BROKEN_CHECKERS: readonly Broken<NumberCheckerSubject>[] = [
  brokenChecker(
    'answers in words of its own',
    'answers each number with its status',
    () => async (number, context) => {
      const status = await right.check(number, context);
      // An upstream's word that nobody has translated.
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
    'answers with what was asked last',
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
    'answers unknown for a check that failed',
    FAILS,
    () => (number, context) =>
      right.check(number, context).catch((error) => {
        if (context.signal.aborted) throw error;
        return 'unknown';
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
        if (context.signal.aborted) return 'unknown';
        throw error;
      }),
  ),
  brokenChecker('does not hear that it is aborted', ABORTS, () => (number) => {
    // Not even the end of the case would end it.
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

/** Checks each number by itself, and says of each whether its check failed. */
const rightInBulk: BulkNumberChecker = {
  maxNumbers: 20,
  async checkMany(numbers, context) {
    if (numbers.length > this.maxNumbers) throw new FaultError('too many numbers');
    return Promise.all(
      numbers.map((number) =>
        right.check(number, context).catch((error) => {
          if (context.signal.aborted) throw error;
          return 'check_failed' as const;
        }),
      ),
    );
  },
};

export async function correctBulkChecker(): Promise<BulkNumberCheckerSubject> {
  return {
    checker: rightInBulk,
    answers: [...ANSWERS, [FAILING, 'check_failed']],
    slow: SLOW,
    unavailable: { maxNumbers: 20, checkMany: unavailable },
    close: async () => {},
  };
}

function brokenBulkChecker(
  fault: string,
  caughtBy: string,
  make: () => Partial<BulkNumberChecker>,
): Broken<BulkNumberCheckerSubject> {
  const create = async () => ({ ...(await correctBulkChecker()), checker: withFault(rightInBulk, make()) });
  return { fault, caughtBy, create };
}

const checkMany = rightInBulk.checkMany.bind(rightInBulk);
const EACH = 'gives one answer for each number, in their order';

export const BROKEN_BULK_CHECKERS: readonly Broken<BulkNumberCheckerSubject>[] = [
  brokenBulkChecker(
    'sets no limit to the numbers of a call',
    'says how many numbers a call may carry',
    () => ({
      maxNumbers: Number.POSITIVE_INFINITY,
      checkMany: async (numbers, context) => {
        const answers = await Promise.all(numbers.map((number) => checkMany([number], context)));
        return answers.flat();
      },
    }),
  ),
  brokenBulkChecker('leaves out what it does not know', EACH, () => ({
    checkMany: async (numbers, context) =>
      (await checkMany(numbers, context)).filter((answer) => answer !== 'check_failed'),
  })),
  brokenBulkChecker('answers in the order in which answers come', EACH, () => ({
    checkMany: async (numbers, context) => (await checkMany(numbers, context)).toSorted(),
  })),
  brokenBulkChecker('answers in the order of the numbers themselves', EACH, () => ({
    checkMany: (numbers, context) => checkMany(numbers.toSorted(), context),
  })),
  brokenBulkChecker(
    'answers a repeated number once',
    'answers as many numbers as a call may carry, repeated ones too',
    () => ({
      checkMany: (numbers, context) => checkMany([...new Set(numbers)], context),
    }),
  ),
  brokenBulkChecker(
    'takes fewer numbers than it says',
    'answers as many numbers as a call may carry, repeated ones too',
    () => ({
      maxNumbers: 21,
    }),
  ),
  brokenBulkChecker('rejects all for one check that failed', EACH, () => ({
    async checkMany(numbers, context) {
      const answers = await checkMany(numbers, context);
      if (answers.includes('check_failed')) throw new FaultError('422');
      return answers;
    },
  })),
  brokenBulkChecker('answers one call at a time', 'answers several calls at once', () => {
    let isBusy = false;
    return {
      async checkMany(numbers, context) {
        if (isBusy) throw new FaultError('429');
        isBusy = true;
        const answers = await checkMany(numbers, context);
        isBusy = false;
        return answers;
      },
    };
  }),
  brokenBulkChecker(
    'does not hear that a call is aborted',
    'ends a call whose signal is aborted, and goes on answering others',
    () => ({
      checkMany: (numbers) =>
        numbers.includes(SLOW)
          ? delay(60_000, [], { ref: false })
          : checkMany(numbers, { signal: new AbortController().signal }),
    }),
  ),
  {
    fault: 'answers unknown in an outage',
    caughtBy: OUTAGE,
    create: async () => ({
      ...(await correctBulkChecker()),
      unavailable: { maxNumbers: 20, checkMany: async (numbers) => numbers.map(() => 'unknown' as const) },
    }),
  },
];
