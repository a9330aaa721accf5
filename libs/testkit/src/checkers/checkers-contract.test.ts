import {
  type BulkNumberChecker,
  type CheckContext,
  type ConsentDate,
  DialproofError,
  type E164,
  type NumberChecker,
} from '@dialproof/core';
import { describe, it } from 'vitest';
import { MemoryNumberChecker } from '../memory/memory-number-checker.js';
import { crowding, FaultError, provesSuite } from '../runner/suite-proof.fixture.js';
import {
  type BulkNumberCheckerSubject,
  bulkNumberCheckerContract,
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

const SINCE = '2024-05-01' as ConsentDate;

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

const outOfFunds = () => Promise.reject(new DialproofError('checker_out_of_funds'));
const close = async () => {};

describe('MemoryNumberChecker', () => {
  const subject = {
    ...{ answers, failing: FAILING, slow: SLOW, unavailable: { check: outOfFunds }, close },
    reassigned: [[APP, SINCE, 'no']] as const,
  };
  const right: NumberChecker = {
    tellsReassigned: true,
    async check(number, context) {
      if (number === SLOW) return untilAborted(context);
      const answer = await memory.check(number, context);
      const since = context.consentDates?.get(number);
      return since === undefined || typeof answer !== 'string'
        ? answer
        : { status: answer, reassigned: { since, is: 'no' } };
    },
  };

  provesSuite(numberCheckerContract, (_, change) => ({ ...subject, checker: change(right) }), {
    'says whether a number was given to somebody else since its date of consent': [
      // It ignores the date.
      (checker) => ({ check: (number, { signal }) => checker.check(number, { signal }) }),
      // It takes the date of another number.
      (checker) => ({
        check(number, { consentDates, signal }) {
          const [since] = consentDates?.values() ?? [];
          const dates = since === undefined ? {} : { consentDates: new Map([[number, since]]) };
          return checker.check(number, { signal, ...dates });
        },
      }),
    ],
    'answers about many numbers at once, and about one again': (checker: typeof right) => {
      let last: E164;
      return {
        async check(number: E164, context: CheckContext) {
          last = number;
          await Promise.resolve();
          return checker.check(last, context);
        },
      };
    },
    'ends a check whose signal is aborted, and continues to answer others': (checker: typeof right) => {
      let hasAborted = false;
      return {
        async check(number: E164, context: CheckContext) {
          if (hasAborted) throw new FaultError('the agent is destroyed');
          context.signal.addEventListener('abort', () => {
            hasAborted = true;
          });
          return checker.check(number, context);
        },
      };
    },
  });
});

describe('MemoryNumberChecker, many at a time', () => {
  const subject = {
    answers: [...answers, [FAILING, 'check_failed'] as const],
    slow: SLOW,
    unavailable: { maxNumbers: 20, checkMany: outOfFunds },
    close,
  };
  const right = {
    maxNumbers: 20,
    checkMany: (numbers: readonly E164[], context: CheckContext) =>
      numbers.includes(SLOW) ? untilAborted(context) : memory.checkMany(numbers, context),
  };

  provesSuite<BulkNumberChecker, BulkNumberCheckerSubject>(
    bulkNumberCheckerContract,
    (_, change) => ({ ...subject, checker: change(right) }),
    { 'answers several calls at once': crowding('checkMany') },
  );
});

describe('a checker that says where its answers come from', () => {
  const details = { source: 'an-upstream', reason: 'EC_UNKNOWN_SUBSCRIBER', checkedAt: new Date(0) };

  async function check(number: E164, context: CheckContext) {
    const answer = await memory.check(number, context);
    return { ...details, status: typeof answer === 'string' ? answer : answer.status };
  }

  numberCheckerContract({ describe, it }, async () => ({ checker: { check }, answers, close }));

  bulkNumberCheckerContract({ describe, it }, async () => ({
    checker: {
      maxNumbers: 10,
      checkMany: (numbers, context) => Promise.all(numbers.map((number) => check(number, context))),
    },
    answers,
    close,
  }));
});
