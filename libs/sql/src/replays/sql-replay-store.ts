import { createHash, randomUUID } from 'node:crypto';
import {
  type Clock,
  type ReplayBegin,
  type ReplayBegun,
  type ReplayCompletion,
  type ReplayKey,
  type ReplayLease,
  type ReplayStore,
  StoreTime,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { compileReplayQueries, type ReplayQueries } from './replay-queries.js';

export interface SqlReplayStoreOptions {
  readonly database: SqlDatabase;
  /** Where its time comes from. Default the machine's own clock. */
  readonly clock?: Clock;
}

/** Remembers in a database what requests were answered with. Of a key it keeps a SHA-256 hash. */
export class SqlReplayStore implements ReplayStore {
  readonly #database: SqlDatabase;
  readonly #queries: ReplayQueries;
  readonly #time: StoreTime;

  constructor({ database, clock }: SqlReplayStoreOptions) {
    this.#database = database;
    this.#queries = compileReplayQueries(database.builder);
    this.#time = new StoreTime(clock);
  }

  async begin(request: ReplayBegin): Promise<ReplayBegun> {
    const key = storedKey(request);
    const token = randomUUID();
    const now = this.#time.now();
    const values = { ...key, token, now, until: this.#time.after(request.leaseMs) };
    return await this.#database.write(async (session): Promise<ReplayBegun> => {
      if ((await session.change(this.#queries.begin, values)) > 0) return { outcome: 'new', token };
      const row = await session.first(this.#queries.find, key);
      if (row === undefined) throw new RangeError('a request that is kept by its key cannot be read');
      const { fingerprint, reply, until } = row;
      return fingerprint === null || reply === null
        ? { outcome: 'in_progress', retryAfterMs: until - now }
        : { outcome: 'done', fingerprint, reply: new Uint8Array(reply) };
    });
  }

  async complete(lease: ReplayLease, { fingerprint, keepMs, reply }: ReplayCompletion): Promise<void> {
    const values = { ...leaseOf(lease), fingerprint, reply, until: this.#time.after(keepMs) };
    await this.#database.write((session) => session.change(this.#queries.complete, values));
  }

  async abandon(lease: ReplayLease): Promise<void> {
    await this.#database.write((session) => session.change(this.#queries.abandon, leaseOf(lease)));
  }

  async expire({ limit }: { readonly limit: number }): Promise<number> {
    const values = { now: this.#time.now(), limit };
    return await this.#database.write((session) => session.change(this.#queries.expire, values));
  }
}

/** As JSON, which keeps apart what UTF-8 does not: halves of surrogate pairs. */
function storedKey({ accountId, key }: ReplayKey): { accountId: string; keyHash: string } {
  return { accountId, keyHash: createHash('sha256').update(JSON.stringify(key)).digest('hex') };
}

function leaseOf(lease: ReplayLease) {
  return { ...storedKey(lease), token: lease.token };
}
