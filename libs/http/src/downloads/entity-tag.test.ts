import { describe, expect, it } from 'vitest';
import { namesTag, strongTag } from './entity-tag.js';

describe('If-None-Match', () => {
  it.each(['"abc"', 'W/"abc"', '*', ' * ', '"x", "abc"', '"x",W/"abc" ,"y"', '"a,b", "abc"', 'junk, "abc"'])(
    'names "abc" by %s',
    (value) => {
      expect(namesTag(value, strongTag('abc'))).toBe(true);
    },
  );

  it.each([
    undefined,
    '',
    'abc',
    '"ab"',
    '"abc',
    'w/"abc"',
    '"ABC"',
    '"x", "y"',
    '"abc"x',
    '**',
    '"x,"abc""',
  ])('does not by %s', (value) => {
    expect(namesTag(value, strongTag('abc'))).toBe(false);
  });
});
