import { beginWait } from '../../../async/wait.js';
import type { AccountId } from '../../../model/identifiers.js';
import type { Clock } from '../../../ports/clock.js';

/** How long an answer may wait for its record before no further call for its account begins, in milliseconds. */
const RECORDED_WITHIN_MS = 25;

/** The answers of one record. */
interface Unrecorded {
  /** When the first of them came, by the clock's elapsed time. */
  readonly since: number;
}

/**
 * The answers of this process that are not recorded yet, by account. A process that is killed loses them, so a call waits while one of
 * them has waited for too long: then at most the calls under way and the answers of 25 milliseconds are lost, however slow the store is.
 * An account with a slow write stops no other.
 */
export class UnrecordedAnswers {
  readonly #clock: Clock;
  /** The oldest first. */
  readonly #unrecorded = new Map<AccountId, Set<Unrecorded>>();
  readonly #waiting = new Map<AccountId, (() => void)[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes answers that wait for a record from now on, until the function that is returned is called. */
  begin(accountId: AccountId): () => void {
    const answers = { since: this.#clock.elapsed() };
    const all = this.#unrecorded.get(accountId) ?? new Set();
    this.#unrecorded.set(accountId, all.add(answers));
    return () => {
      all.delete(answers);
      if (all.size === 0 && this.#unrecorded.get(accountId) === all) this.#unrecorded.delete(accountId);
      const waiting = this.#waiting.get(accountId) ?? [];
      this.#waiting.delete(accountId);
      for (const resume of waiting) resume();
    };
  }

  /** Whether an answer of the account has waited too long. */
  isLate(accountId: AccountId): boolean {
    const [oldest] = this.#unrecorded.get(accountId) ?? [];
    return oldest !== undefined && this.#clock.elapsed() - oldest.since >= RECORDED_WITHIN_MS;
  }

  /** Resolves when no answer of the account has waited too long, or the signal is aborted. */
  async recorded(accountId: AccountId, signal: AbortSignal): Promise<void> {
    while (this.isLate(accountId) && !signal.aborted) {
      const wait = beginWait({ signal });
      this.#waiting.set(accountId, [...(this.#waiting.get(accountId) ?? []), wait.wake]);
      await wait.ended;
    }
  }
}
