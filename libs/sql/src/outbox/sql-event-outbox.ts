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
import { storedAccountId } from '../stored-account-id.js';
import type { DatabaseTime } from '../time/database-time.js';
import { timeOf } from '../time/database-time.js';
import { eventQueries, type NewEvent } from './event-queries.js';

export interface SqlEventOutboxOptions {
  readonly database: SqlDatabase;
  /** The clock for leases and pauses. Default: the database server's clock; for a file, the machine's own. */
  readonly clock?: Clock;
}

/** The events of a `SqlTaskStore` with this outbox, in the same database. */
export class SqlEventOutbox implements EventOutbox {
  readonly #database: SqlDatabase;
  readonly #time: DatabaseTime;

  constructor(options: SqlEventOutboxOptions) {
    assertOptionNames('SqlEventOutbox', options, { clock: true, database: true });
    const { database, clock } = options;
    this.#database = database;
    this.#time = timeOf(database, clock);
  }

  isOf(database: SqlDatabase): boolean {
    return this.#database === database;
  }

  /** Adds an event in the transaction of the change that it describes. */
  async append(session: SqlSession, event: Omit<NewEvent, 'eventId'>): Promise<void> {
    await session.change(eventQueries.append, { eventId: this.#database.entropy.uuid(), ...event });
  }

  async claimEvents({ leaseMs, limit }: EventClaimRequest): Promise<EventClaimAnswer> {
    const { read } = this.#database;
    const claims = await this.#database.write((session) => this.#claimSome(session, leaseMs, limit));
    const now = await this.#time.present(read);
    const next = await read.first(eventQueries.nextFree, {});
    return { claims, retryAfterMs: next === undefined ? null : Math.max(0, next.free_at - now) };
  }

  async acknowledge(lease: EventLease): Promise<void> {
    await this.#database.write((session) => session.change(eventQueries.acknowledge, { ...lease }));
  }

  async postpone(lease: EventLease, retryAfterMs: number): Promise<void> {
    await this.#database.write(async (session) => {
      const freeAt = Math.ceil((await this.#time.follow(session)) + retryAfterMs);
      return await session.change(eventQueries.postpone, { ...lease, freeAt });
    });
  }

  async #claimSome(session: SqlWriteSession, leaseMs: number, limit: number): Promise<readonly EventClaim[]> {
    const now = await this.#time.follow(session);
    const leaseUntil = Math.ceil(now + leaseMs);
    const claims: EventClaim[] = [];
    for (const row of await session.rows(eventQueries.free, { now, limit })) {
      const token = this.#database.entropy.uuid();
      const { sequence, event_id: eventId, kind, occurred_at: occurredAt, tries } = row;
      const claimed = await session.change(eventQueries.claim, { sequence, token, now, leaseUntil });
      if (claimed === 0) continue;
      const accountId = storedAccountId(row.account_id);
      const event = { eventId, kind, accountId, taskId: taskId(row.task_id), occurredAt };
      claims.push({ lease: { eventId, token }, event, tries });
    }
    return claims;
  }
}
