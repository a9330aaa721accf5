import { describe, expect, it } from 'vitest';
import { readEmailAddress } from './accounts.js';
import { isDialproofError } from './errors.js';

describe('readEmailAddress', () => {
  it.each([
    ['ada@example.com', 'ada@example.com', 'ada@example.com'],
    ['  Ada@Example.COM\t', 'Ada@Example.COM', 'ada@example.com'],
    ['a+b.c@mail.example.co.uk', 'a+b.c@mail.example.co.uk', 'a+b.c@mail.example.co.uk'],
    ['jose\u0301@example.com', 'jose\u0301@example.com', 'jos\u00e9@example.com'],
  ])('reads %j', (text, address, key) => {
    expect(readEmailAddress(text)).toEqual({ address, key });
  });

  it.each([
    '',
    '   ',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example.',
    'ada@.com',
    'ada@example..com',
    'a@da@example.com',
    'ada lovelace@example.com',
    'ada@exam\nple.com',
    'ada\u0000@example.com',
    `${'a'.repeat(243)}@example.com`,
  ])('refuses %j', (text) => {
    expect(() => readEmailAddress(text)).toThrow(
      expect.toSatisfy((error) => isDialproofError(error, 'invalid_email')),
    );
  });
});
