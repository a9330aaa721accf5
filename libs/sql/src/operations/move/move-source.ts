import { isUtf8 } from 'node:buffer';
import { systemClock } from '@dialproof/core';
import { MOVED_VERSION } from '../../migrations/migrate.js';
import { SqliteConnection } from '../../sqlite/sqlite-connection.js';
import { translateSqliteError } from '../../sqlite/sqlite-errors.js';
import { SqliteSession } from '../../sqlite/sqlite-session.js';
import { unavailable } from '../backup/backup-files.js';
import { auditLedger, type LedgerAudit } from '../ledger-audit.js';
import {
  type Cell,
  type Column,
  keyOf,
  type MovedTableName,
  type Row,
  type TableShape,
} from './table-rows.js';

/** How long to wait for the write of another process, such as an account command. */
const LOCK_WAIT_MS = 5_000;

/** SQLite's driver puts it in place of invalid UTF-8. A text may also contain it, so the bytes of such cells are checked. */
const REPLACEMENT = '\ufffd';

/**
 * A snapshot of a SQLite database. Other processes cannot write to the database until it is closed, so no later write is left behind.
 */
export class MoveSource {
  readonly #connection: SqliteConnection;
  /** Looks up single rows while the other connection reads a table. */
  readonly #looking: SqliteConnection;

  private constructor(connection: SqliteConnection, looking: SqliteConnection) {
    this.#connection = connection;
    this.#looking = looking;
  }

  /** Throws `storage_unavailable`. */
  static open(file: string): MoveSource {
    const connection = open(file, false);
    try {
      connection.run('begin immediate');
      return new MoveSource(connection, open(file, true));
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  audit(): Promise<LedgerAudit> {
    return auditLedger({ read: new SqliteSession(this.#connection) });
  }

  shapeOf(table: MovedTableName): TableShape {
    // These are the columns of the pragma.
    const found = this.#connection.all(
      'select name, lower(type) as type, pk as key from pragma_table_info(?)',
      [table],
    ) as Column[];
    return { table, columns: found };
  }

  /** All rows in the order of their keys. Throws `storage_unavailable` for one that PostgreSQL cannot keep as it is. */
  *rows(shape: TableShape): Generator<Row> {
    const names = shape.columns.map(({ name }) => `"${name}"`);
    const order = keyOf(shape).map(({ name }) => `"${name}"`);
    const rows = this.#connection.cells(
      `select ${names.join()} from "${shape.table}" order by ${order.join()}`,
    );
    for (const cells of rows) {
      // STRICT tables hold only cells of these types.
      const row = cells as Row;
      for (const [index, column] of shape.columns.entries()) this.#assertKept(shape, row, column, row[index]);
      yield row;
    }
  }

  /** The largest number that a table of numbered rows has given. */
  largestNumber(table: MovedTableName): number {
    const [found] = this.#connection.all('select seq from sqlite_sequence where name = ?', [table]);
    // SQLite defines this table, and its column `seq` is a whole number.
    return (found as { seq: number } | undefined)?.seq ?? 0;
  }

  /** Sets the mark by which every release refuses the database. {@link keep} commits it. */
  mark(): void {
    this.#connection.run('insert or replace into schema_migrations values (?, ?, ?)', [
      MOVED_VERSION,
      'moved to another database',
      systemClock.now(),
    ]);
  }

  /** Commits the mark. */
  keep(): void {
    this.#connection.run('commit');
  }

  /** Leaves the database as it is. Safe twice. */
  close(): void {
    this.#looking.close();
    this.#connection.close();
  }

  #assertKept(shape: TableShape, row: Row, column: Column, cell: Cell | undefined): void {
    if (typeof cell === 'number' && !Number.isSafeInteger(cell)) {
      throw cannotBeKept('a number beyond 2^53', shape, row, column);
    }
    if (typeof cell !== 'string') return;
    if (cell.includes('\0'))
      throw cannotBeKept('a NUL, which no text of PostgreSQL can have', shape, row, column);
    if (cell.includes(REPLACEMENT) && !this.#isText(shape, row, column)) {
      throw cannotBeKept('bytes that are not UTF-8', shape, row, column);
    }
  }

  #isText(shape: TableShape, row: Row, { name }: Column): boolean {
    const key = keyOf(shape);
    const isRow = key.map((column) => `"${column.name}" = ?`).join(' and ');
    const [found] = this.#looking.all(
      `select cast("${name}" as blob) as bytes from "${shape.table}" where ${isRow}`,
      key.map((column) => row[shape.columns.indexOf(column)]),
    );
    // `bytes` is the name of the column in the statement above.
    return found !== undefined && isUtf8((found as { bytes: Uint8Array }).bytes);
  }
}

function open(file: string, readsOnly: boolean): SqliteConnection {
  try {
    return SqliteConnection.open({ file, lockWaitMs: LOCK_WAIT_MS, readsOnly });
  } catch (error) {
    throw translateSqliteError(error);
  }
}

function cannotBeKept(what: string, shape: TableShape, row: Row, column: Column): Error {
  const key = keyOf(shape).map((part) => `${part.name} ${JSON.stringify(row[shape.columns.indexOf(part)])}`);
  return unavailable(
    `"${column.name}" of the row of "${shape.table}" with ${key.join(' and ')} has ${what}: change it first`,
  );
}
