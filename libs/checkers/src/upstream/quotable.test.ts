import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotableBut } from './upstream-reply.js';

const SECRET = 'p"w\\d/+ <&>';

describe('quotableBut', () => {
  it.each([
    ['as it is', SECRET],
    ['within other words', `token ${SECRET} is wrong`],
    ['in another case', SECRET.toUpperCase()],
    ['in an address', 'https://api.example/lines?key=p%22w%5Cd%2F%2B%20%3C%26%3E&x=1'],
    ['in an address, with small letters', 'key=p%22w%5cd%2f%2b%20%3c%26%3e'],
    ['in a path that keeps its slashes', '/p%22w%5Cd/+%20%3C&%3E/lines'],
    ['in a form', 'key=p%22w%5Cd%2F%2B+%3C%26%3E'],
    ['in JSON', '{"key":"p\\"w\\\\d/+ <&>"}'],
    ['in JSON with its slashes escaped', '{"key":"p\\"w\\\\d\\/+ <&>"}'],
    ['in a page', '<b>p&quot;w\\d/+ &lt;&amp;&gt;</b>'],
    ['in base64', `Basic ${Buffer.from(SECRET).toString('base64')}`],
    ['at the beginning of something in base64', Buffer.from(`${SECRET}:x`).toString('base64')],
    ['in base64 for addresses', Buffer.from(SECRET).toString('base64url')],
    ['in hexadecimal digits', Buffer.from(SECRET).toString('hex').toUpperCase()],
  ])('withholds a text that holds a secret %s', (_how, text) => {
    expect(quotableBut(['another-secret', SECRET])(text)).toBeUndefined();
  });

  it('withholds secrets of four characters and more, whatever stands around them', () => {
    const secret = fc.string({
      unit: fc.constantFrom(...'aB9+/="\\%& '),
      minLength: 4,
      maxLength: 12,
    });
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (one, before, after) => {
        const quotable = quotableBut([one]);
        for (const text of [one, encodeURIComponent(one), JSON.stringify(one), btoa(one)]) {
          expect(quotable(before + text + after)).toBeUndefined();
        }
      }),
    );
  });

  it.each(['QUOTA_EXCEEDED', 'key', '', 'line 4'])('leaves %j as it is', (text) => {
    expect(quotableBut(['key1', SECRET])(text)).toBe(text);
  });

  it('has nothing to say about no text', () => {
    expect(quotableBut(['key1'])(undefined)).toBeUndefined();
  });
});
