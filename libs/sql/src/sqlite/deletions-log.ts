import type { Clock } from '@dialproof/core';

export interface DeletionsLogParts {
  readonly clock: Pick<Clock, 'schedule'>;
  /** Empties the log of changes. Returns false if others read or write. */
  readonly empty: () => boolean;
  /** Whether writes wait or are under way in this process. */
  readonly isWriting: () => boolean;
  /** Whether one of these writes is within its transaction at this moment. */
  readonly isInTransaction: () => boolean;
}

/** How long after a deletion the log is emptied. Later deletions up to then are included. */
const EMPTY_AFTER_MS = 30_000;
/** How long it gives way to writes before it looks again. */
const GIVE_WAY_MS = 250;
/** How often it gives way to waiting writes, 30 s in all. After that it runs between two transactions. */
const MOST_GIVEN_WAY = EMPTY_AFTER_MS / GIVE_WAY_MS;
/** How soon to try again if another process uses the log. Each attempt may block this process for some milliseconds. */
const LOCKED_MS = 5_000;

/**
 * Empties the log some time after a deletion. The log holds the deleted rows until it is overwritten, which may never happen on an idle
 * server. No deletion or write waits for that, and a failure has no effect on them.
 */
export class DeletionsLog {
  readonly #parts: DeletionsLogParts;
  #deletions = 0;
  #givenWay = 0;
  #cancelTimer: (() => void) | undefined;
  #isClosed = false;

  constructor(parts: DeletionsLogParts) {
    this.#parts = parts;
  }

  /** `deletions`: the count of deletions so far. A commit that leaves it unchanged deleted nothing. */
  noteCommit(deletions: number): void {
    if (deletions === this.#deletions) return;
    this.#deletions = deletions;
    this.emptySoon();
  }

  /** To be called when the database is opened: a process that was killed may have left a log. */
  emptySoon(): void {
    if (this.#cancelTimer !== undefined || this.#isClosed) return;
    this.#givenWay = 0;
    this.#lookIn(EMPTY_AFTER_MS);
  }

  /** Cancels the pending work: closing the database empties the log. Safe twice. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
  }

  #lookIn(delayMs: number): void {
    // It need not keep the process alive: closing empties the log too.
    this.#cancelTimer = this.#parts.clock.schedule(delayMs, () => this.#look(), { isBackground: true });
  }

  #look(): void {
    const { isInTransaction, isWriting } = this.#parts;
    const isPatient = this.#givenWay < MOST_GIVEN_WAY;
    if (isPatient ? isWriting() : isInTransaction()) {
      this.#givenWay += 1;
      this.#lookIn(GIVE_WAY_MS);
      return;
    }
    this.#cancelTimer = undefined;
    if (!this.#empty()) this.#lookIn(LOCKED_MS);
  }

  #empty(): boolean {
    try {
      return this.#parts.empty();
    } catch {
      // The deletion stands. The next read or write reports a failing disk.
      return false;
    }
  }
}
