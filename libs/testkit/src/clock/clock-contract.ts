import assert from 'node:assert/strict';
import type { Clock } from '@dialproof/core';
import { type Closable, casesWith, type TestRunner } from '../runner/test-runner.js';

export interface ClockSubject extends Closable {
  readonly clock: Clock;
  /** Lets this many milliseconds pass and runs due callbacks. A faked timer does it without waiting. */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock without letting time pass, if a test can do that. */
  setWallClock?(now: number): void;
}

const DAY_MS = 86_400_000;

/** Expects this many milliseconds to have been measured; fractions may be lost. */
function expectElapsed(elapsedMs: number, ms: number): void {
  assert.ok(Math.abs(elapsedMs - ms) < 1, `${elapsedMs} ms were measured in ${ms}`);
}

/** Tests every sentence of {@link Clock}. Each case calls `create`. */
export function clockContract(runner: TestRunner, create: () => Promise<ClockSubject>): void {
  runner.describe('clock contract', () => {
    const it = casesWith(runner, create);

    it('shows the time that passes', async ({ clock, advance }) => {
      const before = clock.now();
      assert.ok(Number.isFinite(before) && before > 0);
      await advance(1_500);
      assert.equal(clock.now() - before, 1_500);
    });

    it('shows whole milliseconds', async ({ clock }) => {
      assert.ok(Number.isSafeInteger(clock.now()), `${clock.now()}`);
    });

    it('measures the time that passes', async ({ clock, advance }) => {
      const before = clock.elapsed();
      assert.ok(Number.isFinite(before), `${before}`);
      await advance(1_500);
      expectElapsed(clock.elapsed() - before, 1_500);
      await advance(60 * DAY_MS);
      expectElapsed(clock.elapsed() - before, 60 * DAY_MS + 1_500);
    });

    it('measures the time that passes whatever the wall clock does', async ({
      clock,
      advance,
      setWallClock,
    }) => {
      const before = clock.elapsed();
      setWallClock?.(clock.now() + 3_600_000);
      expectElapsed(clock.elapsed() - before, 0);
      await advance(50);
      setWallClock?.(clock.now() - 7_200_000);
      await advance(50);
      expectElapsed(clock.elapsed() - before, 100);
    });

    it('calls back once, when the time has passed and not before', async ({ clock, advance }) => {
      const before = clock.now();
      const called: number[] = [];
      clock.schedule(100, () => called.push(clock.now() - before));
      assert.deepEqual(called, []);
      await advance(99);
      assert.deepEqual(called, []);
      await advance(1);
      assert.deepEqual(called, [100]);
      await advance(1_000);
      assert.deepEqual(called, [100]);
    });

    it('calls back in the order of the times, and of scheduling for the same time', async (subject) => {
      const { clock, advance } = subject;
      const called: string[] = [];
      for (const [delayMs, name] of [
        [30, 'c'],
        [10, 'a'],
        [20, 'b'],
        [30, 'd'],
      ] as const) {
        clock.schedule(delayMs, () => called.push(name));
      }
      await advance(40);
      assert.deepEqual(called, ['a', 'b', 'c', 'd']);
    });

    it('calls back callbacks that a callback has scheduled', async ({ clock, advance }) => {
      const before = clock.now();
      const called: number[] = [];
      const tick = () => {
        called.push(clock.now() - before);
        if (called.length < 3) clock.schedule(10, tick);
      };
      clock.schedule(10, tick);
      await advance(100);
      assert.deepEqual(called, [10, 20, 30]);
    });

    it('does not call back a cancelled callback, and cancels safely at any time', async (subject) => {
      const { clock, advance } = subject;
      const called: string[] = [];
      const cancelEarly = clock.schedule(10, () => called.push('cancelled'));
      const cancelLate = clock.schedule(10, () => called.push('kept'));
      cancelEarly();
      cancelEarly();
      await advance(10);
      cancelEarly();
      cancelLate();
      cancelLate();
      await advance(100);
      assert.deepEqual(called, ['kept']);
    });

    it('calls back in the background too, and cancels there', async ({ clock, advance }) => {
      const called: string[] = [];
      clock.schedule(10, () => called.push('kept'), { isBackground: true });
      const cancel = clock.schedule(10, () => called.push('cancelled'), { isBackground: true });
      cancel();
      await advance(9);
      assert.deepEqual(called, []);
      await advance(1);
      assert.deepEqual(called, ['kept']);
    });

    it('does not call back during the call that schedules', async ({ clock, advance }) => {
      const called: number[] = [];
      clock.schedule(0, () => called.push(0));
      assert.deepEqual(called, []);
      await advance(1);
      assert.deepEqual(called, [0]);
    });

    it('keeps an appointment that is months away', async ({ clock, advance }) => {
      const called: number[] = [];
      clock.schedule(60 * DAY_MS, () => called.push(60));
      await advance(59 * DAY_MS);
      assert.deepEqual(called, []);
      await advance(DAY_MS);
      assert.deepEqual(called, [60]);
    });

    it('keeps appointments whatever the wall clock does', async ({ clock, advance, setWallClock }) => {
      const called: string[] = [];
      clock.schedule(100, () => called.push('first'));
      setWallClock?.(clock.now() + 3_600_000);
      await advance(50);
      setWallClock?.(clock.now() - 7_200_000);
      clock.schedule(100, () => called.push('second'));
      await advance(49);
      assert.deepEqual(called, []);
      await advance(1);
      assert.deepEqual(called, ['first']);
      await advance(50);
      assert.deepEqual(called, ['first', 'second']);
    });
  });
}
