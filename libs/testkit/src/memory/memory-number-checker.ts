import type {
  BulkAnswer,
  BulkNumberChecker,
  CheckAnswer,
  CheckContext,
  E164,
  NumberChecker,
} from '@dialproof/core';

/** Answers from a fixed list, for tests and for trying out. Every other number is `unknown`. */
export class MemoryNumberChecker implements NumberChecker, BulkNumberChecker {
  readonly maxNumbers = 1_000;
  readonly #answers: ReadonlyMap<string, BulkAnswer>;

  /** `answers`: the known answers, by the number in E.164. */
  constructor(answers: Iterable<readonly [number: string, answer: BulkAnswer]> = []) {
    this.#answers = new Map(answers);
  }

  async check(number: E164, { signal }: CheckContext): Promise<CheckAnswer> {
    signal.throwIfAborted();
    const answer = this.#answer(number);
    if (answer === 'check_failed') throw new Error('the check of this number fails, as it was told to');
    return answer;
  }

  async checkMany(numbers: readonly E164[], { signal }: CheckContext): Promise<BulkAnswer[]> {
    signal.throwIfAborted();
    return numbers.map((number) => this.#answer(number));
  }

  #answer(number: E164): BulkAnswer {
    return this.#answers.get(number) ?? 'unknown';
  }
}
