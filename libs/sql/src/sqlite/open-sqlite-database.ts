import {
  assertOptionNames,
  type Clock,
  type Entropy,
  millisecondsOption,
  systemClock,
  systemEntropy,
} from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { migrate } from '../migrations/migrate.js';
import { pause } from '../time/database-time.js';
import { SqliteConnection } from './sqlite-connection.js';
import { SqliteDatabase } from './sqlite-database.js';
import { isBusy, translateSqliteError } from './sqlite-errors.js';
import { sqliteSchemaDialect } from './sqlite-schema-dialect.js';

export interface SqliteDatabaseOptions {
  /** Path of the database file. A missing file is made; its folder has to exist. Its `-wal` and `-shm` files lie beside it. */
  readonly file: string;
  /** How long a write waits for another process's write, in milliseconds from 0 to 2,147,483,647, before it rejects. Default 5000. */
  readonly busyTimeoutMs?: number;
  /**
   * The clock for the pauses of its writes, for emptying the log after deletions, and for the times of migrations. Default: the machine's
   * own.
   */
  readonly clock?: Clock;
  /** The source of the ids and tokens that its stores make. Default: the machine's own. */
  readonly entropy?: Entropy;
}

const DEFAULT_BUSY_TIMEOUT_MS = 5000;

/** The pause before it opens again a file that another process has locked. */
const LOCK_RETRY_MS = 5;

/**
 * How long a read may wait inside SQLite, which blocks the process. Reads do not wait for writes, only for another process that recovers
 * or closes the database.
 */
const READ_LOCK_WAIT_MS = 10;

/**
 * Opens a SQLite database. It makes the database or brings its schema up to date if needed. Other processes may have it open too. Rejects
 * with `storage_unavailable` if it cannot be opened or its schema is of a newer release.
 */
export async function openSqliteDatabase(options: SqliteDatabaseOptions): Promise<SqlDatabase> {
  assertOptionNames('openSqliteDatabase', options, {
    busyTimeoutMs: true,
    clock: true,
    entropy: true,
    file: true,
  });
  const { file, busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS, clock = systemClock } = options;
  const { entropy = systemEntropy } = options;
  assertOptions(file, busyTimeoutMs);
  const writing = await openConnection({ file, readsOnly: false }, busyTimeoutMs, clock);
  // Reads use a second connection, since the writing one sees its uncommitted changes.
  const reading = await openConnection({ file, readsOnly: true }, busyTimeoutMs, clock).catch(
    (error: unknown) => {
      writing.close();
      throw error;
    },
  );
  const database = new SqliteDatabase(file, writing, reading, { busyTimeoutMs, clock, entropy });
  try {
    await migrate(database, sqliteSchemaDialect, clock);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Two processes that open a new file at once lock each other out for a moment while they set it up. */
async function openConnection(
  { file, readsOnly }: { readonly file: string; readonly readsOnly: boolean },
  busyTimeoutMs: number,
  clock: Clock,
): Promise<SqliteConnection> {
  const giveUpAt = clock.elapsed() + busyTimeoutMs;
  for (;;) {
    try {
      return SqliteConnection.open({ file, lockWaitMs: readsOnly ? READ_LOCK_WAIT_MS : 0, readsOnly });
    } catch (error) {
      if (!isBusy(error) || clock.elapsed() >= giveUpAt) throw translateSqliteError(error);
    }
    await pause(clock, LOCK_RETRY_MS);
  }
}

function assertOptions(file: string, busyTimeoutMs: number): void {
  if (file === '' || file === ':memory:') {
    throw new TypeError('file must be the path of a file: a database in memory cannot be opened twice');
  }
  millisecondsOption('busyTimeoutMs', busyTimeoutMs, { least: 0 });
}
