import { describe, expect, it } from 'vitest';
import { A, ANSWERED, B, C, number, TIMEOUT_MS, trial, unavailable } from './checker-watch.fixture.js';
import { Suspects } from './suspects.js';

describe('a number that alone reports that the checker is unavailable', () => {
  it('is believed once, and from then on its own check has failed', async () => {
    const { pauses, see, watch } = trial();
    expect(see([A], unavailable())).toMatchObject({ kind: 'unavailable' });
    expect(watch.outage.lastTried(A)).toBe(1);
    expect(watch.outage.lastTried(B)).toBe(0);
    watch.outage.beginProbe(250);
    see([B], ANSWERED);
    expect(see([A], unavailable())).toMatchObject({ kind: 'failed' });
    expect(watch.outage.isOn).toBe(false);
    expect(await pauses()).toEqual([250, 'over']);
  });

  it('has a failed check even if two others report the same', () => {
    const { see } = trial();
    for (const one of [A, C, number(1)]) see([one], unavailable());
    see([B], ANSWERED);
    for (const one of [A, C, number(1)]) expect(see([one], unavailable())).toMatchObject({ kind: 'failed' });
  });

  it('is believed in two outages if the upstream names a time, as with a quota', () => {
    const { see } = trial();
    for (let outage = 0; outage < 3; outage += 1) {
      expect(see([A], unavailable(5_000))).toMatchObject({ kind: 'unavailable' });
      see([B], ANSWERED);
    }
    expect(see([A], unavailable(5_000))).toMatchObject({ kind: 'failed' });
  });

  it('is believed again if many others reported it too', () => {
    const { see } = trial();
    for (const one of [A, C, number(1), number(2)]) see([one], unavailable());
    see([B], ANSWERED);
    expect(see([A], unavailable())).toMatchObject({ kind: 'unavailable' });
  });

  it('is believed again once it was answered, and during an outage of others', () => {
    const { see } = trial();
    for (const one of [A, C]) see([one], unavailable());
    see([B], ANSWERED);
    see([A], ANSWERED);
    expect(see([A], unavailable())).toMatchObject({ kind: 'unavailable' });
    expect(see([C], unavailable())).toMatchObject({ kind: 'unavailable' });
  });
});

describe('numbers that repeatedly report that the checker is unavailable, for a second each', () => {
  /** Five of them have reported an outage that has ended, and others are answered. */
  function afterAnOutage(answers = 50) {
    const made = trial();
    const odd = [1, 2, 3, 4, 5].map(number);
    for (const one of odd) made.see([one], unavailable(1_000));
    for (let answer = 0; answer <= answers; answer += 1) made.see([A], ANSWERED);
    return { ...made, odd };
  }

  it('are postponed, and all others continue', () => {
    const { odd, see, watch } = afterAnOutage(100);
    for (const one of odd) expect(see([one], unavailable(1_000))).toMatchObject({ timesPutOff: 1 });
    expect(see([number(1)], unavailable(1_000))).toMatchObject({ timesPutOff: 2 });
    expect(see([number(6)], unavailable(1_000))).toMatchObject({ timesPutOff: 1 });
    expect(watch.outage.isOn).toBe(false);
    expect([number(1), number(6), A].map((one) => watch.isSuspected(one))).toEqual([true, true, false]);
  });

  it('are believed if fewer than ten others were answered for each', () => {
    const { see, watch } = afterAnOutage(48);
    expect(see([number(1)], unavailable(1_000))).not.toHaveProperty('timesPutOff');
    expect(watch.outage.isOn).toBe(true);
    expect(watch.isSuspected(number(1))).toBe(false);
  });

  it('are believed if many of them are answered in the end', () => {
    const { odd, see, watch } = afterAnOutage();
    for (const one of odd.slice(0, 2)) see([one], ANSWERED);
    for (let n = 10; n < 13; n += 1) see([number(n)], unavailable(1_000));
    expect(watch.outage.isOn).toBe(true);
  });

  it('are believed when nothing was answered for the time of a silent outage', () => {
    const { clock, see, watch } = afterAnOutage();
    clock.advance(10_001);
    see([number(1)], unavailable(1_000));
    expect(watch.outage.isOn).toBe(true);
  });

  it('hide no outage: five unsuspected others show it, even with one answer among them', () => {
    const { see, watch } = afterAnOutage(500);
    const report = (first: number, count: number): void => {
      for (let n = first; n < first + count; n += 1) see([number(n)], unavailable(1_000));
    };
    report(10, 4);
    see([A], ANSWERED);
    report(20, 4);
    expect(watch.outage.isOn).toBe(false);
    report(30, 1);
    expect(watch.outage.isOn).toBe(true);
  });

  it('have failed checks of their own after ten minutes, also as the probe of an outage', () => {
    const { clock, odd, see, watch } = afterAnOutage(100);
    for (let minute = 1; minute <= 9; minute += 1) {
      clock.advance(60_000);
      see([A], ANSWERED);
      for (const one of odd) expect(see([one], unavailable(1_000))).toMatchObject({ timesPutOff: minute });
    }
    clock.advance(59_999);
    expect(see([number(1)], unavailable(1_000))).toMatchObject({ kind: 'unavailable' });
    expect(watch.outage.isOn).toBe(true);
    clock.advance(1);
    for (const one of odd) expect(see([one], unavailable(1_000))).toMatchObject({ kind: 'failed' });
    expect(watch.outage.isOn).toBe(false);
  });

  it('are suspected no longer ten minutes after the pause that the last report asked for', () => {
    const { clock, odd, see, watch } = afterAnOutage(200);
    for (const one of odd) see([one], unavailable(3_600_000));
    clock.advance(3_600_000 + 599_999);
    for (let answer = 0; answer < 60; answer += 1) see([A], ANSWERED);
    expect(see([number(1)], unavailable(1_000))).toMatchObject({ kind: 'failed' });
    clock.advance(1);
    see([A], ANSWERED);
    expect(see([number(2)], unavailable(1_000))).not.toHaveProperty('timesPutOff');
    expect(watch.outage.isOn).toBe(true);
  });

  it('are right about an outage that five others report, and have their ten minutes again after it', () => {
    const { clock, odd, see, watch } = afterAnOutage(500);
    clock.advance(590_000);
    for (let n = 10; n < 20; n += 1) see([number(n)], unavailable(1_000));
    expect(watch.outage.isOn).toBe(true);
    clock.advance(3_600_000);
    for (const one of odd) expect(see([one], unavailable(1_000))).toMatchObject({ kind: 'unavailable' });
    see([A], ANSWERED);
    expect(watch.outage.isOn).toBe(false);
    for (let answer = 0; answer < 500; answer += 1) see([B], ANSWERED);
    for (const one of odd) expect(see([one], unavailable(1_000))).toMatchObject({ timesPutOff: 1 });
  });

  it('are believed if they are many compared with the answers of the last minutes, whatever the earlier answers', () => {
    const { clock, odd, see, watch } = afterAnOutage(5_000);
    expect(watch.isSuspected(number(1))).toBe(true);
    for (let minute = 1; minute <= 20; minute += 1) {
      clock.advance(60_000);
      see([A], ANSWERED);
      for (const one of odd) see([one], unavailable(1_000));
    }
    see([A], ANSWERED);
    expect(watch.isSuspected(number(1))).toBe(false);
    see([number(1)], unavailable(1_000));
    expect(watch.outage.isOn).toBe(true);
  });

  it('are not blamed on numbers if the operator has to act, or if a call carries many numbers', () => {
    for (const [numbers, outcome] of [
      [[number(1)], unavailable(undefined, 'checker_unauthorized')],
      [[number(1), number(2)], unavailable(1_000)],
    ] as const) {
      const { see, watch } = afterAnOutage();
      see(numbers, outcome);
      expect(watch.outage.isOn).toBe(true);
    }
  });
});

describe('numbers that reported an outage a day ago', () => {
  function aDayLater() {
    const { clock, see, watch } = trial();
    const odd = [1, 2, 3, 4, 5].map(number);
    for (const one of odd) see([one], unavailable(1_000));
    for (let answer = 0; answer <= 100; answer += 1) see([A], ANSWERED);
    clock.advance(TIMEOUT_MS);
    see([A], ANSWERED);
    return { odd, see, watch };
  }

  it('are believed like others when they report the next outage', () => {
    const { odd, see, watch } = aDayLater();
    for (const one of odd) expect(see([one], unavailable(1_000))).toMatchObject({ kind: 'unavailable' });
    expect(watch.outage.isOn).toBe(true);
  });

  it('do not end the next one, which many others report', () => {
    const { see, watch } = aDayLater();
    for (let n = 100; n < 130; n += 1) see([number(n)], unavailable(1_000));
    expect(see([number(1)], unavailable(1_000))).toMatchObject({ kind: 'unavailable' });
    expect(watch.outage.isOn).toBe(true);
  });
});

describe('a standstill of this process', () => {
  it('counts neither as silence nor as waiting of numbers whose reports are postponed', () => {
    const { clock, see, watch } = trial();
    const odd = [1, 2, 3, 4, 5].map(number);
    for (const one of odd) see([one], unavailable(1_000));
    for (let answer = 0; answer <= 100; answer += 1) see([A], ANSWERED);
    clock.advance(3_600_000);
    watch.noteStandstill(3_600_000);
    for (const one of odd) expect(see([one], unavailable(1_000))).toMatchObject({ timesPutOff: 1 });
    expect(watch.outage.isOn).toBe(false);
  });
});

describe('calls that are suspected', () => {
  it('are at most ten thousand: the one that was noted longest ago is forgotten', () => {
    const suspects = new Suspects(1_000);
    for (let n = 0; n < 10_000; n += 1) suspects.add(`call ${n}`, 0);
    expect(suspects.isReason('call 0', 0)).toBe(true);
    suspects.add('call 0', 0);
    suspects.add('another', 0);
    const calls = ['call 0', 'call 1', 'call 2', 'another'];
    expect(calls.map((call) => suspects.isReason(call, 0))).toEqual([true, false, true, true]);
  });
});
