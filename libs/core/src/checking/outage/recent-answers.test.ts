import { describe, expect, it } from 'vitest';
import { RecentAnswers } from './recent-answers.js';

const countsOf = ({ answers, recovered }: RecentAnswers) => [answers, recovered];

describe('recent answers', () => {
  it('are those of the last two windows before the last one', () => {
    const recent = new RecentAnswers(10);
    recent.note(100, true);
    recent.note(109, false);
    recent.note(110, true);
    expect(countsOf(recent)).toEqual([3, 2]);
    recent.note(120, false);
    expect(countsOf(recent)).toEqual([2, 1]);
    recent.note(140, false);
    expect(countsOf(recent)).toEqual([1, 0]);
  });

  it('begin anew once they are cleared', () => {
    const recent = new RecentAnswers(10);
    recent.note(100, true);
    recent.clear();
    expect(countsOf(recent)).toEqual([0, 0]);
    recent.note(109, false);
    recent.note(118, false);
    expect(countsOf(recent)).toEqual([2, 0]);
  });
});
