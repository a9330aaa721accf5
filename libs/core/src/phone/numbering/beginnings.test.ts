import { describe, expect, it } from 'vitest';
import { beginningsOf } from './area-code.js';

/** All texts of up to five of these digits. */
const TEXTS = ['', ...textsOf('0123', 5)];

function textsOf(digits: string, length: number): string[] {
  const shorter = length === 1 ? [''] : ['', ...textsOf(digits, length - 1)];
  return shorter.flatMap((text) => [...digits].map((digit) => text + digit));
}

describe('beginningsOf', () => {
  it.each([
    '3(?:0|10)',
    '2\\d{3}|[13]0',
    '1[0-2]{2}3',
    '(?:1|2(?:0|3[12]))?0\\d',
    '0?1{1,2}2',
    '[12](?:0(?:1|2)|33?)',
  ])('of %s matches each beginning of its numbers and no other text', (source) => {
    const whole = new RegExp(`^(?:${source})$`);
    const numbers = TEXTS.filter((text) => whole.test(text));
    const beginnings = TEXTS.filter((text) => beginningsOf(whole).test(text));
    expect(numbers.length).toBeGreaterThan(0);
    expect(beginnings).toEqual(TEXTS.filter((text) => numbers.some((number) => number.startsWith(text))));
  });

  it('refuses a pattern with any other sign', () => {
    expect(() => beginningsOf(/^(?:1+)$/)).toThrow(TypeError);
  });
});
