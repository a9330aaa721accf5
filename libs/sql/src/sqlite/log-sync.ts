import { type FileHandle, open } from 'node:fs/promises';

/**
 * Syncs the log of a database to the disk in a thread of Node's pool, so that the process goes on meanwhile. For a durable commit, SQLite
 * makes the same call in the committing thread.
 *
 * That does not sync the folder: a new file may still be lost with its folder's entry. So SQLite has to have synced the log once, which
 * syncs the folder too.
 */
export class LogSync {
  readonly #path: string;
  #handle: FileHandle | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** `file`: path of the database. */
  constructor(file: string) {
    this.#path = `${file}-wal`;
  }

  /** Resolves once the present contents of the log are on the disk. Rejects with the system's error; a durable commit can take its place. */
  sync(): Promise<void> {
    // A sync under way may have begun before the latest page was written. The one waiting behind it has not begun.
    if (this.#next === undefined) {
      const next = this.#last.then(() => this.#sync());
      this.#next = next;
      this.#last = next.catch(() => undefined);
    }
    return this.#next;
  }

  /** Resolves when no sync is under way and the file is closed. `sync` must not be called afterwards. */
  async close(): Promise<void> {
    await this.#last;
    await this.#handle?.close();
  }

  async #sync(): Promise<void> {
    this.#next = undefined;
    // As long as a process has the database open, SQLite never removes or replaces its log.
    this.#handle ??= await open(this.#path, 'r+');
    await this.#handle.datasync();
  }
}
