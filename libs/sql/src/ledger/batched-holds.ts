import { type HoldRequest, isDialproofError, type Settlement, type SettleRequest } from '@dialproof/core';
import type { SqlDatabase, SqlWriteSession } from '../database.js';
import type { DatabaseTime } from '../time/database-time.js';
import { batchQueries, columnsOf } from './batch-queries.js';
import { EXPIRED_PER_WRITE, type HoldWriter, type LedgerParts } from './hold-writer.js';
import { LedgerBatch } from './ledger-batch.js';
import { ledgerQueries } from './ledger-queries.js';

/** The most requests in one write. Its arrays stay small, and no request waits for long. */
const REQUESTS_PER_BATCH = 500;

/** A request for one hold. */
interface Request {
  readonly holdId: string;
  readonly accountId: string;
  /** Whether the account gets a balance if it has none. */
  readonly opensAccount: boolean;
  /** Decides the request. Its answer is given once the batch is written. May throw. */
  readonly decide: (batch: LedgerBatch) => unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

type Decision = { readonly answer: unknown } | { readonly error: unknown };

/**
 * Opens and closes many holds in one write. Each write locks the row of the account, so the writes of one account run one after
 * another, and each round trip to the server costs more than a hundred rows. So requests of one turn of the event loop, and those
 * that arrive during a write, share a write. It locks and reads the accounts, decides each request by itself, refusals and repeats
 * included, and makes all changes in one statement.
 */
export class BatchedHolds implements HoldWriter {
  readonly #database: SqlDatabase;
  readonly #time: DatabaseTime;
  #waiting: Request[] = [];
  #isDraining = false;

  constructor({ database, time }: LedgerParts) {
    this.#database = database;
    this.#time = time;
  }

  async hold(request: HoldRequest): Promise<void> {
    const { holdId, accountId, credits, expiresAfterMs } = request;
    const decide = (batch: LedgerBatch) =>
      batch.hold(request, expiresAfterMs === null ? null : this.#time.time.after(expiresAfterMs));
    await this.#ask(holdId, accountId, credits === 0, decide);
  }

  async settle(request: SettleRequest): Promise<Settlement> {
    const { holdId, accountId } = request;
    return await this.#ask(holdId, accountId, false, (batch) => batch.settle(request));
  }

  async releaseExpired(all: boolean): Promise<number> {
    const until = all ? Number.MAX_SAFE_INTEGER : await this.#database.write(this.#now);
    let released = 0;
    for (;;) {
      const asked = { until, limit: EXPIRED_PER_WRITE };
      const expired = await this.#database.read.rows(ledgerQueries.selectExpired, asked);
      const outcomes = await Promise.all(
        expired.map(({ hold_id: holdId, account_id: accountId }) =>
          this.#ask(holdId, accountId, false, (batch) => batch.release(holdId, accountId)),
        ),
      );
      released += outcomes.filter((isReleased) => isReleased).length;
      if (expired.length < EXPIRED_PER_WRITE) return released;
    }
  }

  readonly #now = (session: SqlWriteSession) => this.#time.follow(session);

  #ask<Answer>(
    holdId: string,
    accountId: string,
    opensAccount: boolean,
    decide: (batch: LedgerBatch) => Answer,
  ): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      // The answer comes from `decide`.
      const tell = (answer: unknown) => resolve(answer as Answer);
      this.#waiting.push({ holdId, accountId, opensAccount, decide, resolve: tell, reject });
      if (!this.#isDraining) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    // By then, all HTTP requests that arrived together are read, and their requests to the ledger are here.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#keep(this.#waiting.splice(0, REQUESTS_PER_BATCH));
    this.#isDraining = false;
  }

  /** Writes a batch and resolves or rejects each of its requests. It never rejects itself. */
  async #keep(requests: readonly Request[]): Promise<void> {
    try {
      const decisions = await this.#database.write((session) => this.#write(session, requests));
      for (const [index, { resolve, reject }] of requests.entries()) {
        const decision = decisions[index];
        if (decision === undefined || 'error' in decision) reject(decision?.error);
        else resolve(decision.answer);
      }
    } catch (error) {
      // One refused row must not fail the other requests. An unavailable database fails all of them.
      if (requests.length === 1 || isDialproofError(error, 'storage_unavailable')) {
        for (const { reject } of requests) reject(error);
      } else {
        for (const request of requests) await this.#keep([request]);
      }
    }
  }

  async #write(session: SqlWriteSession, requests: readonly Request[]): Promise<Decision[]> {
    const opening = requests.filter(({ opensAccount }) => opensAccount);
    const now = await this.#time.follow(session);
    if (opening.length > 0)
      await session.change(batchQueries.addAccounts, { accountIds: distinct(opening, 'accountId') });
    const accountIds = distinct(requests, 'accountId');
    const balances = await session.rows(batchQueries.lockBalances, { accountIds });
    // Only behind the locks: a hold is opened and closed by whoever has the lock of its account.
    const holds = await session.rows(batchQueries.holds, { holdIds: distinct(requests, 'holdId') });
    const batch = new LedgerBatch(balances, holds);
    const decisions = requests.map(({ decide }) => decided(decide, batch));
    const changes = batch.changes();
    if (changes.balances.length > 0) {
      await session.change(batchQueries.apply, { ...columnsOf(changes), now });
    }
    return decisions;
  }
}

function decided(decide: Request['decide'], batch: LedgerBatch): Decision {
  try {
    return { answer: decide(batch) };
  } catch (error) {
    return { error };
  }
}

function distinct(requests: readonly Request[], key: 'accountId' | 'holdId'): string[] {
  return [...new Set(requests.map((request) => request[key]))];
}
