import { expect, it } from 'vitest';
import { lostAnswers } from './lost-answers.js';

const call = (number: string, at: number) => ({ what: 'call' as const, number, at });
const answer = (number: string, at: number) => ({ what: 'answer' as const, number, at });

it('counts the answers that a later process asked for again, and the age of the oldest', () => {
  const first = [call('a', 0), call('b', 1), answer('a', 10), call('c', 12), answer('b', 20), call('d', 40)];
  expect(lostAnswers([first, [call('b', 0), call('c', 1)], [call('a', 0)]])).toEqual([
    { answered: 2, askedAgain: 2, oldestMs: 30 },
    { answered: 0, askedAgain: 0, oldestMs: 0 },
  ]);
});
