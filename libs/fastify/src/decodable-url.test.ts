import { describe, expect, it } from 'vitest';
import { decodableUrl } from './verification-plugin.js';

describe('decodableUrl', () => {
  it.each([
    ['/v1/verify/tasks/a%20b', '/v1/verify/tasks/a%20b'],
    ['/v1/verify?phone_column=100%', '/v1/verify?phone_column=100%'],
    ['/v1/verify/tasks/100%', '/v1/verify/tasks/100%25'],
    ['/v1/verify/tasks/%E0%A4%A?a=%20?b', '/v1/verify/tasks/%25E0%25A4%25A?a=%20?b'],
    [undefined, '/'],
  ])('makes of %s %s', (url, expected) => {
    expect(decodableUrl({ url })).toBe(expected);
  });
});
