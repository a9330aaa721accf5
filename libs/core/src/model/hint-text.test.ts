import { describe, expect, it } from 'vitest';
import { withoutNumbers } from './errors.js';

describe('withoutNumbers', () => {
  it.each([
    ['+41 79 123 45 67', '…'],
    ['call (079) 123-45-67 now', 'call (… now'],
    ['٠٧٩١٢٣٤٥٦٧', '…'],
    ['phone_+41791234567.txt', 'phone_….txt'],
    ['123456, 7 of them', '… of them'],
  ])('leaves out what may be a number: %s', (text, shown) => {
    expect(withoutNumbers(text)).toBe(shown);
  });

  it.each(['', 'phone', 'column 12', '1e1', '123456', 'utf-8 and 1252 and 932 and 5'])('keeps %j', (text) => {
    expect(withoutNumbers(text)).toBe(text);
  });

  it('reads a long text in linear time', () => {
    const text = `1${' '.repeat(100_000)}`.repeat(5);
    expect(withoutNumbers(text)).toBe(text);
  });
});
