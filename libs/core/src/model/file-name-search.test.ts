import { describe, expect, it } from 'vitest';
import { namesWith } from './file-name-search.js';

describe('a search of names of files', () => {
  it.each([
    ['people', 'People of 2026.csv', true],
    ['2026.CSV', 'People of 2026.csv', true],
    ['zürich', 'ZÜRICH.xlsx', true],
    // The first is composed, the second is not.
    ['Zu\u0308rich', 'Z\u00fcrich.xlsx', true],
    ['%', 'people.csv', false],
    ['_', 'people.csv', false],
    ['%', '100%.csv', true],
    ['peoples', 'people.csv', false],
  ])('for %s finds %s: %s', (text, name, expected) => {
    expect(namesWith(text)(name)).toBe(expected);
  });
});
