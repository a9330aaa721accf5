import type { VerificationStatus } from '@dialproof/core';

export interface ShadowPair {
  readonly first: VerificationStatus;
  readonly second: VerificationStatus;
  readonly count: number;
}

/** How often two checkers have agreed. */
export interface ShadowReport {
  /** Numbers that both have answered: `agreed` and `disagreed` together. */
  readonly compared: number;
  readonly agreed: number;
  readonly disagreed: number;
  /** Numbers that the second one was asked about and gave no answer for. */
  readonly failed: number;
  /** Numbers of the sample that it was not asked about, since too many of its calls were under way. */
  readonly skipped: number;
  /** Each pair of statuses that occurred, the most frequent first. */
  readonly pairs: readonly ShadowPair[];
}

export class ShadowCounts {
  readonly #pairs = new Map<
    string,
    { first: VerificationStatus; second: VerificationStatus; count: number }
  >();
  #failed = 0;
  #skipped = 0;

  /** `second` is undefined if the second checker gave no answer. */
  add(first: VerificationStatus, second: VerificationStatus | undefined): void {
    if (second === undefined) {
      this.#failed += 1;
      return;
    }
    const key = `${first} ${second}`;
    const pair = this.#pairs.get(key) ?? { first, second, count: 0 };
    pair.count += 1;
    this.#pairs.set(key, pair);
  }

  skip(count: number): void {
    this.#skipped += count;
  }

  report(): ShadowReport {
    const pairs = [...this.#pairs.values()].map((pair) => ({ ...pair })).sort((a, b) => b.count - a.count);
    const sum = (some: readonly ShadowPair[]) => some.reduce((total, { count }) => total + count, 0);
    const compared = sum(pairs);
    const agreed = sum(pairs.filter(({ first, second }) => first === second));
    return {
      compared,
      agreed,
      disagreed: compared - agreed,
      failed: this.#failed,
      skipped: this.#skipped,
      pairs,
    };
  }
}
