import type { Clock } from '@dialproof/core';

export interface DeletionsLogParts {
  readonly clock: Pick<Clock, 'schedule'>;
  /** Empties the log of changes. Returns false if others read or write. */
  readonly empty: () => boolean;
}

/** How long after a deletion the log is emptied. Later deletions up to then are included. */
const EMPTY_AFTER_MS = 30_000;
/** How soon to try again if others use the log. Each attempt may block this process for some milliseconds. */
const RETRY_MS = 5_000;

/**
 * Empties the log some time after a deletion. The log holds the deleted rows until it is overwritten, which may never happen on an idle
 * server. No deletion or write waits for that, and a failure has no effect on them.
 */
export class DeletionsLog {
  readonly #parts: DeletionsLogParts;
  #deletions = 0;
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
    if (this.#cancelTimer === undefined && !this.#isClosed) this.#emptyIn(EMPTY_AFTER_MS);
  }

  /** Cancels the pending work: closing the database empties the log. Safe twice. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
  }

  #emptyIn(delayMs: number): void {
    const empty = () => {
      this.#cancelTimer = undefined;
      if (!this.#empty()) this.#emptyIn(RETRY_MS);
    };
    // It need not keep the process alive: closing empties the log too.
    this.#cancelTimer = this.#parts.clock.schedule(delayMs, empty, { isBackground: true });
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
