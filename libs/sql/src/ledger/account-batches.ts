import { isDialproofError } from '@dialproof/core';
import type { SqlDatabase, SqlWriteSession, WriteOptions } from '../database.js';

/** The outcome of one request of a batch. */
export type Decision<Answer> = { readonly answer: Answer } | { readonly error: unknown };

/** Decides requests of one account in their order, within a write. A request that is refused has changed nothing. */
type Decide<Request, Answer> = (
  session: SqlWriteSession,
  accountId: string,
  requests: readonly Request[],
) => Promise<readonly Decision<Answer>[]>;

interface Waiting<Request, Answer> {
  readonly request: Request;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/** The most requests in one write. More would make others wait. */
const REQUESTS_PER_WRITE = 500;

/**
 * Requests of one account share a write: those that arrive before it begins. Those that arrive later share the next one. Each write changes
 * the row of the account, so on a server the writes of an account would wait for each other, and each round trip costs as much as a hundred
 * rows.
 */
export class AccountBatches<Request extends { readonly accountId: string }, Answer> {
  readonly #database: Pick<SqlDatabase, 'write'>;
  readonly #decide: Decide<Request, Answer>;
  readonly #options: WriteOptions;
  /** The waiting requests of each account. An account with a write under way has a list, which may be empty. */
  readonly #waiting = new Map<string, Waiting<Request, Answer>[]>();

  constructor(
    database: Pick<SqlDatabase, 'write'>,
    decide: Decide<Request, Answer>,
    options: WriteOptions = {},
  ) {
    this.#database = database;
    this.#decide = decide;
    this.#options = options;
  }

  ask(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(request.accountId);
      if (waiting !== undefined) waiting.push({ request, resolve, reject });
      else void this.#writeAll(request.accountId, [{ request, resolve, reject }]);
    });
  }

  async #writeAll(accountId: string, waiting: Waiting<Request, Answer>[]): Promise<void> {
    this.#waiting.set(accountId, waiting);
    while (waiting.length > 0) await this.#writeSome(accountId, waiting);
    this.#waiting.delete(accountId);
  }

  /** Takes requests from the front, and resolves or rejects each. It never rejects itself. */
  async #writeSome(accountId: string, waiting: Waiting<Request, Answer>[]): Promise<void> {
    let taken: readonly Waiting<Request, Answer>[] = [];
    try {
      const decisions = await this.#database.write((session) => {
        // The database may run this function again after a conflict.
        if (taken.length === 0) taken = waiting.splice(0, REQUESTS_PER_WRITE);
        const requests = taken.map(({ request }) => request);
        return this.#decide(session, accountId, requests);
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
        for (const one of taken) await this.#writeSome(accountId, [one]);
      }
    }
  }
}
