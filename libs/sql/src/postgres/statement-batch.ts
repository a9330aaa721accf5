import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { columnTypes } from './column-types.js';
import { wireValue } from './wire-values.js';

/**
 * Statements that go to the server together and are answered together, in one round trip. Each sees what those before it did. Where one fails,
 * the server runs none of those behind it, and the batch fails with its error.
 *
 * In the protocol they are messages in front of one `Sync`. The driver's own mode for several queries under way (`pipeline`) has one behind each:
 * the server would go on with the statements of a transaction that could not be begun.
 */
class StatementBatch extends pg.Query {
  readonly #statements: readonly { readonly text: string; readonly values: (string | Buffer | null)[] }[];

  constructor(statements: readonly QueryConfig[], answer: (error: unknown, results: unknown) => void) {
    // The text is for those who watch the driver; the server is sent the statements below.
    const text = statements.map((statement) => statement.text).join(';\n');
    super({ text, types: columnTypes }, answer);
    // Converted before anything is sent: a value that cannot be converted would leave the messages without a `Sync`.
    this.#statements = statements.map(({ text, values = [] }) => ({ text, values: values.map(wireValue) }));
  }

  override submit = (connection: pg.Connection): void => {
    // One write to the socket.
    connection.stream.cork();
    try {
      for (const { text, values } of this.#statements) {
        // Without names, so that nothing of them stays with the connection.
        connection.parse({ name: '', text, types: [] }, true);
        connection.bind({ values }, true);
        connection.describe({ type: 'P', name: '' }, true);
        connection.execute({}, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  };
}

/** Sends statements in one round trip where the driver can, else one after another. Resolves to a result of each. */
export async function sendTogether(
  client: PoolClient,
  statements: readonly QueryConfig[],
): Promise<readonly QueryResult[]> {
  if (!takesBatches(client)) {
    const results: QueryResult[] = [];
    for (const statement of statements) results.push(await client.query(statement));
    return results;
  }
  return await new Promise((resolve, reject) => {
    const answer = (error: unknown, results: unknown) => {
      if (error) reject(error);
      // The driver gives a list where it was answered several times.
      else resolve((Array.isArray(results) ? results : [results]) as QueryResult[]);
    };
    client.query(new StatementBatch(statements, answer));
  });
}

/**
 * The clients of a pool of the host may be of another kind: over `pg-native`, or of a driver that is like this one. The driver's own mode
 * for several queries (`pipeline`) takes no queries of other copies of the driver.
 */
function takesBatches(client: PoolClient): boolean {
  if ('pipeline' in client && client.pipeline === true) return false;
  if (!('connection' in client)) return false;
  const { connection } = client;
  return typeof connection === 'object' && connection !== null && 'parse' in connection;
}
