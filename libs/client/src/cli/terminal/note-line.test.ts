import { describe, expect, it } from 'vitest';
import { noteLine, withOptionNames } from './note-line.js';

describe('a note of the reader of files', () => {
  it.each([
    ['read unless several_numbers=first is set', 'read unless --several-numbers first is set'],
    ['taken: phone_column=1, sheet="Old people"', 'taken: --column 1, --sheet "Old people"'],
    // A file has headers of these names.
    [
      'the column "consent_date" has dates; consent_date_column=NAME names another one than "sheet" or "encoding"',
      'the column "consent_date" has dates; --consent-column NAME names another one than "sheet" or "encoding"',
    ],
    ['the columns "sheet=1" and "a \\" encoding=b"', 'the columns "sheet=1" and "a \\" encoding=b"'],
    ['there is no column "sheet"; the first row is "name", "encoding=', null],
    ['an id=4 and a_sheet=NAME stay', null],
  ])('has the options of settings alone: %s', (hint, line) => {
    const note = { code: 'several_numbers', hint, values: [], rows: null, country: null } as const;
    expect(noteLine(note)).toBe(`Note: ${line ?? hint}`);
  });

  it.each([
    [
      '"fresh_within" must be 1 to 9999 days, not "sheet"',
      '--fresh-within must be 1 to 9999 days, not "sheet"',
    ],
    [`the body's "name" must be text, not "name"`, '--name must be text, not "name"'],
  ])('names the option whose value was refused: %s', (hint, words) => {
    expect(withOptionNames(hint)).toBe(words);
  });
});
