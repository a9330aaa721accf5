import { AccountCounts } from '../../../async/account-counts.js';
import { beginWait } from '../../../async/wait.js';
import { counted, DialproofError } from '../../../model/errors.js';
import type { AccountId } from '../../../model/identifiers.js';
import type { Clock } from '../../../ports/clock.js';

export interface UploadLineOptions {
  /** Files that are read at once. */
  readonly maxUploads: number;
  /** Files of one account that are read at once. */
  readonly maxUploadsPerAccount: number;
  /** How long a file waits for its turn before it is refused. */
  readonly uploadWaitMs: number;
  readonly clock: Clock;
}

interface Waiting {
  readonly accountId: AccountId;
  readonly signal: AbortSignal;
  isAdmitted: boolean;
  readonly wake: () => void;
}

/**
 * Bounds how many files are read at once, in all and for each account: each may take tens of megabytes of memory. The others wait with
 * their content unread. The first in line whose account may read one more file is next.
 */
export class UploadLine {
  readonly #options: UploadLineOptions;
  readonly #waiting = new Set<Waiting>();
  readonly #running = new AccountCounts();
  #total = 0;

  constructor(options: UploadLineOptions) {
    this.#options = options;
  }

  /**
   * Waits for a file's turn and resolves to the function that ends it. Codes: `too_many_requests` when the account's own files took all
   * of the time, `overloaded` when those of all accounts did. Rejects with the signal's reason when that is aborted first.
   */
  async enter(accountId: AccountId, signal: AbortSignal): Promise<() => void> {
    if (this.#hasRoom(accountId)) this.#admit(accountId);
    else await this.#wait(accountId, signal);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#leave(accountId);
    };
  }

  async #wait(accountId: AccountId, signal: AbortSignal): Promise<void> {
    const { clock, uploadWaitMs } = this.#options;
    const wait = beginWait({ timeout: { clock, ms: uploadWaitMs }, signal });
    const waiting: Waiting = { accountId, signal, isAdmitted: false, wake: wait.wake };
    this.#waiting.add(waiting);
    const by = await wait.ended;
    this.#waiting.delete(waiting);
    if (waiting.isAdmitted) return;
    throw by === 'aborted' ? signal.reason : this.#refusal(accountId);
  }

  #leave(accountId: AccountId): void {
    this.#running.remove(accountId);
    this.#total -= 1;
    for (const waiting of this.#waiting) {
      if (waiting.signal.aborted || !this.#hasRoom(waiting.accountId)) continue;
      this.#admit(waiting.accountId);
      this.#waiting.delete(waiting);
      waiting.isAdmitted = true;
      waiting.wake();
      return;
    }
  }

  /** Counts a file at once, before its promise resolves: others may ask in between. */
  #admit(accountId: AccountId): void {
    this.#total += 1;
    this.#running.add(accountId);
  }

  #refusal(accountId: AccountId): DialproofError {
    const { maxUploadsPerAccount, uploadWaitMs } = this.#options;
    const isOwn = this.#running.of(accountId) >= maxUploadsPerAccount;
    return new DialproofError(isOwn ? 'too_many_requests' : 'overloaded', {
      hint: isOwn
        ? `${counted(maxUploadsPerAccount, 'file of this account is', 'files of this account are')} being read already`
        : 'too many files are being read at present',
      retryAfterMs: uploadWaitMs,
    });
  }

  #hasRoom(accountId: AccountId): boolean {
    const { maxUploads, maxUploadsPerAccount } = this.#options;
    return this.#total < maxUploads && this.#running.of(accountId) < maxUploadsPerAccount;
  }
}
