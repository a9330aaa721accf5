import { isDialproofError } from '@dialproof/core';
import type { SqlDatabase, SqlWriteSession, WriteOptions } from './database.js';

/** The outcome of one request of a batch. */
export type Decision<Answer> = { readonly answer: Answer } | { readonly error: unknown };

/** Decides requests of one key in their order, within a write. A request that is refused has changed nothing. */
type Decide<Key, Request, Answer> = (
  session: SqlWriteSession,
  key: Key,
  requests: readonly Request[],
) => Promise<readonly Decision<Answer>[]>;

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/** A database whose shared writes need no transaction on a server, see `writeEach`. */
export function byStatement(database: SqlDatabase): Pick<SqlDatabase, 'write'> {
  return { write: (work, options) => database.writeEach(work, options) };
}

/** The most requests in one write. More would make others wait. */
const REQUESTS_PER_WRITE = 500;

/**
 * Requests of one key, an account or a task, share a write: those that arrive before it begins. Those that arrive later share the next one.
 * Each write locks the row of its key, so on a server the writes of one key would wait for each other, and each round trip costs as much as
 * a hundred rows. The writes of different keys do not wait for each other.
 */
export class SharedWrites<Key extends string, Request, Answer> {
  readonly #database: Pick<SqlDatabase, 'write'>;
  readonly #decide: Decide<Key, Request, Answer>;
  readonly #options: WriteOptions;
  /** The waiting requests of each key. A key with a write under way has a list, which may be empty. */
  readonly #waiting = new Map<Key, Waiting<Request, Answer>[]>();

  constructor(
    database: Pick<SqlDatabase, 'write'>,
    decide: Decide<Key, Request, Answer>,
    options: WriteOptions = {},
  ) {
    this.#database = database;
    this.#decide = decide;
    this.#options = options;
  }

  ask(key: Key, request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key);
      if (waiting !== undefined) waiting.push({ request, resolve, reject });
      else void this.#writeAll(key, [{ request, resolve, reject }]);
    });
  }

  async #writeAll(key: Key, waiting: Waiting<Request, Answer>[]): Promise<void> {
    this.#waiting.set(key, waiting);
    while (waiting.length > 0) await this.#writeSome(key, waiting);
    this.#waiting.delete(key);
  }

  /** Takes requests from the front, and resolves or rejects each. It never rejects itself. */
  async #writeSome(key: Key, waiting: Waiting<Request, Answer>[]): Promise<void> {
    let taken: readonly Waiting<Request, Answer>[] = [];
    try {
      const decisions = await this.#database.write((session) => {
        // The database may run this function again after a conflict.
        if (taken.length === 0) taken = waiting.splice(0, REQUESTS_PER_WRITE);
        const requests = taken.map(({ request }) => request);
        return this.#decide(session, key, requests);
      }, this.#options);
      for (const [index, { reject, resolve }] of taken.entries()) {
        const decision = decisions[index];
        if (decision === undefined || 'error' in decision) reject(decision?.error);
        else resolve(decision.answer);
      }
    } catch (error) {
      // If nothing was taken, the write did not begin.
      if (taken.length === 0) taken = waiting.splice(0);
      // One refused row must not fail the other requests. An unavailable database fails all of them.
      if (taken.length === 1 || isDialproofError(error, 'storage_unavailable')) {
        for (const { reject } of taken) reject(error);
      } else {
        for (const one of taken) await this.#writeSome(key, [one]);
      }
    }
  }
}
