import { assertOptionNames } from '@dialproof/core';
import {
  connectPostgresDatabase,
  type PostgresDatabaseOptions,
} from '../../postgres/open-postgres-database.js';
import { DEFAULT_SCHEMA } from '../../postgres/postgres-schema-dialect.js';
import { SoleProcessLock } from '../../sqlite/sole-process-lock.js';
import { fileExists, unavailable } from '../backup/backup-files.js';
import { checkSqliteDatabase } from '../backup/check-database.js';
import type { AccountAudit, LedgerAudit } from '../ledger-audit.js';
import { MoveSource } from './move-source.js';
import { MoveTarget } from './move-target.js';
import { MOVED_TABLES, type Row, TableDigest, type TableShape, weightOf } from './table-rows.js';

export interface MoveOptions {
  readonly from: {
    /** Path of the SQLite database. */
    readonly file: string;
    /** The file of the {@link SoleProcessLock} that servers on this database hold. */
    readonly lockFile: string;
  };
  /** The target, as for `openPostgresDatabase`. But here a statement may take an hour by default. */
  readonly to: Omit<PostgresDatabaseOptions, 'maxConnections' | 'migrate'>;
}

/** A table whose rows are the same in both databases. */
export interface MovedTable {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 over all rows in the order of their keys, in hexadecimal. */
  readonly digest: string;
}

export interface MovedDatabase {
  /** The version of the schema of the source before it was brought up to date. */
  readonly schemaVersion: number;
  readonly tables: readonly MovedTable[];
  readonly credits: MovedCredits;
}

const STATEMENT_TIMEOUT_MS = 3_600_000;

/** The most rows and bytes in one statement or one answer. A row that is larger by itself goes alone. */
const ROWS_AT_ONCE = 2_000;
const BYTES_AT_ONCE = 1_048_576;

/**
 * Moves a SQLite database into an empty schema of PostgreSQL: every row as it is, in one transaction. It commits once both sides were
 * read and found equal. A killed or failed move leaves nothing in the target. Then leases and pauses end, and
 * the source is marked: it cannot be opened any more.
 *
 * Rejects with `storage_unavailable` and moves nothing if a server holds the lock; if the file is missing, damaged, of a newer release
 * or moved already; if its credits do not add up; if the target is not empty; or if a row cannot be kept as it is. The hint says which.
 */
export async function moveToPostgres(options: MoveOptions): Promise<MovedDatabase> {
  assertOptionNames('moveToPostgres', options, { from: true, to: true });
  const { from, to } = options;
  if (!(await fileExists(from.file))) throw unavailable('there is no such database to move');
  const lock = SoleProcessLock.acquire(from.lockFile);
  try {
    const { schemaVersion } = await checkSqliteDatabase(from.file);
    const source = MoveSource.open(from.file);
    try {
      const moved = await moveRows(source, to);
      keepMark(source);
      return { schemaVersion, ...moved };
    } finally {
      source.close();
    }
  } finally {
    lock.release();
  }
}

async function moveRows(
  source: MoveSource,
  to: MoveOptions['to'],
): Promise<Omit<MovedDatabase, 'schemaVersion'>> {
  const database = connectPostgresDatabase({
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    ...to,
    maxConnections: 1,
  });
  try {
    return await database.write(async (session) => {
      const target = new MoveTarget(database, session, to.schema ?? DEFAULT_SCHEMA);
      await target.prepare();
      const tables: MovedTable[] = [];
      for (const table of MOVED_TABLES) tables.push(await moveTable(source, target, source.shapeOf(table)));
      await target.continueNumbers((table) => source.largestNumber(table));
      const credits = assertSameCredits(await source.audit(), await target.audit());
      await target.endLeases();
      await target.analyse();
      // Marked before the target commits, since a source that cannot be marked must not be moved.
      source.mark();
      return { tables, credits };
    });
  } finally {
    await database.close();
  }
}

async function moveTable(source: MoveSource, target: MoveTarget, shape: TableShape): Promise<MovedTable> {
  const digest = new TableDigest();
  const add = target.adder(shape);
  let rows: Row[] = [];
  let bytes = 0;
  let largest = 1;
  for (const row of source.rows(shape)) {
    const weight = weightOf(row);
    if (rows.length === ROWS_AT_ONCE || (rows.length > 0 && bytes + weight > BYTES_AT_ONCE)) {
      await add(rows);
      rows = [];
      bytes = 0;
    }
    digest.add(row);
    rows.push(row);
    bytes += weight;
    largest = Math.max(largest, weight);
  }
  if (rows.length > 0) await add(rows);
  const moved = digest.end();
  const rowsAtOnce = Math.min(ROWS_AT_ONCE, Math.ceil(BYTES_AT_ONCE / largest));
  const found = await target.digest(shape, rowsAtOnce);
  if (found.rows !== moved.rows || found.digest !== moved.digest) {
    throw unavailable(
      `the ${found.rows} rows of "${shape.table}" that arrived are not the ${moved.rows} that were sent`,
    );
  }
  return { table: shape.table, ...moved };
}

function keepMark(source: MoveSource): void {
  try {
    source.keep();
  } catch (error) {
    throw unavailable(
      'everything was moved, but the source could not be marked as moved: start nothing on it any more',
      error,
    );
  }
}

/** The sums over all accounts, which are the same in both databases. */
export interface MovedCredits {
  readonly accounts: number;
  readonly granted: number;
  readonly charged: number;
  readonly available: number;
  readonly held: number;
}

/** Compares every account in both ledgers. Throws `storage_unavailable` unless they are equal and add up. */
function assertSameCredits(source: LedgerAudit, target: LedgerAudit): MovedCredits {
  const found = new Map(target.accounts.map((account) => [account.accountId, account]));
  for (const account of source.accounts) {
    if (!account.addsUp) throw unavailable(`the credits of the account ${account.accountId} do not add up`);
    if (!isSame(account, found.get(account.accountId))) {
      throw unavailable(`the credits of the account ${account.accountId} did not arrive as they were`);
    }
  }
  if (found.size !== source.accounts.length) throw unavailable('the target has credits of other accounts');
  const sum = (name: 'granted' | 'charged' | 'available' | 'held') =>
    source.accounts.reduce((total, account) => total + account[name], 0);
  return {
    accounts: source.accounts.length,
    granted: sum('granted'),
    charged: sum('charged'),
    available: sum('available'),
    held: sum('held'),
  };
}

const COMPARED = ['granted', 'charged', 'available', 'held', 'openHolds', 'addsUp'] as const;

function isSame(account: AccountAudit, other: AccountAudit | undefined): boolean {
  return other !== undefined && COMPARED.every((name) => account[name] === other[name]);
}
