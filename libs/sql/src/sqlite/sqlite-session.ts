import type { SqlWriteSession } from '../database.js';
import { type Query, Statements, valuesOf } from '../query.js';
import type { SqliteConnection } from './sqlite-connection.js';

/** A session on one connection. Every answer is there when the call returns; promises are for databases that are further away. */
export class SqliteSession implements SqlWriteSession {
  readonly engine = 'sqlite';
  readonly serverNow = null;
  readonly #connection: SqliteConnection;
  readonly #statements = new Statements('sqlite');

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async rows<Values, Row>(query: Query<Values, Row>, values: Values): Promise<Row[]> {
    const statement = this.#statements.of(query);
    // The query declares the type of its rows.
    return this.#connection.all(statement.text, valuesOf(statement, values)) as Row[];
  }

  async first<Values, Row>(query: Query<Values, Row>, values: Values): Promise<Row | undefined> {
    const [row] = await this.rows(query, values);
    return row;
  }

  async change<Values, Row>(query: Query<Values, Row>, values: Values): Promise<number> {
    const statement = this.#statements.of(query);
    return this.#connection.run(statement.text, valuesOf(statement, values));
  }
}
