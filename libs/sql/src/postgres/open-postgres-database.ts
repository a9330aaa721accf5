import type { ConnectionOptions } from 'node:tls';
import { assertOptionNames, type Clock, type Entropy, millisecondsOption } from '@dialproof/core';
import pg from 'pg';
import { assertMigrated, isMigrated, migrate } from '../migrations/migrate.js';
import { sql } from '../query.js';
import { PostgresDatabase } from './postgres-database.js';
import { translatePostgresError } from './postgres-errors.js';
import { assertSchemaName, DEFAULT_SCHEMA, postgresSchemaDialect } from './postgres-schema-dialect.js';

export interface PostgresDatabaseOptions {
  /** The address of the database, as `postgres://user:password@host:5432/name`. Default: the driver's own variables (`PGHOST` …). */
  readonly url?: string;
  /** TLS options, as for Node's `tls.connect`; `true` for its defaults. Default: as the address says. */
  readonly tls?: boolean | ConnectionOptions;
  /** The most connections that this process has open at once; the cancellation of a statement uses one more. Default 10. */
  readonly maxConnections?: number;
  /** The host's own connections, in place of the three options above. `close` of the database does not end the pool. */
  readonly pool?: pg.Pool;
  /** The schema that holds the tables. It is made if it is missing. Letters, digits and underscores. Default `dialproof`. */
  readonly schema?: string;
  /**
   * The longest wait of a write for a free connection, for rows that others have locked, and for a retry after a conflict with them, each
   * in milliseconds. The server ends a write whose process stands still for as long, so that others wait no longer. Default 5000.
   */
  readonly waitMs?: number;
  /**
   * The longest time for a statement, in milliseconds. One that the server does not end by then is cancelled a second later. Default 15000.
   * Both times are from 1 to 2,147,483,647.
   */
  readonly statementTimeoutMs?: number;
  /** The clock for pauses before a retry. Stores have their own. Default: the machine's own. */
  readonly clock?: Clock;
  /** The source of the ids and tokens that the stores make. Default: the machine's own. */
  readonly entropy?: Entropy;
  /** Whether to bring the schema up to date. With false, an outdated schema is refused. Default true. */
  readonly migrate?: boolean;
}

const DEFAULT_WAIT_MS = 5_000;
const DEFAULT_STATEMENT_TIMEOUT_MS = 15_000;
const DEFAULT_MAX_CONNECTIONS = 10;
/** One day. */
const MIGRATION_STATEMENT_MS = 86_400_000;

/**
 * Opens a PostgreSQL database, and makes its schema or brings it up to date. Any number of processes may have it open. Processes that
 * start at once wait for each other. Rejects with `storage_unavailable` if the server cannot be reached or the schema is newer.
 */
export async function openPostgresDatabase(options: PostgresDatabaseOptions = {}): Promise<PostgresDatabase> {
  assertOptionNames('openPostgresDatabase', options, {
    clock: true,
    entropy: true,
    maxConnections: true,
    migrate: true,
    pool: true,
    schema: true,
    statementTimeoutMs: true,
    tls: true,
    url: true,
    waitMs: true,
  });
  const { schema = DEFAULT_SCHEMA, migrate: mayMigrate = true } = options;
  const database = connectPostgresDatabase(options);
  try {
    if (!mayMigrate) await assertMigrated(database);
    else if (!(await isUpToDate(database))) await migrateInItsTime(options, schema);
    return database;
  } catch (error) {
    await database.close();
    throw translatePostgresError(error);
  }
}

/** A migration may copy a table of many millions of rows in one statement, so the time limit of other statements is not for it. */
async function migrateInItsTime(options: PostgresDatabaseOptions, schema: string): Promise<void> {
  const { migrate: _, ...connection } = options;
  const database = connectPostgresDatabase({ ...connection, statementTimeoutMs: MIGRATION_STATEMENT_MS });
  try {
    await migrate(database, postgresSchemaDialect(schema), options.clock);
  } finally {
    await database.close();
  }
}

/** Reads without the migration lock, so that it does not wait for others' migrations, and needs no right to make a schema. */
async function isUpToDate(database: PostgresDatabase): Promise<boolean> {
  const look = sql<
    { table: string },
    { found: boolean }
  >`select to_regclass(${'table'}) is not null as found`;
  const row = await database.read.first(look, { table: `"${database.schema}".schema_migrations` });
  return row?.found === true && (await isMigrated(database));
}

/** Connects without reading or changing the schema. */
export function connectPostgresDatabase(options: Omit<PostgresDatabaseOptions, 'migrate'>): PostgresDatabase {
  const { schema = DEFAULT_SCHEMA } = options;
  const waitMs = options.waitMs ?? DEFAULT_WAIT_MS;
  const statementTimeoutMs = options.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS;
  assertOptions({ schema, waitMs, statementTimeoutMs });
  return new PostgresDatabase({
    pool: options.pool ?? makePool(options, waitMs),
    endsPool: options.pool === undefined,
    schema,
    waitMs,
    statementTimeoutMs,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.entropy === undefined ? {} : { entropy: options.entropy }),
  });
}

function makePool(options: PostgresDatabaseOptions, waitMs: number): pg.Pool {
  const { url, tls, maxConnections = DEFAULT_MAX_CONNECTIONS } = options;
  const pool = new pg.Pool({
    ...(url === undefined ? {} : { connectionString: url }),
    ...(tls === undefined ? {} : { ssl: tls }),
    max: maxConnections,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    application_name: 'dialproof',
  });
  // An idle connection that is lost has left the pool by then. Without a listener the error would end the process.
  pool.on('error', () => {});
  return pool;
}

function assertOptions(options: {
  readonly schema: string;
  readonly waitMs: number;
  readonly statementTimeoutMs: number;
}): void {
  assertSchemaName(options.schema);
  for (const name of ['waitMs', 'statementTimeoutMs'] as const) millisecondsOption(name, options[name]);
}
