import { describe, expect, it } from 'vitest';
import { ReaderPace } from './reader-pace.js';

const KIB = 1_024;

function subject() {
  let now = 5_000;
  const pace = new ReaderPace({ elapsed: () => now });
  return {
    pace,
    pass(ms: number): void {
      now += ms;
    },
    /** Sends a client pieces, each of which it reads in `ms`. */
    take(pieces: number, bytes: number, ms: number): void {
      for (let at = 0; at < pieces; at += 1) {
        pace.gave(bytes);
        now += ms;
        pace.asked();
      }
    },
  };
}

describe('the pace of a reader', () => {
  it('is not known before the server has waited for the client for a minute', () => {
    const { pace, pass, take } = subject();
    take(59, KIB, 1_000);
    // A piece is being made.
    pass(3_600_000);
    expect(pace.bytesPerSecond()).toBeUndefined();
    take(1, KIB, 1_000);
    expect(pace.bytesPerSecond()).toBe(KIB);
  });

  it('counts a piece when it is taken, and the time while it is not', () => {
    const { pace, pass } = subject();
    pace.gave(64 * KIB);
    pass(59_999);
    expect(pace.bytesPerSecond()).toBeUndefined();
    pass(1);
    expect(pace.bytesPerSecond()).toBe(0);
    pass(4_000);
    pace.asked();
    expect(pace.bytesPerSecond()).toBe(KIB);
  });

  it('is that of the latest one to two minutes, whatever went before', () => {
    const { pace, take } = subject();
    take(600, 64 * KIB, 100);
    expect(pace.bytesPerSecond()).toBe(640 * KIB);
    take(120, KIB, 1_000);
    expect(pace.bytesPerSecond()).toBe(KIB);
    take(30, 64 * KIB, 1_000);
    expect(pace.bytesPerSecond()).toBe(22 * KIB);
    take(30, 64 * KIB, 1_000);
    expect(pace.bytesPerSecond()).toBe(64 * KIB);
  });

  it('of one who takes bursts of half a minute is that of the whole, within a third', () => {
    const { pace, pass, take } = subject();
    // 16 KiB a second, of which 480 KiB are buffered on the way.
    for (let burst = 0; burst < 20; burst += 1) {
      take(7, 64 * KIB, 0);
      pace.gave(32 * KIB);
      for (let second = 0; second < 30; second += 1) {
        pass(1_000);
        const told = pace.bytesPerSecond();
        if (told !== undefined) expect(told).toBeGreaterThan((2 / 3) * 16 * KIB);
      }
      pace.asked();
    }
  });
});
