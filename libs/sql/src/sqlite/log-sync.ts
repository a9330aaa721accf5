import { type FileHandle, open } from 'node:fs/promises';

/**
 * Sends the log of a database to the disk from a thread of Node's own, so that the process goes on meanwhile. What SQLite itself does at a
 * commit that waits for the disk is the same call, in the thread that commits.
 *
 * The name of the log is another matter: a file that was made just now may be lost with its folder's entry. So SQLite has to have synced the log
 * once, which syncs the folder too.
 */
export class LogSync {
  readonly #path: string;
  #handle: FileHandle | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** `file`: that of the database. */
  constructor(file: string) {
    this.#path = `${file}-wal`;
  }

  /** Resolves once what the log holds now is on the disk. Rejects with the system's error: a commit that waits for the disk can do the same. */
  sync(): Promise<void> {
    // One that is under way may have begun before the latest page was written; one that waits for it has not.
    if (this.#next === undefined) {
      const next = this.#last.then(() => this.#sync());
      this.#next = next;
      this.#last = next.catch(() => undefined);
    }
    return this.#next;
  }

  /** Resolves when no sync is under way, and the file is closed. No call of `sync` may follow. */
  async close(): Promise<void> {
    await this.#last;
    await this.#handle?.close();
  }

  async #sync(): Promise<void> {
    this.#next = undefined;
    // Where somebody has it open, SQLite never removes a log, nor puts another one in its place.
    this.#handle ??= await open(this.#path, 'r+');
    await this.#handle.datasync();
  }
}
