import { DialproofError, withoutNumbers } from '@dialproof/core';
import { optionalText } from '../wire/common-shapes.js';

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 };
const AGE = /^([1-9]\d{0,3})([hd])$/;

/** The parameter of files and single checks. The shape accepts any text, since a wrong one has its own code. */
export const freshWithinShape = optionalText.describe(
  'An age, such as 14d or 12h. A number gets the answer that a task or a single check of the account has found, if that answer is no older than this: with its time, at no credit. Without this, every number is checked.',
);

/** The text of an age. Of one that is no whole hour, the next hour. */
export function freshWithinText(ms: number): string {
  const day = UNITS['d'] ?? 0;
  return ms % day === 0 ? `${ms / day}d` : `${Math.ceil(ms / (UNITS['h'] ?? 0))}h`;
}

/** The field of a request. Code: `invalid_fresh_within`. */
export function readFreshWithin(text: string | undefined): { readonly freshWithinMs?: number } {
  if (text === undefined) return {};
  const [, count, unit = ''] = AGE.exec(text) ?? [];
  const unitMs = UNITS[unit];
  if (unitMs !== undefined) return { freshWithinMs: Number(count) * unitMs };
  throw new DialproofError('invalid_fresh_within', {
    hint: `"fresh_within" must be 1 to 9999 hours or days, such as 12h or 14d, not "${withoutNumbers(text.slice(0, 40))}"`,
  });
}
