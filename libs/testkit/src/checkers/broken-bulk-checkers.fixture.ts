import { setTimeout as delay } from 'node:timers/promises';
import { type BulkNumberChecker, statusOfAnswer } from '@dialproof/core';
import { type Broken, FaultError, withFault } from '../runner/broken.fixture.js';
import type { BulkNumberCheckerSubject } from './bulk-number-checker-contract.js';
import { ANSWERS, FAILING, right, SLOW, unavailable } from './right-checker.fixture.js';

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
  brokenBulkChecker('sets no limit to the numbers of a call', 'has a limit of numbers a call', () => ({
    maxNumbers: Number.POSITIVE_INFINITY,
    checkMany: async (numbers, context) => {
      const answers = await Promise.all(numbers.map((number) => checkMany([number], context)));
      return answers.flat();
    },
  })),
  brokenBulkChecker('leaves out what it does not know', EACH, () => ({
    checkMany: async (numbers, context) =>
      (await checkMany(numbers, context)).filter((answer) => answer !== 'check_failed'),
  })),
  brokenBulkChecker('names a source that is no name', EACH, () => ({
    checkMany: async (numbers, context) =>
      (await checkMany(numbers, context)).map((answer) =>
        answer === 'check_failed' ? answer : { status: statusOfAnswer(answer), source: 'An Upstream' },
      ),
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
  brokenBulkChecker(
    'answers only the account that has asked first',
    'answers the same whichever account a call is for',
    () => {
      let first: string | undefined;
      return {
        async checkMany(numbers, context) {
          first ??= context.accountId;
          const answers = await checkMany(numbers, context);
          return context.accountId === first ? answers : numbers.map(() => 'unknown' as const);
        },
      };
    },
  ),
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
    'ignores that a call is aborted',
    'ends a call whose signal is aborted, and continues to answer others',
    () => ({
      checkMany: (numbers) =>
        numbers.includes(SLOW)
          ? delay(60_000, [], { ref: false })
          : checkMany(numbers, { signal: new AbortController().signal }),
    }),
  ),
  {
    fault: 'answers unknown in an outage',
    caughtBy: 'rejects with an outage when no number can be checked',
    create: async () => ({
      ...(await correctBulkChecker()),
      unavailable: { maxNumbers: 20, checkMany: async (numbers) => numbers.map(() => 'unknown' as const) },
    }),
  },
];
