import type { KeyedVerification } from '../../model/identifiers.js';
import type { KnownAnswer } from './known-answer.js';

/** The most answers that wait for their repeat. The oldest is forgotten first. */
const MAX_ANSWERS = 1_000;

/**
 * The answers of single checks whose settlement failed: the upstream has charged for them, so the repeat of the request settles them and asks
 * nobody. They are kept in this process, since the ledger that would keep them is what has failed.
 */
export class UnsettledAnswers {
  readonly #answers = new Map<string, KnownAnswer>();

  get(request: KeyedVerification): KnownAnswer | undefined {
    return this.#answers.get(nameOf(request));
  }

  add(request: KeyedVerification, answer: KnownAnswer): void {
    this.#answers.set(nameOf(request), answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }

  delete(request: KeyedVerification): void {
    this.#answers.delete(nameOf(request));
  }
}

/** No account id, no number and no date contains NUL. */
function nameOf({ accountId, date, phone, requestId }: KeyedVerification): string {
  return `${accountId}\0${phone}\0${date ?? ''}\0${requestId}`;
}
