import {
  assertOptionNames,
  type Clock,
  type EventClaim,
  type EventClaimAnswer,
  type EventClaimRequest,
  type EventLease,
  type EventOutbox,
  taskId,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession, SqlWriteSession } from '../database.js';
import type { RowOf } from '../query.js';
import { changeTogether } from '../row-by-row.js';
import { storedAccountId } from '../stored-account-id.js';
import type { DatabaseTime } from '../time/database-time.js';
import { timeOf } from '../time/time-of.js';
import { compileEventQueries, type EventQueries, type EventRow } from './event-queries.js';

export interface SqlEventOutboxOptions {
  readonly database: SqlDatabase;
  /** The clock for leases and pauses. Default: the database server's clock; for a file, the machine's own. */
  readonly clock?: Clock;
}

type FreeEvents = (session: SqlSession, now: number) => Promise<readonly RowOf<EventQueries['free']>[]>;

/** The events of a `SqlTaskStore` with this outbox, in the same database. */
export class SqlEventOutbox implements EventOutbox {
  readonly #database: SqlDatabase;
  readonly #queries: EventQueries;
  readonly #time: DatabaseTime;

  constructor(options: SqlEventOutboxOptions) {
    assertOptionNames('SqlEventOutbox', options, { clock: true, database: true });
    const { database, clock } = options;
    this.#database = database;
    this.#queries = compileEventQueries(database);
    this.#time = timeOf(database, clock);
  }

  isOf(database: SqlDatabase): boolean {
    return this.#database === database;
  }

  /** Adds an event in the transaction of the change that it describes. */
  async append(session: SqlSession, event: Omit<EventRow, 'eventId'>): Promise<void> {
    await session.change(this.#queries.append, { eventId: this.#database.entropy.uuid(), ...event });
  }

  async claimEvents({ leaseMs, limit }: EventClaimRequest): Promise<EventClaimAnswer> {
    const { read } = this.#database;
    const claims: EventClaim[] = [];
    const claim = async (free: FreeEvents): Promise<number> => {
      const claimed = await this.#database.write((session) => this.#claimSome(session, free, leaseMs));
      claims.push(...claimed);
      return claimed.length;
    };
    try {
      await changeTogether(() => claim((session, now) => session.rows(this.#queries.free, { now, limit })), {
        limit,
        keys: async (count) =>
          await read.rows(this.#queries.free, { now: await this.#time.present(read), limit: count }),
        change: (event) => claim(async () => [event]),
      });
    } catch (error) {
      // What was claimed is not held back. The error comes again once nothing else is left.
      if (claims.length === 0) throw error;
    }
    const now = await this.#time.present(read);
    const next = await read.first(this.#queries.nextFree, {});
    return { claims, retryAfterMs: next === undefined ? null : Math.max(0, next.free_at - now) };
  }

  async acknowledge(lease: EventLease): Promise<void> {
    await this.#database.write((session) => session.change(this.#queries.acknowledge, { ...lease }));
  }

  async postpone(lease: EventLease, retryAfterMs: number): Promise<void> {
    await this.#database.write(async (session) => {
      const freeAt = Math.ceil((await this.#time.follow(session)) + retryAfterMs);
      return await session.change(this.#queries.postpone, { ...lease, freeAt });
    });
  }

  async #claimSome(
    session: SqlWriteSession,
    free: FreeEvents,
    leaseMs: number,
  ): Promise<readonly EventClaim[]> {
    const now = await this.#time.follow(session);
    const leaseUntil = Math.ceil(now + leaseMs);
    const claims: EventClaim[] = [];
    for (const row of await free(session, now)) {
      const token = this.#database.entropy.uuid();
      const { sequence, event_id: eventId, kind, occurred_at: occurredAt, tries } = row;
      const claimed = await session.change(this.#queries.claim, { sequence, token, now, leaseUntil });
      if (claimed === 0) continue;
      const accountId = storedAccountId(row.account_id);
      const event = { eventId, kind, accountId, taskId: taskId(row.task_id), occurredAt };
      claims.push({ lease: { eventId, token }, event, tries });
    }
    return claims;
  }
}
