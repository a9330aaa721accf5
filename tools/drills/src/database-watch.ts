import Database from 'better-sqlite3';

/** A moment that lasts for a commit or two and that only the database shows. */
export const BRIEF_STATES = ['held', 'enqueued', 'checked', 'settled'] as const;
export type BriefState = (typeof BRIEF_STATES)[number];

/** Which tasks are in it. A hold that belongs to a task is named after it. */
const CONDITIONS: Readonly<Record<BriefState, string>> = {
  held: `status = 'draft' and hold_id is not null`,
  enqueued: `status = 'queued'`,
  checked: `status = 'processing' and open_chunks = 0 and holds.charged is null`,
  settled: `status = 'processing' and holds.charged is not null`,
};

const SLICE_MS = 20;

/**
 * Looks into the database of a running server, many times a millisecond. It has to be closed before the server is started again:
 * as long as it is open, SQLite sees no reason to recover.
 */
export class DatabaseWatch {
  readonly #database: Database.Database;
  readonly #inState: Database.Statement;
  readonly #unfinished: Database.Statement;

  constructor(databaseFile: string, state: BriefState) {
    this.#database = new Database(databaseFile, { readonly: true });
    this.#inState = this.#database.prepare(
      `select 1 from tasks left join holds on hold_id = 'task:' || task_id where ${CONDITIONS[state]} limit 1`,
    );
    this.#unfinished = this.#database.prepare('select 1 from tasks where finished_at is null limit 1');
  }

  /** Looks for some milliseconds, without a break, and returns as soon as a task is in that state; false if none was. */
  look(): boolean {
    const end = performance.now() + SLICE_MS;
    do {
      if (this.#inState.get() !== undefined) return true;
    } while (performance.now() < end);
    return false;
  }

  /** Whether no task and no draft is under way. */
  allEnded(): boolean {
    return this.#unfinished.get() === undefined;
  }

  close(): void {
    this.#database.close();
  }
}
