import { isDeepStrictEqual } from 'node:util';
import type { BulkAnswer, CheckAnswer, E164 } from '@dialproof/core';

/**
 * Puts the answers of a bulk reply in the order of the numbers. Upstreams leave numbers out, add others, sort them, and give one twice:
 * a number without an answer, or with two that differ, is a failed check. Keys are compared by their digits alone.
 */
export class AnswersByNumber {
  readonly #answers = new Map<string, BulkAnswer>();

  /** Adds the answer for the number that the upstream names. A key that is neither a text nor a whole number names none. */
  add(key: unknown, answer: CheckAnswer | undefined): void {
    const digits = digitsOf(key);
    if (digits === undefined) return;
    const known = this.#answers.get(digits);
    const isContradiction = known !== undefined && !isDeepStrictEqual(known, answer);
    this.#answers.set(digits, isContradiction ? 'check_failed' : (answer ?? 'check_failed'));
  }

  inOrderOf(numbers: readonly E164[]): BulkAnswer[] {
    return numbers.map((number) => this.#answers.get(number.slice(1)) ?? 'check_failed');
  }
}

/** The digits of a number as upstreams write it: with or without its plus, as a text or as a number. */
export function digitsOf(key: unknown): string | undefined {
  if (typeof key === 'number') return Number.isSafeInteger(key) && key > 0 ? String(key) : undefined;
  return typeof key === 'string' ? /^\+?(\d{1,15})$/.exec(key)?.[1] : undefined;
}

/** How long the body of a bulk reply may be, in bytes: one entry is rarely longer than a kilobyte. */
export function maxBulkBytes(count: number): number {
  return 1_048_576 + count * 8_192;
}
