import { describe, expect, it } from 'vitest';
import { type Mark, paceOf, withMark } from './use-task.js';

function marked(...steps: readonly (readonly [at: number, processed: number])[]): readonly Mark[] {
  return steps.reduce<readonly Mark[]>((marks, [at, processed]) => withMark(marks, { at, processed }), []);
}

describe('the pace of a task', () => {
  it('is not known at first', () => {
    expect(paceOf([], 100)).toBeUndefined();
    expect(paceOf(marked([0, 0], [1_000, 10]), 100)).toBeUndefined();
  });

  it('has the rows a minute and the time left', () => {
    expect(paceOf(marked([0, 0], [3_000, 10], [6_000, 20]), 100)).toEqual({
      rowsPerMinute: 200,
      leftMs: 24_000,
    });
  });

  it('forgets how fast it was half a minute ago', () => {
    expect(paceOf(marked([0, 0], [1_000, 5_000], [40_000, 5_100], [70_000, 5_400]), 6_000)).toEqual({
      rowsPerMinute: 600,
      leftMs: 60_000,
    });
  });

  it('begins again when a retry takes rows back', () => {
    expect(withMark(marked([0, 0], [9_000, 90]), { at: 10_000, processed: 50 })).toEqual([
      { at: 10_000, processed: 50 },
    ]);
  });

  it('knows no end while nothing moves', () => {
    expect(paceOf(marked([0, 7], [2_000, 7]), 100)).toEqual({ rowsPerMinute: 0, leftMs: undefined });
  });
});
