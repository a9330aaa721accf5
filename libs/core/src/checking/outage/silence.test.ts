import { describe, expect, it } from 'vitest';
import type { E164 } from '../../model/e164.js';
import { Silence } from './silence.js';

const number = (n: number): E164 => `+1415555${1_000 + n}` as E164;

describe('a silence', () => {
  it('is suspicious once fifty different numbers have failed alone, and no sooner', () => {
    const silence = new Silence();
    for (let n = 0; n < 49; n += 1) silence.noteFailure([number(n)], n);
    expect(silence.isSuspicious).toBe(false);
    silence.noteFailure([number(49)], 49);
    expect(silence.isSuspicious).toBe(true);
  });

  it('is suspicious once ten different calls for many numbers have failed', () => {
    const silence = new Silence();
    for (let n = 0; n < 9; n += 1) silence.noteFailure([number(n * 2), number(n * 2 + 1)], n);
    expect(silence.isSuspicious).toBe(false);
    silence.noteFailure([number(100), number(101)], 9);
    expect(silence.isSuspicious).toBe(true);
  });

  it('is not suspicious if one number fails, however often', () => {
    const silence = new Silence();
    for (let n = 0; n < 1_000; n += 1) silence.noteFailure([number(0)], n);
    expect(silence.isSuspicious).toBe(false);
  });

  it('does not count the time in which the process itself stood still', () => {
    const silence = new Silence();
    silence.noteStandstill(5_000);
    silence.noteFailure([number(0)], 6_000);
    silence.noteStandstill(3_000);
    expect(silence.lastedMs(10_000)).toBe(1_000);
  });

  it('is over with an answer, and counts from the next failure', () => {
    const silence = new Silence();
    for (let n = 0; n < 60; n += 1) silence.noteFailure([number(n)], 100);
    expect(silence.lastedMs(1_100)).toBe(1_000);
    silence.noteAnswer();
    expect(silence.isSuspicious).toBe(false);
    expect(silence.lastedMs(2_000)).toBe(0);
    silence.noteFailure([number(0)], 2_000);
    expect(silence.lastedMs(2_500)).toBe(500);
    expect(silence.isSuspicious).toBe(false);
  });
});
