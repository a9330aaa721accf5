import { describe, expect, it } from 'vitest';
import { wrapped } from './output.js';

describe('a text for people', () => {
  it('breaks between words where a terminal ends', () => {
    const terminal = { isTTY: true, columns: 20 };
    expect(wrapped('Check the address and your network.', terminal)).toBe(
      'Check the address\nand your network.',
    );
    expect(wrapped('twenty characters ok', terminal)).toBe('twenty characters ok');
    expect(wrapped('first\nhttp://localhost:3000/a-long-path is one word', terminal)).toBe(
      'first\nhttp://localhost:3000/a-long-path\nis one word',
    );
  });

  it('has no colours in its width', () => {
    const text = '\x1b[1mpeople.csv\x1b[0m: 4 rows';
    expect(wrapped(text, { isTTY: true, columns: 18 })).toBe(text);
  });

  it('keeps a command whole', () => {
    expect(wrapped('Try:\n  dialproof watch an-id-that-is-long', { isTTY: true, columns: 10 })).toBe(
      'Try:\n  dialproof watch an-id-that-is-long',
    );
  });

  it('is left as it is for a program', () => {
    const text = 'Check the address and your network.';
    expect(wrapped(text, { isTTY: false, columns: 20 })).toBe(text);
  });
});
