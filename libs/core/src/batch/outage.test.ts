import { describe, expect, it } from 'vitest';
import { judgeOutage } from './outage.js';

const HOUR = 3_600_000;

describe('judging an outage', () => {
  it.each([
    ['begins now', null, 1_000_000, { since: 1_000_000, givesUp: false, notBefore: 1_001_000 }],
    [
      'pauses longer the longer it lasts',
      1_000_000,
      1_080_000,
      { since: 1_000_000, givesUp: false, notBefore: 1_100_000 },
    ],
    [
      'names whole milliseconds, the only ones that stores keep',
      1_000_000,
      1_004_003,
      { since: 1_000_000, givesUp: false, notBefore: 1_005_004 },
    ],
    [
      'never pauses longer than a minute',
      0,
      HOUR - 1,
      { since: 0, givesUp: false, notBefore: HOUR - 1 + 60_000 },
    ],
    ['gives up after the configured time', 0, HOUR, { since: 0, givesUp: true, notBefore: HOUR + 60_000 }],
    [
      'begins anew when the clock jumps back',
      5_000_000,
      1_000_000,
      { since: 1_000_000, givesUp: false, notBefore: 1_001_000 },
    ],
  ])('%s', (_, since, now, decision) => {
    expect(judgeOutage(since, now, HOUR)).toEqual(decision);
  });
});
