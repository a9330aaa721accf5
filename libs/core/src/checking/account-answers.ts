import type { E164 } from '../model/e164.js';
import { DialproofError, isDialproofError } from '../model/errors.js';
import type { AccountId } from '../model/identifiers.js';
import { type NumberHash, numberHash } from '../model/number-hash.js';
import type { ConsentDate } from '../model/reassigned.js';
import type { Clock } from '../ports/clock.js';
import type { FoundAnswer, KnownAnswers } from '../ports/optional/known-answers.js';
import type { FailureReporter } from '../reports/failure-reporter.js';

/** How often the store is asked to keep answers while it is unavailable. */
const MOST_TRIES = 2;

/** A number that is asked about, with its date of consent if the request has one. */
export interface AskedNumber {
  readonly number: E164;
  readonly date: ConsentDate | undefined;
}

/** An answer about a number. */
export interface NumberAnswer extends Omit<FoundAnswer, 'number'> {
  readonly number: E164;
}

export interface AccountAnswersOptions {
  readonly answers: KnownAnswers;
  /** The key of the hashes. */
  readonly key: string | Uint8Array;
  /** Milliseconds after which an answer is not used any more. */
  readonly keepMs: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly reporter: FailureReporter;
}

/** What accounts know about numbers. The port behind it sees hashes alone. */
export class AccountAnswers {
  readonly #options: AccountAnswersOptions;

  constructor(options: AccountAnswersOptions) {
    this.#options = options;
  }

  /**
   * One entry for each number, in their order: an answer of the account that is at most so old. A number with a date of consent gets none that
   * was found for another date.
   */
  async find(
    accountId: AccountId,
    asked: readonly AskedNumber[],
    freshWithinMs: number,
  ): Promise<readonly (FoundAnswer | undefined)[]> {
    const { answers, clock, keepMs } = this.#options;
    const since = clock.now() - Math.min(freshWithinMs, keepMs);
    const hashes = asked.map(({ number }) => this.#hash(number));
    const found = await answers.find(accountId, hashes, since);
    return found.map((answer, index) => {
      const date = asked[index]?.date;
      return date === undefined || answer?.reassigned?.since === date ? answer : undefined;
    });
  }

  /**
   * Keeps answers, but none of `unknown`: who asks again hopes for more than that. Never rejects, since an answer that is not kept costs another
   * check and nothing else.
   */
  async remember(accountId: AccountId, found: readonly NumberAnswer[]): Promise<void> {
    const { answers, clock, reporter } = this.#options;
    const now = clock.now();
    const kept = found
      .filter(({ status }) => status !== 'unknown')
      .map(({ number, ...answer }) => ({
        ...answer,
        number: this.#hash(number),
        // The time comes from a checker. One in the future would stay for ever.
        checkedAt: Math.min(answer.checkedAt, now),
      }));
    if (kept.length === 0) return;
    for (let tries = 1; ; tries += 1) {
      try {
        return await answers.remember(accountId, kept);
      } catch (error) {
        // A store that is busy for a moment should not cost a check. One that is away for longer may not hold up the work.
        if (tries < MOST_TRIES && isDialproofError(error, 'storage_unavailable')) continue;
        reporter.report('answers_not_kept', error);
        return;
      }
    }
  }

  async forget(accountId: AccountId, numbers: readonly E164[]): Promise<void> {
    await this.#options.answers.forget(
      accountId,
      numbers.map((number) => this.#hash(number)),
    );
  }

  async forgetAccount(accountId: AccountId): Promise<void> {
    await this.#options.answers.forgetAccount(accountId);
  }

  /** Removes answers that are too old to be used. Resolves to how many. */
  async expire(limit: number): Promise<number> {
    const { answers, clock, keepMs } = this.#options;
    return await answers.expire({ before: clock.now() - keepMs, limit });
  }

  #hash(number: E164): NumberHash {
    return numberHash(this.#options.key, number);
  }
}

/** Throws RangeError unless the age is a whole number above 0. Code: `not_supported`, where the service keeps no answers. */
export function assertFreshAnswers(
  { known }: { readonly known: AccountAnswers | null },
  { freshWithinMs }: { readonly freshWithinMs?: number | undefined },
): void {
  if (freshWithinMs === undefined) return;
  if (!Number.isSafeInteger(freshWithinMs) || freshWithinMs < 1) {
    throw new RangeError(`freshWithinMs must be a whole number above 0, not ${freshWithinMs}`);
  }
  if (known === null) throw notKept();
}

export function notKept(): DialproofError {
  return new DialproofError('not_supported', {
    hint: 'no answers are kept here: the service was made without the option knownAnswers',
  });
}
