import type { DetailedAnswer, E164 } from '@dialproof/core';
import { findingAnswer } from '../../line-state.js';
import type { ReadDescription } from '../description.js';

/** The calling codes that an API covers. It is not asked about other numbers. */
export class Coverage {
  readonly #callingCodes: readonly string[];
  readonly #answer: DetailedAnswer;

  constructor({ callingCodes }: NonNullable<ReadDescription['covers']>, source: string) {
    this.#callingCodes = callingCodes;
    this.#answer = findingAnswer('line_unclear', { source, word: 'not covered' });
  }

  /** The covered calling code of a number. No calling code begins with another one. */
  callingCodeOf(number: E164): string | undefined {
    return this.#callingCodes.find((code) => number.startsWith(`+${code}`));
  }

  /** The answer for a number that is not covered. */
  answerWithoutCall(number: E164): DetailedAnswer | undefined {
    return this.callingCodeOf(number) === undefined ? this.#answer : undefined;
  }
}
