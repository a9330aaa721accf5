import type { SqlDatabase, SqlWriteSession } from '../../database.js';
import { migrate } from '../../migrations/migrate.js';
import type { PostgresDatabase } from '../../postgres/postgres-database.js';
import { postgresSchemaDialect } from '../../postgres/postgres-schema-dialect.js';
import { listed, sql, verbatim } from '../../query.js';
import { isTable } from '../../schema.js';
import { unavailable } from '../backup/backup-files.js';
import { auditLedger, type LedgerAudit } from '../ledger-audit.js';
import {
  type Cell,
  type Column,
  keyOf,
  MOVED_TABLES,
  type MovedTableName,
  type Row,
  TableDigest,
  type TableShape,
} from './table-rows.js';

type OfSchema = { schema: string };

const SET_SEQUENCE = sql<{ table: string; column: string; largest: number }>`
  select setval(pg_get_serial_sequence(${'table'}, ${'column'}), ${'largest'})`;

const COLUMN_TYPES = { integer: 'bigint', text: 'text', blob: 'bytea' } as const;

/** A schema of PostgreSQL within one transaction. Unless it commits, nothing is left, not even the schema itself. */
export class MoveTarget {
  readonly #database: SqlDatabase;
  readonly #session: SqlWriteSession;
  readonly #schema: string;

  constructor(database: PostgresDatabase, session: SqlWriteSession, schema: string) {
    this.#database = within(database, session);
    this.#session = session;
    this.#schema = schema;
  }

  /** Makes the tables and locks them against other writers. Rejects with `storage_unavailable` unless the schema is empty. */
  async prepare(): Promise<void> {
    // Reading a large source takes longer than a write may stand still.
    await this.#run('set local idle_in_transaction_session_timeout = 0');
    const listed = await this.#session.rows(
      sql<
        OfSchema,
        { name: string }
      >`select tablename as name from pg_tables where schemaname = ${'schema'} order by 1`,
      { schema: this.#schema },
    );
    const other = listed.find(({ name }) => !isTable(name));
    if (other !== undefined)
      throw this.#isNotEmpty(`the table "${other.name}", which is none of this package`);
    await migrate(this.#database, postgresSchemaDialect(this.#schema, { isAlone: true }));
    await this.#run(`lock table ${MOVED_TABLES.join(', ')} in exclusive mode`);
    for (const table of MOVED_TABLES) {
      if ((await this.#session.first(verbatim(`select 1 from ${table} limit 1`), {})) !== undefined)
        throw this.#isNotEmpty(`rows in "${table}"`);
    }
  }

  /** Compiles the statement that adds rows. */
  adder({ table, columns }: TableShape): (rows: readonly Row[]) => Promise<void> {
    const lists = columns.map(
      ({ name, type }) => sql<Record<string, unknown>>`${name}::${verbatim(COLUMN_TYPES[type])}[]`,
    );
    const query = sql<Record<string, unknown>>`insert into ${verbatim(table)} (${verbatim(namesOf(columns))})
      overriding system value select * from unnest(${listed(lists)})`;
    return async (rows) => {
      const lists = columns.map(({ name }, index) => [name, rows.map((row) => row[index])] as const);
      await this.#session.change(query, Object.fromEntries(lists));
    };
  }

  /** Reads a table back in the order of its keys, `rowsAtOnce` rows at a time. */
  async digest(shape: TableShape, rowsAtOnce: number): Promise<ReturnType<TableDigest['end']>> {
    // Texts are ordered by their bytes, as in SQLite, whatever the collation of the database is.
    const order = keyOf(shape).map(({ name, type }) =>
      type === 'text' ? `"${name}" collate "C"` : `"${name}"`,
    );
    await this.#run(`declare moved_rows no scroll cursor for
      select ${namesOf(shape.columns)} from ${shape.table} order by ${order.join(', ')}`);
    const fetch = verbatim<Record<string, Cell>>(`fetch ${rowsAtOnce} from moved_rows`);
    const digest = new TableDigest();
    for (;;) {
      const found = await this.#session.rows(fetch, {});
      // Every column was selected.
      for (const row of found) digest.add(shape.columns.map(({ name }) => row[name] as Cell));
      if (found.length < rowsAtOnce) break;
    }
    await this.#run('close moved_rows');
    return digest.end();
  }

  audit(): Promise<LedgerAudit> {
    return auditLedger(this.#database);
  }

  /** Makes the tables of numbered rows continue after the largest number. */
  async continueNumbers(largestNumber: (table: MovedTableName) => number): Promise<void> {
    const numbered = await this.#session.rows(
      sql<OfSchema, { table: MovedTableName; column: string }>`
        select table_name as "table", column_name as "column" from information_schema.columns
        where table_schema = ${'schema'} and is_identity = 'YES'`,
      { schema: this.#schema },
    );
    for (const { table, column } of numbered) {
      const largest = largestNumber(table);
      if (largest === 0) continue;
      await this.#session.rows(SET_SEQUENCE, { table: `"${this.#schema}"."${table}"`, column, largest });
    }
  }

  /**
   * Ends leases, pauses and the holds of single checks: nobody works on them any more, and their times are those of the file, which may be
   * ahead of the server's.
   */
  async endLeases(): Promise<void> {
    await this.#run(
      `update task_chunks set lease_token = null, lease_until = 0 where is_complete = 0 and lease_until > 0`,
    );
    await this.#run(
      `update tasks set lease_token = null, lease_until = 0, available_at = 0 where available_at is not null`,
    );
    await this.#run('update task_outage set next_try_at = 0, probe_token = null');
    await this.#run('update holds set expires_at = 0 where charged is null and expires_at is not null');
  }

  /** Updates the server's statistics of the tables, from which it plans queries. */
  async analyse(): Promise<void> {
    await this.#run(`analyze ${MOVED_TABLES.join(', ')}`);
  }

  async #run(statement: string): Promise<void> {
    await this.#session.change(verbatim(statement), {});
  }

  #isNotEmpty(what: string): Error {
    return unavailable(
      `the schema "${this.#schema}" of the target has ${what}: a database is moved into an empty schema, and once`,
    );
  }
}

function namesOf(columns: readonly Column[]): string {
  return columns.map(({ name }) => `"${name}"`).join(', ');
}

/** A database whose reads and writes are all part of one transaction. */
function within(database: PostgresDatabase, session: SqlWriteSession): SqlDatabase {
  const part: SqlWriteSession = {
    rows: (query, values) => session.rows(query, values),
    first: (query, values) => session.first(query, values),
    change: (query, values) => session.change(query, values),
    engine: session.engine,
    serverNow: session.serverNow,
  };
  return {
    engine: database.engine,
    serverTime: database.serverTime,
    entropy: database.entropy,
    read: session,
    write: (work) => work(part),
    writeEach: (work) => work(part),
    probe: () => database.probe(),
    sync: () => database.sync(),
    emptyLog: () => database.emptyLog(),
    close: async () => {},
  };
}
