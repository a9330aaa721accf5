import { describe, expect, it } from 'vitest';
import { partialPath, resultBeside, resultHere } from './result-options.js';

describe('the name of a result', () => {
  it('is beside its file', () => {
    expect(resultBeside('lists/people.xlsx')).toBe('lists/people-verified.csv');
    expect(partialPath('lists/people-verified.csv')).toBe('lists/people-verified.partial.csv');
  });

  it.each(['people.csv', '../people.csv', '/etc/people.csv'])(
    'leads to no other folder when the server says %s',
    (name) => {
      expect(resultHere(name)).toBe('people-verified.csv');
    },
  );
});
