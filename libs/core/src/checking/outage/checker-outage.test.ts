import { describe, expect, it } from 'vitest';
import type { CallPurpose } from '../budget/waiting-calls.js';
import { type BegunOutage, CheckerOutage } from './checker-outage.js';
import { number } from './checker-watch.fixture.js';

function begun(now = 1_000, differing: Partial<BegunOutage> = {}) {
  const cause = new Error('down');
  const reason = 'checker_unavailable';
  return new CheckerOutage(
    { reason, cause, since: now, lastCall: 0, isSilent: false, followsAnswers: false, ...differing },
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

describe('an outage that a few numbers alone report', () => {
  const HOUR_MS = 3_600_000;

  interface Case extends Partial<Pick<BegunOutage, 'followsAnswers' | 'isSilent'>> {
    readonly afterMs?: number;
    readonly asked?: number;
    readonly askedPauseMs?: number;
    readonly purpose?: CallPurpose;
    readonly reporters?: number;
  }

  it.each<[string, boolean, Case]>([
    ['is put down to five of them after the time for that', true, {}],
    ['is not before', false, { afterMs: HOUR_MS - 1 }],
    ['is not put down to six', false, { reporters: 6 }],
    ['is not where nothing was answered until it began', false, { followsAnswers: false }],
    ['is not where no call reported it', false, { isSilent: true }],
    ['is not by a single check', false, { purpose: 'single' }],
    ['is not by a number that reports it for the first time', false, { asked: 7 }],
    ['is where the upstream has named a time that is over', true, { askedPauseMs: HOUR_MS - 1 }],
    ['is not where that time is longer than any pause', false, { askedPauseMs: HOUR_MS }],
  ])('%s', (_, isTheirs, given) => {
    const { afterMs = HOUR_MS, asked = 1, askedPauseMs, purpose = 'batch', reporters = 5, ...others } = given;
    const outage = begun(1_000, { followsAnswers: true, ...others });
    for (let n = 1; n <= reporters; n += 1) outage.addReporter(number(n));
    outage.askedPauseMs = askedPauseMs;
    const call = { numbers: [number(asked)], order: 1, purpose, isRepeat: false };
    expect(outage.isOfHopeless(call, 1_000 + afterMs, HOUR_MS)).toBe(isTheirs);
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
