import {
  type BulkNumberChecker,
  type CheckContext,
  DialproofError,
  type E164,
  MemoryNumberChecker,
  type NumberChecker,
  type VerificationStatus,
} from '@dialproof/core';
import { describe, it } from 'vitest';
import { crowding, FaultError, provesSuite } from '../runner/suite-proof.fixture.js';
import {
  type BulkNumberCheckerSubject,
  bulkNumberCheckerContract,
  type NumberCheckerSubject,
  numberCheckerContract,
} from './number-checker-contracts.js';

// Numbers that are spelt out in E.164 need no reader.
const [APP, DEAD, STRANGER, FAILING, SLOW] = [
  '+14155552671',
  '+442071838750',
  '+41446681800',
  '+390612345',
  '+14155550105',
] as E164[] as [E164, E164, E164, E164, E164];

const memory = new MemoryNumberChecker([
  [APP, 'wa_registered'],
  [DEAD, 'dead'],
  [FAILING, 'check_failed'],
]);
const answers = [
  [APP, 'wa_registered'],
  [DEAD, 'dead'],
  [STRANGER, 'unknown'],
] as const;

/** Answers a number that is slow when its call is aborted, and only then. */
const untilAborted = ({ signal }: CheckContext) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const unavailable = () => Promise.reject(new DialproofError('checker_unavailable'));
const close = async () => {};

describe('MemoryNumberChecker', () => {
  const right: NumberChecker = {
    check: (number, context) => (number === SLOW ? untilAborted(context) : memory.check(number, context)),
  };
  const subject = { answers, failing: FAILING, slow: SLOW, unavailable: { check: unavailable }, close };
  const deaf = { signal: new AbortController().signal };

  provesSuite<NumberChecker, NumberCheckerSubject>(
    numberCheckerContract,
    (_, change) => ({ ...subject, checker: change(right) }),
    {
      'answers about many numbers at once, and about one again': (checker) => {
        let last: E164;
        return {
          async check(number, context) {
            last = number;
            await Promise.resolve();
            return checker.check(last, context);
          },
        };
      },
      'answers the same whichever account a check is for': (checker) => {
        let first: string | undefined;
        return {
          async check(number, context) {
            first ??= context.accountId;
            return context.accountId === first ? checker.check(number, context) : 'unknown';
          },
        };
      },
      'rejects a check that fails, and continues to answer others': (checker) => ({
        check: (number, context) => checker.check(number, context).catch(unavailable),
      }),
      'ends a check whose signal is aborted, and continues to answer others': [
        (checker) => ({ check: (number) => checker.check(number, deaf) }),
        (checker) => {
          let hasAborted = false;
          return {
            async check(number, context) {
              if (hasAborted) throw new FaultError('the agent is destroyed');
              context.signal.addEventListener('abort', () => {
                hasAborted = true;
              });
              return checker.check(number, context);
            },
          };
        },
      ],
    },
  );
});

describe('MemoryNumberChecker, many at a time', () => {
  const right: BulkNumberChecker = {
    maxNumbers: 20,
    checkMany: (numbers, context) =>
      numbers.includes(SLOW) ? untilAborted(context) : memory.checkMany(numbers, context),
  };
  const subject = {
    answers: [...answers, [FAILING, 'check_failed'] as const],
    slow: SLOW,
    unavailable: { maxNumbers: 20, checkMany: unavailable },
    close,
  };

  provesSuite<BulkNumberChecker, BulkNumberCheckerSubject>(
    bulkNumberCheckerContract,
    (_, change) => ({ ...subject, checker: change(right) }),
    {
      'gives one answer for each number, in their order': [
        (checker) => ({
          checkMany: async (numbers, context) => (await checker.checkMany(numbers, context)).toSorted(),
        }),
        (checker) => ({
          async checkMany(numbers, context) {
            const given = await checker.checkMany(numbers, context);
            return given.filter((answer) => answer !== 'check_failed');
          },
        }),
      ],
      'answers as many numbers as a call may carry, repeated ones too': (checker) => ({
        checkMany: (numbers, context) => checker.checkMany([...new Set(numbers)], context),
      }),
      'answers several calls at once': crowding('checkMany'),
      'ends a call whose signal is aborted, and continues to answer others': (checker) => ({
        checkMany: (numbers) => checker.checkMany(numbers, { signal: new AbortController().signal }),
      }),
    },
  );
});

describe('a checker that says where its answers come from', () => {
  const details = { source: 'an-upstream', reason: 'EC_UNKNOWN_SUBSCRIBER', checkedAt: new Date(0) };
  const outOfFunds = () => Promise.reject(new DialproofError('checker_out_of_funds'));

  numberCheckerContract({ describe, it }, async () => ({
    checker: { check: async (number, context) => ({ ...details, status: await check(number, context) }) },
    answers,
    unavailable: { check: outOfFunds },
    close: async () => {},
  }));

  bulkNumberCheckerContract({ describe, it }, async () => ({
    checker: {
      maxNumbers: 10,
      checkMany: (numbers, context) =>
        Promise.all(numbers.map(async (number) => ({ ...details, status: await check(number, context) }))),
    },
    answers,
    unavailable: { maxNumbers: 10, checkMany: outOfFunds },
    close: async () => {},
  }));

  async function check(number: E164, context: CheckContext): Promise<VerificationStatus> {
    const answer = await memory.check(number, context);
    return typeof answer === 'string' ? answer : answer.status;
  }
});
