import {
  assertOptionNames,
  type Clock,
  type EventClaim,
  type EventClaimAnswer,
  type EventClaimRequest,
  type EventKind,
  type EventLease,
  type EventOutbox,
  type TaskEvent,
  taskId,
} from '@dialproof/core';
import type { SqlDatabase, SqlSession, SqlWriteSession } from '../database.js';
import { storedAccountId } from '../json-rows.js';
import { SKIPPING_LOCKED, sql } from '../query.js';
import type { Columns } from '../schema.js';
import { type DatabaseTime, timeOf } from '../time/database-time.js';

type LeaseKey = { eventId: string; token: string };

interface NewEvent {
  readonly eventId: string;
  readonly kind: EventKind;
  readonly accountId: string;
  readonly taskId: string;
  readonly occurredAt: number;
  readonly data?: TaskEvent['data'];
}

type FreeEvent = Columns<
  'events',
  'sequence' | 'event_id' | 'kind' | 'account_id' | 'task_id' | 'occurred_at' | 'data' | 'tries'
>;

export const eventQueries = {
  append: sql<Omit<NewEvent, 'data'> & { data: string | null }>`
    insert into events (event_id, kind, account_id, task_id, occurred_at, data)
    values (${'eventId'}, ${'kind'}, ${'accountId'}, ${'taskId'}, ${'occurredAt'}, ${'data'})`,
  free: sql<{ now: number; limit: number }, FreeEvent>`
    select sequence, event_id, kind, account_id, task_id, occurred_at, data, tries from events where free_at <= ${'now'}
    order by sequence limit ${'limit'} ${SKIPPING_LOCKED}`,
  claim: sql<{ sequence: number; token: string; now: number; leaseUntil: number }>`
    update events set lease_token = ${'token'}, free_at = ${'leaseUntil'}, tries = tries + 1
    where sequence = ${'sequence'} and free_at <= ${'now'}`,
  nextFree: sql<object, Columns<'events', 'free_at'>>`select free_at from events order by free_at limit 1`,
  acknowledge: sql<LeaseKey>`delete from events where event_id = ${'eventId'} and lease_token = ${'token'}`,
  postpone: sql<LeaseKey & { freeAt: number }>`
    update events set lease_token = null, free_at = ${'freeAt'} where event_id = ${'eventId'} and lease_token = ${'token'}`,
};

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
    const data = event.data === undefined ? null : JSON.stringify(event.data);
    await session.change(eventQueries.append, { eventId: this.#database.entropy.uuid(), ...event, data });
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
      const facts = { eventId, kind, accountId, taskId: taskId(row.task_id), occurredAt };
      // Only `append` has written them.
      const event = row.data === null ? facts : { ...facts, data: JSON.parse(row.data) };
      claims.push({ lease: { eventId, token }, event, tries });
    }
    return claims;
  }
}
