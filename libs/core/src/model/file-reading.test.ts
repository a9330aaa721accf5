import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedNotes, NOTE_CODES, NOTE_LIMITS, type TaskNote } from './file-reading.js';

function noteWith(hint: string): TaskNote {
  return { code: 'lines_skipped', hint };
}

function hintOf(hint: string): string | undefined {
  return boundedNotes([noteWith(hint)])[0]?.hint;
}

describe('boundedNotes', () => {
  it('leaves ten notes of 500 characters as they are', () => {
    const notes = Array.from({ length: 10 }, () => noteWith('x'.repeat(500)));
    expect(boundedNotes(notes)).toEqual(notes);
  });

  it('keeps the first ten notes', () => {
    const notes = Array.from({ length: 12 }, (_, index) => noteWith(`${index}`));
    expect(boundedNotes(notes)).toEqual(notes.slice(0, 10));
  });

  it('cuts a longer hint and shows it', () => {
    expect(hintOf('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`);
  });

  it('does not cut a character in two', () => {
    expect(hintOf(`${'x'.repeat(498)}😀😀`)).toBe(`${'x'.repeat(498)}…`);
    expect(hintOf(`${'x'.repeat(497)}😀😀`)).toBe(`${'x'.repeat(497)}😀…`);
  });

  it('keeps the limits whatever the notes are', () => {
    const note = fc.record({
      code: fc.constantFrom(...NOTE_CODES),
      hint: fc.string({ unit: 'binary', maxLength: 600, size: 'max' }),
    });
    fc.assert(
      fc.property(fc.array(note, { maxLength: 12 }), (notes) => {
        const bounded = boundedNotes(notes);
        expect(bounded.length).toBe(Math.min(notes.length, NOTE_LIMITS.notes));
        for (const { hint } of bounded) {
          expect(hint.length).toBeLessThanOrEqual(NOTE_LIMITS.hintChars);
          expect(hint).not.toMatch(/\p{Cs}/u);
        }
        expect(boundedNotes(bounded)).toEqual(bounded);
      }),
    );
  });
});
