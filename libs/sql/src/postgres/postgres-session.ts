import { type Clock, DialproofError } from '@dialproof/core';
import pg, { type CustomTypesConfig, type QueryConfig, type QueryResult } from 'pg';
import type { SqlWriteSession } from '../database.js';
import { type Query, type Statements, valuesOf } from '../query.js';

/** Sends one query and resolves to what the server has answered. */
export type SendQuery = (query: QueryConfig) => Promise<QueryResult>;

/** A session over one connection, or over any connection that is free. */
export class PostgresSession implements SqlWriteSession {
  readonly engine = 'postgres';
  readonly serverNow: number | null;
  readonly #send: SendQuery;
  readonly #statements: Statements;
  readonly #own: object;

  /** `own`: values that every query may use. `serverNow`: when its transaction began; null if each statement is committed by itself. */
  constructor(send: SendQuery, statements: Statements, own: object, serverNow: number | null) {
    this.#send = send;
    this.#statements = statements;
    this.#own = own;
    this.serverNow = serverNow;
  }

  async rows<Values, Row>(query: Query<Values, Row>, values: Values): Promise<Row[]> {
    const { rows } = await this.#run(query, values);
    // The query declares the type of its rows.
    return rows as Row[];
  }

  async first<Values, Row>(query: Query<Values, Row>, values: Values): Promise<Row | undefined> {
    const [row] = await this.rows(query, values);
    return row;
  }

  async change<Values, Row>(query: Query<Values, Row>, values: Values): Promise<number> {
    const { rowCount } = await this.#run(query, values);
    return rowCount ?? 0;
  }

  /**
   * PostgreSQL cannot store NUL in a text. So a row with such a text cannot be added, and a query for one finds nothing. The server would
   * report an error for both.
   */
  async #run<Values, Row>(query: Query<Values, Row>, values: Values): Promise<QueryResult> {
    const statement = this.#statements.of(query);
    const bound = valuesOf(statement, { ...this.#own, ...values });
    const { name, text } = statement;
    if (!bound.some(hasNul)) return await this.#send({ name, text, values: bound, types: columnTypes });
    if (/^\s*insert\b.*\bvalues\b/is.test(text)) throw new RangeError('a text with a NUL cannot be stored');
    return NOTHING;
  }
}

/** The result of a query without rows. */
const NOTHING: QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

function hasNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0');
}

/** The ids of PostgreSQL's types for whole numbers of eight bytes, and for sums of them. The driver returns them as text. */
const WHOLE_NUMBERS: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

/**
 * How the driver reads columns. Every number of the schema is whole and below 2^53. Any other is an error, rather than a rounded number.
 * It is passed with each query, since the driver's global setting would change the queries of the host too.
 */
export const columnTypes: CustomTypesConfig = {
  getTypeParser(type, format) {
    if (format === 'binary' || !WHOLE_NUMBERS.includes(type)) return pg.types.getTypeParser(type, format);
    return wholeNumber;
  },
};

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('the database has a number above 2^53');
  return number;
}

/**
 * Settles like `answer`, or rejects with an error, by default `storage_unavailable`, if it is still pending after this many milliseconds.
 */
export async function withTimeout<Answer>(
  answer: Promise<Answer>,
  ms: number,
  clock: Pick<Clock, 'schedule'>,
  makeError: () => Error = () => overdue(ms),
): Promise<Answer> {
  let cancel = () => {};
  const timeout = new Promise<never>((_, reject) => {
    cancel = clock.schedule(ms, () => reject(makeError()));
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    cancel();
    // It may reject later, when nobody waits for it.
    answer.catch(() => {});
  }
}

function overdue(ms: number): DialproofError {
  return new DialproofError('storage_unavailable', { hint: `the database did not answer within ${ms} ms` });
}
