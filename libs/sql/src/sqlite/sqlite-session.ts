import type { SqlWriteSession } from '../database.js';
import type { Query } from '../query.js';
import type { SqliteConnection } from './sqlite-connection.js';

/** A session on one connection. Every answer is there when the call returns; promises are for databases that are further away. */
export class SqliteSession implements SqlWriteSession {
  readonly serverNow = null;
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async rows<Values, Row>(query: Query<Values, Row>, values: Values): Promise<Row[]> {
    // Kysely inferred the type of the rows when it built the query.
    return this.#connection.all(query.sql, query.bind(values)) as Row[];
  }

  async first<Values, Row>(query: Query<Values, Row>, values: Values): Promise<Row | undefined> {
    // As above.
    return this.#connection.all(query.sql, query.bind(values))[0] as Row | undefined;
  }

  async change<Values, Row>(query: Query<Values, Row>, values: Values): Promise<number> {
    return this.#connection.run(query.sql, query.bind(values));
  }
}
