export interface DeletionsLogParts {
  /** Empties the log of changes, and returns whether it could: not while somebody reads or writes. */
  readonly empty: () => boolean;
  /** Whether writes wait or are under way in this process. */
  readonly isWriting: () => boolean;
  /** Whether one of them is within its transaction at this moment. */
  readonly isInTransaction: () => boolean;
}

/** How long after a deletion the log is to be emptied. What is deleted meanwhile goes with it. */
const EMPTY_AFTER_MS = 30_000;
/** How soon it is looked again whether there is nothing to give way to any more. */
const GIVE_WAY_MS = 250;
/** How often it gives way to writes that wait: for as long again. Then a moment between two transactions has to do. */
const MOST_GIVEN_WAY = EMPTY_AFTER_MS / GIVE_WAY_MS;
/** How soon to try again where another process uses the log. Each attempt may block this one for some milliseconds. */
const LOCKED_MS = 5_000;

/**
 * Empties the log some time after something was deleted: until it is written over, which on an idle server may be never, the log holds
 * the rows as they were. Nobody who deletes or writes waits for that, and nothing fails by it.
 */
export class DeletionsLog {
  readonly #parts: DeletionsLogParts;
  #deletions = 0;
  #givenWay = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: DeletionsLogParts) {
    this.#parts = parts;
  }

  /** `deletions`: the count of deletions so far. A commit that has not changed it is none of ours. */
  noteCommit(deletions: number): void {
    if (deletions === this.#deletions) return;
    this.#deletions = deletions;
    this.emptySoon();
  }

  /** To be called when the database is opened: a process that was killed may have left a log. */
  emptySoon(): void {
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#givenWay = 0;
    this.#lookIn(EMPTY_AFTER_MS);
  }

  /** Forgets what was to be done: whoever closes the database empties the log. Safe twice. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #lookIn(delayMs: number): void {
    // It is no reason for a process to live: closing empties the log too.
    this.#timer = setTimeout(() => this.#look(), delayMs).unref();
  }

  #look(): void {
    const { isInTransaction, isWriting } = this.#parts;
    const isPatient = this.#givenWay < MOST_GIVEN_WAY;
    if (isPatient ? isWriting() : isInTransaction()) {
      this.#givenWay += 1;
      this.#lookIn(GIVE_WAY_MS);
      return;
    }
    this.#timer = undefined;
    if (!this.#empty()) this.#lookIn(LOCKED_MS);
  }

  #empty(): boolean {
    try {
      return this.#parts.empty();
    } catch {
      // The deletion stands. A disk that fails is told of by whoever reads or writes next.
      return false;
    }
  }
}
