import { beginWait } from '../../../async/wait.js';
import { counted, DialproofError } from '../../../model/errors.js';
import type { AccountId } from '../../../model/identifiers.js';
import type { Clock } from '../../../ports/clock.js';

export interface UploadLineOptions {
  /** Files that are read at once. */
  readonly maxUploads: number;
  /** Files of one account that are read at once. */
  readonly maxUploadsPerAccount: number;
  /** How long an upload waits for its slot before it is refused. */
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
 * Bounds how many files are read at once, in all and for each account: each may take tens of megabytes of memory. Further uploads wait with
 * their content unread. The first upload in line whose account has a free slot is next. A look-up of a single check counts as a file.
 */
export class UploadLine {
  readonly #options: UploadLineOptions;
  readonly #waiting = new Set<Waiting>();
  /** How many files of each account are read. */
  readonly #running = new Map<AccountId, number>();
  #total = 0;

  constructor(options: UploadLineOptions) {
    this.#options = options;
  }

  /**
   * Waits for a slot for an upload or a look-up and resolves to the function that releases it. Codes, if no slot became free in time:
   * `too_many_requests` if the account uses all of its own slots, otherwise `overloaded`. Rejects with the signal's reason if the signal is
   * aborted first.
   */
  async enter(
    accountId: AccountId,
    signal: AbortSignal,
    waitMs = this.#options.uploadWaitMs,
  ): Promise<() => void> {
    if (this.#hasRoom(accountId)) this.#admit(accountId);
    else await this.#wait(accountId, signal, waitMs);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#leave(accountId);
    };
  }

  async #wait(accountId: AccountId, signal: AbortSignal, waitMs: number): Promise<void> {
    const { clock } = this.#options;
    const wait = beginWait({ timeout: { clock, ms: waitMs }, signal });
    const waiting: Waiting = { accountId, signal, isAdmitted: false, wake: wait.wake };
    this.#waiting.add(waiting);
    const by = await wait.ended;
    this.#waiting.delete(waiting);
    if (waiting.isAdmitted) return;
    throw by === 'aborted' ? signal.reason : this.#refusal(accountId, waitMs);
  }

  #leave(accountId: AccountId): void {
    const left = this.#runningOf(accountId) - 1;
    if (left > 0) this.#running.set(accountId, left);
    else this.#running.delete(accountId);
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

  /** Counts an upload before its promise resolves, since others may enter in between. */
  #admit(accountId: AccountId): void {
    this.#total += 1;
    this.#running.set(accountId, this.#runningOf(accountId) + 1);
  }

  #refusal(accountId: AccountId, waitMs: number): DialproofError {
    const { maxUploadsPerAccount } = this.#options;
    const isOwn = this.#runningOf(accountId) >= maxUploadsPerAccount;
    return new DialproofError(isOwn ? 'too_many_requests' : 'overloaded', {
      hint: isOwn
        ? `${counted(maxUploadsPerAccount, 'upload or look-up of this account is', 'uploads or look-ups of this account are')} under way`
        : 'too many uploads and look-ups are under way at present',
      retryAfterMs: waitMs,
    });
  }

  #runningOf(accountId: AccountId): number {
    return this.#running.get(accountId) ?? 0;
  }

  #hasRoom(accountId: AccountId): boolean {
    const { maxUploads, maxUploadsPerAccount } = this.#options;
    return this.#total < maxUploads && this.#runningOf(accountId) < maxUploadsPerAccount;
  }
}
