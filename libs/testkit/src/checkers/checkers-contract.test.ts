import {
  type CheckContext,
  DialproofError,
  type E164,
  MemoryNumberChecker,
  type VerificationStatus,
} from '@dialproof/core';
import { describe, it } from 'vitest';
import { bulkNumberCheckerContract } from './bulk-number-checker-contract.js';
import { numberCheckerContract } from './number-checker-contract.js';

// Numbers that are spelt out in E.164 need no reader.
const [APP, DEAD, STRANGER, FAILING] = [
  '+14155552671',
  '+442071838750',
  '+41446681800',
  '+390612345',
] as E164[] as [E164, E164, E164, E164];

const checker = new MemoryNumberChecker([
  [APP, 'wa_registered'],
  [DEAD, 'dead'],
  [FAILING, 'check_failed'],
]);
const answers = [
  [APP, 'wa_registered'],
  [DEAD, 'dead'],
  [STRANGER, 'unknown'],
] as const;

describe('MemoryNumberChecker', () => {
  numberCheckerContract({ describe, it }, async () => ({
    checker,
    answers,
    failing: FAILING,
    close: async () => {},
  }));

  bulkNumberCheckerContract({ describe, it }, async () => ({
    checker,
    answers: [...answers, [FAILING, 'check_failed'] as const],
    close: async () => {},
  }));
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
    const answer = await checker.check(number, context);
    return typeof answer === 'string' ? answer : answer.status;
  }
});
