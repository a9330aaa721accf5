import { MemoryObservationStore } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { configuredChecker } from './configured-checker.js';
import { described, INFOBIP, TWILIO } from './vendor.fixture.js';

const ANY = Number.POSITIVE_INFINITY;

function pace(names: string, callsPerSecond: string, checkDeadlineMs?: number) {
  const { checkConcurrency, maxCallsPerSecond } = configuredChecker({
    names,
    settings: { ...INFOBIP, ...TWILIO, ...described({}), DIALPROOF_CALLS_PER_SECOND: callsPerSecond },
    observations: new MemoryObservationStore(),
    ...(checkDeadlineMs === undefined ? {} : { checkDeadlineMs }),
  });
  return [maxCallsPerSecond, checkConcurrency];
}

describe('the rate that is set', () => {
  it.each([
    ['sandbox', 2.5, ANY],
    ['infobip', 2.5, ANY],
    ['twilio,http', 2.5, 10],
    ['twilio,infobip', 2.5, 10],
    ['evidence,sandbox', 2.5, 10],
    // Their calls are not those of the first upstream.
    ['evidence,http', ANY, 10],
    ['evidence,infobip', ANY, 10],
    ['infobip,http', ANY, 10],
  ])(
    'is that of the service where each of its calls is one of the first upstream: %s',
    (names, rate, atOnce) => {
      expect(pace(names, '2.5')).toEqual([rate, atOnce]);
    },
  );

  it('has so many checks under way that none waits for longer than it may', () => {
    expect(pace('evidence,http', '10', 60_000)).toEqual([ANY, 40]);
    expect(pace('evidence,http', '10', 2_000)).toEqual([ANY, 8]);
    expect(pace('evidence,http', '10', 200)).toEqual([10, 1]);
    expect(pace('evidence,http', '0.2')).toEqual([0.2, 1]);
  });

  it('needs a deadline', () => {
    expect(() => pace('evidence,http', '5', 0)).toThrow(RangeError);
  });
});
