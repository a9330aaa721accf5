import { MemoryObservationStore, MemoryRateStore } from '@dialproof/testkit/memory';
import { describe, expect, it } from 'vitest';
import { configured, described, EVIDENCE, INFOBIP, SANDBOX, TWILIO } from './vendor.fixture.js';

const ANY = Number.POSITIVE_INFINITY;

interface PaceOptions {
  readonly checkDeadlineMs?: number;
  /** The number of processes that share the rate. */
  readonly processes?: number;
}

const ENTRIES: Readonly<Record<string, object>> = {
  evidence: EVIDENCE,
  http: described({}),
  infobip: INFOBIP,
  sandbox: SANDBOX,
  twilio: TWILIO,
};

function pace(names: string, callsPerSecond: number, { checkDeadlineMs, processes }: PaceOptions = {}) {
  const { checkConcurrency, maxCallsPerSecond } = configured(
    names.split(',').map((name) => ENTRIES[name] ?? {}),
    {
      around: { callsPerSecond },
      observations: new MemoryObservationStore(),
      ...(checkDeadlineMs === undefined ? {} : { checkDeadlineMs }),
      ...(processes === undefined ? {} : { sharedRate: { processes, store: () => new MemoryRateStore() } }),
    },
  );
  return [maxCallsPerSecond, checkConcurrency];
}

describe('the configured rate', () => {
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
    'is that of the service if each of its calls is a call of the first upstream: %s',
    (names, rate, atOnce) => {
      expect(pace(names, 2.5)).toEqual([rate, atOnce]);
    },
  );

  it('bounds the checks under way so that none waits for too long', () => {
    expect(pace('evidence,http', 10, { checkDeadlineMs: 60_000 })).toEqual([ANY, 40]);
    expect(pace('evidence,http', 10, { checkDeadlineMs: 2_000 })).toEqual([ANY, 8]);
    expect(pace('evidence,http', 10, { checkDeadlineMs: 200 })).toEqual([10, 1]);
    expect(pace('evidence,http', 0.2)).toEqual([0.2, 1]);
  });

  it.each(['sandbox', 'infobip', 'twilio,http', 'evidence,sandbox'])(
    'is that of the upstreams where processes share it, each with its part under way: %s',
    (names) => {
      expect(pace(names, 10, { processes: 1 })).toEqual([ANY, 20]);
      expect(pace(names, 10, { processes: 4 })).toEqual([ANY, 5]);
      // So low that a check alone may wait for too long.
      expect(pace(names, 1, { processes: 4 })).toEqual([0.25, 1]);
    },
  );

  it.each([0, 1.5])('is not shared by %s processes', (processes) => {
    expect(() => pace('infobip', 10, { processes })).toThrow(RangeError);
  });

  it('needs a deadline', () => {
    expect(() => pace('evidence,http', 5, { checkDeadlineMs: 0 })).toThrow(TypeError);
  });
});
