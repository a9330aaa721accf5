import { describe, expect, it } from 'vitest';
import { SLICE_CHARS, SliceEnds } from './plain-xml.js';

const rows = new SliceEnds('row');

describe('the end of a slice', () => {
  it.each([
    ['<row/>  <row r="1"/>', 8],
    ['<row/><x:row/>', 6],
    ['<row/><rowBreaks/>', 18],
    ['<row/>\n<row\n/>', 7],
  ])('is the next element in %s, or the end of the text', (text, end) => {
    expect(rows.find(text, 0, true)).toBe(end);
  });

  it('is the last element that begins in the slice, if one does', () => {
    const text = '<row/>'.repeat(SLICE_CHARS);
    expect(rows.find(text, 0, false)).toBe(SLICE_CHARS - (SLICE_CHARS % 6));
    expect(rows.find(text, 0, true)).toBe(6);
    expect(rows.find(' '.repeat(SLICE_CHARS * 2), 5, false)).toBe(SLICE_CHARS + 5);
  });

  it('is never farther than a slice is long, nor behind the text', () => {
    const text = `${' '.repeat(SLICE_CHARS * 2)}<row/>`;
    expect(rows.find(text, 0, true)).toBe(SLICE_CHARS);
    expect(rows.find(text, SLICE_CHARS * 2 - 1, true)).toBe(SLICE_CHARS * 2);
    expect(rows.find(text, SLICE_CHARS * 2, true)).toBe(text.length);
  });
});
