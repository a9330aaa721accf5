import { ManualClock, type VerificationStatus } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { KeptAnswers } from './kept-answers.js';
import { A, B, C, D, numbersOf } from './spoken-checkers.fixture.js';

describe('kept answers', () => {
  it('have the time at which they were given, unless they have their own', () => {
    const clock = new ManualClock(5_000);
    const kept = new KeptAnswers(clock);
    kept.keep([A, B], ['dead', { status: 'inactive', checkedAt: new Date(0) }]);
    clock.advance(1_000);
    expect(kept.get(A)).toEqual({ status: 'dead', checkedAt: new Date(5_000) });
    expect(kept.get(B)).toEqual({ status: 'inactive', checkedAt: new Date(0) });
  });

  it('do not change after they were given', () => {
    const kept = new KeptAnswers(new ManualClock(5_000));
    const answer: { status: VerificationStatus } = { status: 'dead' };
    kept.keep([A], [answer]);
    answer.status = 'inactive';
    expect(kept.get(A)).toEqual({ status: 'dead', checkedAt: new Date(5_000) });
  });

  it('are answers only', () => {
    const kept = new KeptAnswers(new ManualClock());
    const unreadable = {
      get status(): never {
        throw new Error('it cannot be read');
      },
    };
    kept.keep([A, B, C, D], ['check_failed', undefined, 'registered' as never, unreadable]);
    expect(kept.isEmpty).toBe(true);
  });

  it('are at most as many as a file has rows: the oldest is forgotten', () => {
    const kept = new KeptAnswers(new ManualClock());
    const numbers = numbersOf(100_001);
    kept.keep(numbers.slice(0, 2), ['dead', 'dead']);
    // Its answer is the newest then.
    kept.keep([numbers[0] as never], ['inactive']);
    kept.keep(numbers.slice(2), Array(99_999).fill('dead'));
    expect(numbers.filter((number) => kept.get(number) === undefined)).toEqual([numbers[1]]);
  });
});
