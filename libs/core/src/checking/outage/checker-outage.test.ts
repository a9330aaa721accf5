import { describe, expect, it } from 'vitest';
import { CheckerOutage } from './checker-outage.js';
import { number } from './checker-watch.fixture.js';

function begun(now = 1_000) {
  const cause = new Error('down');
  const reason = 'checker_unavailable';
  return new CheckerOutage(
    { reason, cause, since: now, lastCall: 0, isSilent: false, followsAnswers: false },
    now,
  );
}

describe('the next probe of an outage', () => {
  it('may go out at once until a pause is named', () => {
    const outage = begun(1_000);
    expect(outage.untilProbeMs(1_000)).toBe(0);
    expect(outage.untilProbeMs(5_000)).toBe(0);
  });

  it('waits for the pause that ends last, counted from when it was named, and for no longer', () => {
    const outage = begun(1_000);
    outage.pause(1_000, 500);
    outage.pause(1_100, 2_000);
    outage.pause(1_200, 300);
    expect([1_200, 3_099, 3_100, 3_101].map((now) => outage.untilProbeMs(now))).toEqual([1_900, 1, 0, 0]);
  });
});

describe('an outage remembers', () => {
  it('the first thousand calls that reported it', () => {
    const outage = begun();
    for (let call = 0; call <= 1_000; call += 1) outage.addReporter(`call ${call}`);
    expect(outage.reporters.size).toBe(1_000);
    expect(outage.reporters.has('call 0')).toBe(true);
    expect(outage.reporters.has('call 1000')).toBe(false);
  });

  it('the last thousand numbers that were tried in vain', () => {
    const outage = begun();
    const tryInVain = (n: number, order: number): void =>
      outage.noteTried({ numbers: [number(n)], order, purpose: 'batch', isRepeat: false });
    for (let n = 0; n < 1_000; n += 1) tryInVain(n, n + 1);
    expect(outage.lastTried(number(0))).toBe(1);
    tryInVain(0, 1_001);
    tryInVain(1_000, 1_002);
    expect([0, 1, 2, 1_000].map((n) => outage.lastTried(number(n)))).toEqual([1_001, 0, 3, 1_002]);
  });
});
