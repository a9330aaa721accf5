import type { AccountId } from '../../model/identifiers.js';
import type { CheckClaim } from '../../ports/task-store.js';

/** A claimed chunk of this process. */
export interface ClaimedNumbers {
  readonly accountId: AccountId;
  /** How many of its numbers wait for a call. */
  waiting: number;
}

/** The claimed chunks of this process, and how many numbers of each account wait in them for a call. */
export class AllClaimedNumbers {
  readonly #chunkSize: number;
  readonly #chunks = new Map<CheckClaim, ClaimedNumbers>();

  constructor(chunkSize: number) {
    this.#chunkSize = chunkSize;
  }

  /** The numbers of a claimed chunk. Until the work on it begins, all of a chunk's numbers count as waiting. */
  of(claim: CheckClaim): ClaimedNumbers {
    const known = this.#chunks.get(claim);
    if (known !== undefined) return known;
    const added = { accountId: claim.accountId, waiting: this.#chunkSize };
    this.#chunks.set(claim, added);
    return added;
  }

  remove(claim: CheckClaim): void {
    this.#chunks.delete(claim);
  }

  /** The accounts with at least this many waiting numbers. */
  accountsWith(least: number): readonly AccountId[] {
    const waiting = new Map<AccountId, number>();
    for (const { accountId, waiting: count } of this.#chunks.values()) {
      waiting.set(accountId, (waiting.get(accountId) ?? 0) + count);
    }
    return [...waiting].flatMap(([accountId, count]) => (count >= least ? [accountId] : []));
  }
}
