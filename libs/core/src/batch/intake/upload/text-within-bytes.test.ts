import { describe, expect, it } from 'vitest';
import { textWithinBytes } from './upload-request.js';

describe('textWithinBytes', () => {
  it.each([
    ['what fits', 'abc', 3, 'abc'],
    ['letters', 'abcd', 3, 'abc'],
    ['letters of three bytes', '字字字', 8, '字字'],
    ['characters of several parts', '👨‍👩‍👧👨‍👩‍👧', 20, '👨‍👩‍👧'],
    ['a first character that does not fit', '👨‍👩‍👧', 17, ''],
    ['nothing', '', 0, ''],
  ])('keeps of %s whole characters', (_, text, maxBytes, kept) => {
    expect(textWithinBytes(text, maxBytes)).toBe(kept);
  });
});
