import { type ChunkRecord, isDialproofError, type Lease, type RecordAnswer } from '@dialproof/core';
import type { RecordBatchQueries } from './queries/record-batch-queries.js';
import { askRecordable, type RecordedChunk, recordChunks } from './record-chunks.js';
import type { WriteTasks } from './store-work.js';

/** How many records one write takes: its arrays stay small, and nobody waits for long. */
const RECORDS_PER_BATCH = 200;

/** For how many accounts that other writes are at a store waits at once: each takes a connection. */
const AWAITED_ACCOUNTS = 3;

interface Request extends RecordedChunk {
  readonly resolve: (answer: RecordAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/** Requests whose accounts other writes are at, by these accounts. */
type HeldRequests = ReadonlyMap<string, readonly Request[]>;

/**
 * Records that are written many at a time. A worker records each of its chunks some twenty times while it is checked, and each such write has
 * the lock of its account and waits for the disk. So the records of one turn of the event loop, and those that come while a write is
 * under way, are one write: each is decided by itself, and all that they change takes as many statements as one of them.
 *
 * A batch never waits for a lock, or the records of all accounts would wait for one of them. The records of an account that another write
 * has locked get a write of their own, which waits.
 */
export class BatchedRecords {
  readonly #write: WriteTasks;
  readonly #queries: RecordBatchQueries;
  #waiting: Request[] = [];
  #isDraining = false;
  /** Tasks whose records are left until the write for their account, or for another one, has ended. */
  readonly #heldTasks = new Map<string, string>();
  /** Accounts that a write waits for. */
  readonly #awaited = new Set<string>();

  constructor(write: WriteTasks, queries: RecordBatchQueries) {
    this.#write = write;
    this.#queries = queries;
  }

  async record({ taskId, chunkIndex }: Lease, record: ChunkRecord): Promise<RecordAnswer> {
    if (chunkIndex === null) throw new RangeError('only the lease of a chunk can be recorded on');
    // PostgreSQL keeps no NUL in a text, so there is no such task; in a list, one such text would be an error of all.
    if (taskId.includes('\0')) return { outcome: 'closed' };
    return await new Promise<RecordAnswer>((resolve, reject) => {
      this.#waiting.push({ taskId, chunkIndex, record, resolve, reject });
      void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    if (this.#isDraining) return;
    this.#isDraining = true;
    // What is recorded in this turn of the event loop is here by then.
    await new Promise((resolve) => setImmediate(resolve));
    for (let batch = this.#nextBatch(); batch.length > 0; batch = this.#nextBatch()) {
      this.#hold(await this.#keep(batch, { waits: false }));
    }
    this.#isDraining = false;
  }

  /** Takes requests that wait, of each chunk the first: what becomes of another one is known after that. */
  #nextBatch(): Request[] {
    const batch = new Map<string, Request>();
    this.#waiting = this.#waiting.filter((request) => {
      const chunk = `${request.taskId} ${request.chunkIndex}`;
      if (batch.size === RECORDS_PER_BATCH || batch.has(chunk) || this.#heldTasks.has(request.taskId))
        return true;
      batch.set(chunk, request);
      return false;
    });
    return [...batch.values()];
  }

  /** Has a write wait for each account, or leaves its requests until one of those writes has ended. */
  #hold(held: HeldRequests): void {
    for (const [account, requests] of held) {
      for (const { taskId } of requests) this.#heldTasks.set(taskId, account);
      if (this.#awaited.has(account) || this.#awaited.size === AWAITED_ACCOUNTS) {
        // In front, since later ones of the same chunks may wait already.
        this.#waiting.unshift(...requests);
      } else {
        this.#awaited.add(account);
        void this.#keep(requests, { waits: true }).then(() => this.#letGo(account));
      }
    }
  }

  #letGo(account: string): void {
    this.#awaited.delete(account);
    for (const [taskId, held] of this.#heldTasks) {
      if (!this.#awaited.has(held)) this.#heldTasks.delete(taskId);
    }
    void this.#drain();
  }

  /** Writes a batch, tells how each request went, and resolves to those that went nowhere. It never rejects. */
  async #keep(requests: readonly Request[], options: { readonly waits: boolean }): Promise<HeldRequests> {
    const held = new Map<string, Request[]>();
    try {
      const outcomes = await this.#write(
        (asking) => askRecordable(asking, this.#queries, requests, options),
        (work, asked) => recordChunks(work, this.#queries, requests, { ...asked, ...options }),
      );
      for (const [index, request] of requests.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined || 'error' in outcome) request.reject(outcome?.error);
        else if ('answer' in outcome) request.resolve(outcome.answer);
        else held.set(outcome.heldAccount, [...(held.get(outcome.heldAccount) ?? []), request]);
      }
    } catch (error) {
      // One record that the database refuses must not take the others with it; a database that is gone refuses all of them.
      if (requests.length === 1 || isDialproofError(error, 'storage_unavailable')) {
        for (const { reject } of requests) reject(error);
        return held;
      }
      for (const request of requests) {
        for (const [account, again] of await this.#keep([request], options))
          held.set(account, [...(held.get(account) ?? []), ...again]);
      }
    }
    return held;
  }
}
