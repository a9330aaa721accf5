import { describe, expect, it } from 'vitest';
import { readIdempotencyKey } from './once.js';

describe('readIdempotencyKey', () => {
  it.each([
    [undefined, undefined],
    ['8e03978e-40d5-43dd', '8e03978e-40d5-43dd'],
    ['"8e03978e-40d5-43dd"', '8e03978e-40d5-43dd'],
    ['  "with spaces" ', 'with spaces'],
    ['"key"; client=7', 'key'],
    ['"a \\"quoted\\" word and a \\\\"', 'a "quoted" word and a \\'],
    ['bare"quote', 'bare"quote'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ])('reads %j as %j', (header, key) => {
    expect(readIdempotencyKey(header)).toBe(key);
  });

  it.each(['', '   ', '""', '"', '"open', '"a" b', '"a\\b"', 'x'.repeat(256)])('refuses %j', (header) => {
    expect(() => readIdempotencyKey(header)).toThrow(expect.objectContaining({ code: 'malformed_request' }));
  });
});
