import { type E164, MemoryNumberChecker } from '@dialproof/core';
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
