import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Output } from '../host.js';
import { progressOn } from './progress.js';

/** The written text, and a clock to advance. */
function shownOn(
  output: { readonly isTTY: boolean; readonly columns?: number },
  env: Record<string, string> = {},
) {
  let text = '';
  const writable = new Writable({
    write(piece, _encoding, done) {
      text += String(piece);
      done();
    },
  });
  const time = { now: 0, tick: (): void => {}, isTicking: false };
  const progress = progressOn({
    output: Object.assign(writable, output) as Output,
    env,
    unit: 'rows',
    now: () => time.now,
    everySecond(run) {
      Object.assign(time, { tick: run, isTicking: true });
      return () => {
        time.isTicking = false;
      };
    },
  });
  return { progress, time, written: () => text };
}

describe('the progress of a task', () => {
  it('is a bar with the rate and the time left on a terminal', () => {
    const { progress, time, written } = shownOn({ isTTY: true, columns: 80 }, { NO_COLOR: '1' });
    progress.show(0, 3_000);
    time.now = 10_000;
    progress.show(1_000, 3_000);
    const last = written().split('\r\x1b[K').at(-1);
    expect(last).toBe(`${'█'.repeat(7)}${'░'.repeat(15)}  33%  1,000 of 3,000 rows  100/s  20 s left`);
    expect(last?.length).toBeLessThan(80);
    progress.stop();
    progress.stop();
    expect(written().endsWith('\n\x1b[?25h')).toBe(true);
  });

  it('measures the pace from where the work begins again', () => {
    const { progress, time, written } = shownOn({ isTTY: true, columns: 80 }, { NO_COLOR: '1' });
    for (const [at, done, note] of [
      [0, 0],
      [600_000, 0],
      [610_000, 100],
      [700_000, 100, 'waits (checker_unavailable)'],
    ] as const) {
      time.now = at;
      progress.show(done, 200, note);
    }
    time.now = 730_000;
    progress.show(150, 200);
    expect(written()).toContain('150 of 200 rows  1.7/s  30 s left');
  });

  it('slows down while nothing happens, and stops with the task', () => {
    const { progress, time, written } = shownOn({ isTTY: true, columns: 80 }, { NO_COLOR: '1' });
    progress.show(0, 200);
    time.now = 1_000;
    progress.show(100, 200);
    expect(written()).toContain('100/s  1 s left');
    time.now = 10_000;
    time.tick();
    expect(written().split('\r\x1b[K').at(-1)).toContain('10/s  10 s left');
    progress.stop();
    expect(time.isTicking).toBe(false);
  });

  it('shows why nothing happens, in place of the rate', () => {
    const { progress, written } = shownOn({ isTTY: true }, { NO_COLOR: '1' });
    progress.show(0, 10, 'queued');
    expect(written()).toContain('0 of 10 rows  queued');
  });

  it('never is wider than the terminal', () => {
    const { progress, written } = shownOn({ isTTY: true, columns: 30 }, { NO_COLOR: '1' });
    progress.show(1_000, 3_000, 'waits (checker_unavailable)');
    expect(written().split('\r\x1b[K').at(-1)?.length).toBeLessThan(30);
  });

  it.each([
    [{ isTTY: false }, {}],
    [{ isTTY: true }, { TERM: 'dumb' }],
  ])('is a line for each tenth elsewhere: %o', (output, env) => {
    const { progress, written } = shownOn(output, env);
    for (const done of [0, 1, 2, 5, 5, 10]) progress.show(done, 20);
    progress.stop();
    expect(written()).toBe('2 of 20 rows\n5 of 20 rows\n10 of 20 rows\n');
  });
});
