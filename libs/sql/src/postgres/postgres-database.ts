import { type Clock, type Entropy, isDialproofError, systemClock, systemEntropy } from '@dialproof/core';
import pg, { type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import type { SqlDatabase, SqlSession, SqlWork, SqlWriteSession, WriteOptions } from '../database.js';
import { MAY_BE_UNDONE, Statements, sql } from '../query.js';
import { pause } from '../time/database-time.js';
import {
  isConflict,
  isConnectionLost,
  isStatementLost,
  isStatementOutdated,
  noAnswer,
  poolEnded,
  translatePostgresError,
  translateRefusedConnection,
} from './postgres-errors.js';
import { columnTypes, PostgresSession, type SendQuery, withTimeout } from './postgres-session.js';

export interface PostgresParts {
  readonly pool: Pool;
  readonly schema: string;
  readonly statementTimeoutMs: number;
  readonly waitMs: number;
  /** Whether `close` also ends the pool. */
  readonly endsPool: boolean;
  readonly clock?: Clock;
  readonly entropy?: Entropy;
}

const SERVER_TIME = sql<object, { now: number }>`
  select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`;

/** Writes a row as it is. Without one, its time is earlier than every other, which nobody follows. */
const PROBE = sql`
  insert into store_time (store_time_id, latest) values (1, 0)
  on conflict (store_time_id) do update set latest = store_time.latest`;

/** The longest pause before the first retry after a conflict. It doubles with each retry. */
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 250;

/** The answer to a statement may come this much later than the time limit of the statement. */
const GRACE_MS = 1_000;

/** The longest time for the cancellation of a statement. */
const CANCELLATION_MS = 2_000;

/** Commits a transaction, or changes nothing. */
type Transact<Result> = (client: PoolClient, isPrepared: boolean) => Promise<Result>;

/** A database over a pool of connections to a PostgreSQL server. */
export class PostgresDatabase implements SqlDatabase {
  readonly engine = 'postgres';
  readonly schema: string;
  readonly entropy: Entropy;
  readonly read: SqlSession;
  readonly serverTime = SERVER_TIME;
  readonly #options: PostgresParts;
  readonly #clock: Clock;
  /** The session of `writeEach`. */
  readonly #each: SqlWriteSession;
  readonly #beginning: string;
  readonly #statements: Statements;
  readonly #underWay = new Set<Promise<unknown>>();
  /**
   * Whether the server keeps each statement on its connection, by name, instead of parsing and planning it for every call, which takes
   * several times as long as running it. The first error of a pooler that loses named statements turns this off.
   */
  #isPrepared = true;
  #closing: Promise<void> | undefined;

  constructor(options: PostgresParts) {
    this.#options = options;
    this.schema = options.schema;
    this.#clock = options.clock ?? systemClock;
    this.entropy = options.entropy ?? systemEntropy;
    options.pool.on('connect', hearErrors);
    this.#statements = new Statements('postgres', options.schema);
    const send = (query: QueryConfig) =>
      this.#commitUntilKept((client, isPrepared) => this.#send(client, query, isPrepared));
    this.#each = this.#session(send, null);
    this.read = this.#session((query) => this.#begin(() => send(query)), null);
    this.#beginning = beginningOf(this.#statements.of(SERVER_TIME).text, options);
  }

  write<Result>(work: SqlWork<Result>, { durable }: WriteOptions = {}): Promise<Result> {
    const text = durable === false ? `${this.#beginning}, ${MAY_BE_UNDONE.postgres}` : this.#beginning;
    const beginning = { text, types: columnTypes };
    return this.#begin(() =>
      this.#commitUntilKept((client, isPrepared) => this.#transact(client, beginning, work, isPrepared)),
    );
  }

  /**
   * Durable whatever its options, but for statements with `MAY_BE_UNDONE`: after a crash of the server, this process would otherwise have to
   * find out which blocks of an upload are lost.
   */
  writeEach<Result>(work: SqlWork<Result>): Promise<Result> {
    return this.#begin(() => work(this.#each));
  }

  async probe(): Promise<void> {
    await this.write((session) => session.change(PROBE, {}));
  }

  /** The commit of a change takes all commits before it to the disk. */
  async sync(): Promise<void> {
    await this.writeEach((session) => session.change(PROBE, {}));
  }

  // Deleted rows leave the tables when the server vacuums them, and its log as the operator has configured.
  async emptyLog(): Promise<void> {}

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    this.#options.pool.off('connect', hearErrors);
    if (this.#options.endsPool) await this.#options.pool.end();
  }

  /** `close` waits for it, and for all statements of it. */
  #begin<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.#closing !== undefined) return Promise.reject(poolEnded());
    const tracked = run().finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
    return tracked;
  }

  #session(send: SendQuery, serverNow: number | null): SqlWriteSession {
    const own = { lockTimeout: String(this.#options.waitMs) };
    return new PostgresSession(send, this.#statements, own, serverNow);
  }

  /** Repeats a transaction, or a single statement, until it is committed, it fails for its own reason, or its time is over. */
  async #commitUntilKept<Result>(transact: Transact<Result>): Promise<Result> {
    const giveUpAt = this.#clock.elapsed() + this.#options.waitMs;
    let isPrepared = this.#isPrepared;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await this.#withClient((client) => transact(client, isPrepared));
      } catch (error) {
        if (isPrepared && this.#failsByPreparing(error)) {
          isPrepared = false;
          continue;
        }
        if (!isConflict(causeOf(error)) || this.#clock.elapsed() >= giveUpAt) throw error;
      }
      await pause(this.#clock, this.entropy.fraction() * pauseMs);
    }
  }

  async #transact<Result>(
    client: PoolClient,
    beginning: QueryConfig,
    work: SqlWork<Result>,
    isPrepared: boolean,
  ): Promise<Result> {
    const send = (query: QueryConfig) => this.#send(client, query, isPrepared);
    try {
      const session = this.#session(send, timeOf(await send(beginning)));
      const result = await work(session);
      assertKept(await send({ text: 'commit' }));
      return result;
    } catch (error) {
      // Also if the beginning has failed: the transaction may be open. If the rollback fails too, the connection is closed, and the
      // transaction ends with it.
      if (!isConnectionLost(causeOf(error))) await send({ text: 'rollback' });
      throw error;
    }
  }

  /** Lends a connection; one that has failed, may still be busy, or has outdated statements, is not given back. */
  async #withClient<Result>(use: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#options.pool.connect().catch((error: unknown) => {
      throw translateRefusedConnection(error);
    });
    let lost: Error | undefined;
    const lose = (error: Error) => {
      lost = error;
    };
    client.on('error', lose);
    try {
      return await use(client);
    } catch (error) {
      const isUnfit = isConnectionLost(causeOf(error)) || isStatementOutdated(error);
      if (error instanceof Error && isUnfit) lost = error;
      throw translatePostgresError(error);
    } finally {
      client.off('error', lose);
      client.release(lost);
    }
  }

  /**
   * Whether a retry without prepared statements may succeed. After a migration, every connection of the pool may have outdated statements:
   * a prepared retry could meet the next one.
   */
  #failsByPreparing(error: unknown): boolean {
    if (isStatementLost(error)) this.#isPrepared = false;
    return isStatementLost(error) || isStatementOutdated(error);
  }

  /**
   * A server that has vanished answers nothing, so its own time limits do not help. Without a transaction it has none, and the wait for a
   * locked table begins before `WAITS_NO_LONGER`. So a statement that takes too long is cancelled, rather than carried out after its caller
   * was told that it has failed.
   */
  async #send(
    client: PoolClient,
    { name, ...unnamed }: QueryConfig,
    isPrepared: boolean,
  ): Promise<QueryResult> {
    const query = isPrepared && name !== undefined ? { name, ...unnamed } : unnamed;
    const limitMs = this.#options.statementTimeoutMs + GRACE_MS;
    let isAnswered = false;
    const cancel = () => void this.#cancel(client, () => isAnswered).catch(() => {});
    const done = this.#clock.schedule(limitMs, cancel);
    try {
      return await withTimeout(client.query(query), limitMs + CANCELLATION_MS, this.#clock, noAnswer);
    } finally {
      isAnswered = true;
      done();
    }
  }

  /**
   * Uses a connection of its own, since all of the pool may wait. Has no effect behind a pooler, which has process ids of its own.
   * `isAnswered`: whether the connection may be at another statement by now, which must not be cancelled.
   */
  async #cancel(client: PoolClient, isAnswered: () => boolean): Promise<void> {
    const canceller = new pg.Client(this.#options.pool.options);
    canceller.on('error', () => {});
    try {
      await canceller.connect();
      // The driver's types do not have it.
      const { processID } = client as { readonly processID?: number | null };
      if (!isAnswered()) await canceller.query('select pg_cancel_backend($1)', [processID]);
    } finally {
      await canceller.end();
    }
  }
}

/**
 * A server that shuts down may end a connection in the same packet in which it accepts it. The error comes before the pool has lent the
 * connection. Nobody else listens then, and the error would end the process. The user of the connection finds it broken.
 */
function hearErrors(client: PoolClient): void {
  client.on('error', () => {});
}

function causeOf(error: unknown): unknown {
  return isDialproofError(error, 'storage_unavailable') ? (error.cause ?? error) : error;
}

/**
 * The beginning of each transaction, in one round trip: the isolation level, since defaults may differ; the server's time; and settings,
 * which a pooler would not pass on at the start of a connection. A search path is not among them: statements name their schema, and another
 * path than that of a read would make the server plan their common statements anew. The idle timeout ends the transaction of a process that stands still, for
 * whose locks others wait.
 */
function beginningOf(serverTime: string, { statementTimeoutMs, waitMs }: PostgresParts): string {
  const settings = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: waitMs,
    idle_in_transaction_session_timeout: waitMs,
  };
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return `begin isolation level read committed; ${[serverTime, ...set].join(', ')}`;
}

/** The server's time, from the answers to the beginning: the driver returns a result of each of its statements. */
function timeOf(answered: QueryResult | readonly QueryResult[]): number {
  const last = [answered].flat().at(-1);
  // The row that `beginningOf` selects.
  const [row] = (last?.rows ?? []) as { readonly now: number }[];
  if (row === undefined) throw new Error('the server has not answered the beginning of a transaction');
  return row.now;
}

/** After a failed statement that the work has ignored, the server answers COMMIT with ROLLBACK and no error. */
function assertKept({ command }: QueryResult): void {
  if (command !== 'ROLLBACK') return;
  throw new Error('a write went on after a statement had failed: nothing of it is kept');
}
