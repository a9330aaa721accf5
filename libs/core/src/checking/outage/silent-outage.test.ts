import { describe, expect, it } from 'vitest';
import type { CallOutcome } from '../calls/checker-calls.js';
import { A, ANSWERED, B, begin, FAILED, number, trial, unavailable } from './checker-watch.fixture.js';

describe('an outage that no call reports', () => {
  it('begins when many different calls have failed for the configured time and none was answered', () => {
    const { clock, failures, see, watch } = trial();
    for (let n = 0; n < 60; n += 1) see([number(n)], FAILED);
    clock.advance(9_999);
    see([number(0)], FAILED);
    expect(watch.outage.isOn).toBe(false);
    expect(watch.isSuspicious).toBe(true);
    clock.advance(1);
    see([number(0)], FAILED);
    expect(watch.outage.isOn).toBe(true);
    expect(failures).toMatchObject([{ kind: 'outage_began', message: expect.stringContaining('10000 ms') }]);
  });

  it('does not begin with calls that fail slowly while others are answered', () => {
    const { clock, see, watch } = trial();
    const slow = Array.from({ length: 100 }, (_, n) => begin(watch, number(n)));
    see([A], ANSWERED);
    clock.advance(20_000);
    for (const call of slow) watch.seeOutcome(call, FAILED);
    expect(watch.isSuspicious).toBe(false);
    expect(watch.outage.isOn).toBe(false);
  });

  it('does not begin with the last call that was under way at the time of an answer', () => {
    const { see, watch } = trial();
    const answered = begin(watch, A);
    const slow = begin(watch, B);
    watch.seeOutcome(answered, ANSWERED);
    watch.seeOutcome(slow, FAILED);
    for (let n = 0; n < 49; n += 1) see([number(n)], FAILED);
    expect(watch.isSuspicious).toBe(false);
    see([number(49)], FAILED);
    expect(watch.isSuspicious).toBe(true);
  });

  it('does not begin while anything is answered', () => {
    const { clock, see, watch } = trial();
    for (let second = 0; second < 60; second += 1) {
      for (let n = 0; n < 40; n += 1) see([number(n)], FAILED);
      see([A], ANSWERED);
      clock.advance(9_000);
    }
    expect(watch.outage.isOn).toBe(false);
  });

  it('does not begin with a few numbers, however long they fail', () => {
    const { clock, see, watch } = trial();
    for (let second = 0; second < 600; second += 1) {
      for (let n = 0; n < 20; n += 1) see([number(n)], FAILED);
      clock.advance(1_000);
    }
    expect(watch.outage.isOn).toBe(false);
    expect(watch.isSuspicious).toBe(false);
  });

  it('does not begin with numbers that have failed before, however many they are and however long they fail', () => {
    const { clock, see, watch } = trial();
    for (let second = 0; second < 60; second += 1) {
      for (let n = 0; n < 200; n += 1) see([number(n)], FAILED, { isRepeat: true });
      clock.advance(1_000);
    }
    expect(watch.outage.isOn).toBe(false);
    expect(watch.isSuspicious).toBe(false);
  });

  it('sees a bulk answer without a status as a failure, and one with a single status as an answer', () => {
    const { see, watch } = trial();
    const none: CallOutcome = { kind: 'answered', answers: [undefined, undefined], defect: undefined };
    for (let n = 0; n < 10; n += 1) see([number(2 * n), number(2 * n + 1)], none);
    expect(watch.isSuspicious).toBe(true);
    see([A, B], { kind: 'answered', answers: [undefined, 'dead'], defect: undefined });
    expect(watch.isSuspicious).toBe(false);
  });

  it.each<[string, TypeError | undefined, string]>([
    ['a defect of the answer', new TypeError('no status'), 'no status'],
    ['no defect', undefined, 'every check of a call failed'],
  ])('names the last failure as its cause, with %s', (_, defect, message) => {
    const { clock, failures, see } = trial();
    for (let n = 0; n < 50; n += 1) see([number(n)], FAILED);
    clock.advance(10_000);
    see([A, B], { kind: 'answered', answers: [undefined, undefined], defect });
    expect(failures).toMatchObject([{ kind: 'outage_began', cause: { cause: { message } } }]);
  });

  it('is reported with its length when it ends, counted from its detection', () => {
    const { clock, failures, see } = trial();
    for (let n = 0; n < 50; n += 1) see([number(n)], FAILED);
    clock.advance(10_000);
    see([A], FAILED);
    clock.advance(7_000);
    see([A], ANSWERED);
    expect(failures.at(-1)?.message).toContain('after 7000 ms');
  });

  it('is not ended by a number that reports an outage twice, nor is that number suspected', () => {
    const { clock, see, watch } = trial();
    const slow = begin(watch, B);
    for (let n = 0; n < 50; n += 1) see([number(n)], FAILED);
    clock.advance(10_000);
    see([number(50)], FAILED);
    watch.seeOutcome(slow, ANSWERED);
    for (let time = 0; time < 2; time += 1) {
      expect(see([A], unavailable())).toMatchObject({ kind: 'unavailable' });
    }
    expect(watch.outage.isOn).toBe(true);
    see([B], ANSWERED);
    expect(see([A], unavailable())).toMatchObject({ kind: 'unavailable' });
  });

  it('begins no sooner or later when the wall clock is set', () => {
    const { clock, see, watch } = trial();
    for (let n = 0; n < 60; n += 1) see([number(n)], FAILED);
    clock.set(clock.now() + 3_600_000);
    see([number(0)], FAILED);
    expect(watch.outage.isOn).toBe(false);
    clock.set(clock.now() - 7_200_000);
    clock.advance(10_000);
    see([number(0)], FAILED);
    expect(watch.outage.isOn).toBe(true);
  });

  it('ignores calls that were given up', () => {
    const { clock, see, watch } = trial();
    for (let n = 0; n < 60; n += 1) see([number(n)], { kind: 'given_up' });
    clock.advance(60_000);
    see([A], { kind: 'given_up' });
    expect(watch.outage.isOn || watch.isSuspicious).toBe(false);
  });
});
