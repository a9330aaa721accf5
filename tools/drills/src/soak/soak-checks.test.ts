import { describe, expect, it } from 'vitest';
import { Violations } from '../violations.js';
import { checkRate } from './soak-checks.js';

const SEEN = {
  calls: 100,
  faults: 0,
  numbers: 100,
  mostInASecond: 20,
  mostOnTimeInASecond: 20,
  mostBegunInASecond: 20,
  longestWayMs: 30,
};
const LIMITS = { appCallsPerSecond: 20, lineCallsPerSecond: 2 };

describe('the rates of the soak', () => {
  it.each([
    { what: 'calls that begin at the limit', seen: {}, violations: [] },
    {
      what: 'calls that were held up and arrive together',
      seen: { mostInASecond: 40, longestWayMs: 1_400 },
      violations: [],
    },
    {
      what: 'too many that begin in one second',
      seen: { mostBegunInASecond: 21 },
      violations: ['appCallsPerSecond is 20, and 21 began in one second'],
    },
    {
      what: 'too many that arrive in one second though none was held up',
      seen: { mostInASecond: 21, mostOnTimeInASecond: 21 },
      violations: ['appCallsPerSecond is 20, and 21 that took no longer than 50 ms arrived in one second'],
    },
  ])('are judged for $what', ({ seen, violations }) => {
    const found = new Violations();
    checkRate('appCallsPerSecond', { ...SEEN, ...seen }, LIMITS, found);
    expect(found.all).toEqual(violations);
  });
});
