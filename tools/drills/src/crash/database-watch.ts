import Database from 'better-sqlite3';

/** A state that lasts for a commit or two and that only the database shows. */
export type BriefState = 'half_begun' | 'queued' | 'checked' | 'half_ended';

/** The SQL condition for each state. A hold of a task is named after it. */
const CONDITIONS: Readonly<Record<BriefState, string>> = {
  // One of two steps is done: credits are held, but there is no task yet. In a faulty server, it may be the other way round.
  half_begun: `(status in ('draft', 'abandoned')) = (hold_id is not null) and finished_at is null`,
  queued: `status = 'queued'`,
  checked: `status = 'processing' and open_chunks = 0 and holds.charged is null`,
  // The same at the end: the task is charged but not shown as done, or the other way round.
  half_ended: `status <> 'draft' and hold_id is not null and (finished_at is null) = (holds.charged is not null)`,
};

/**
 * Reads the database of a running server many times a millisecond. It has to be closed before the server is started again: as long as it
 * is open, SQLite does not recover.
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

  /** Polls without a break for this long, and returns true as soon as a task is in that state; false if none was. */
  look(forMs: number): boolean {
    const end = performance.now() + forMs;
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
