import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDialproofError } from '@dialproof/core';
import {
  SqlAccounts,
  SqlAccountTokens,
  SqlAuthenticator,
  SqlCreditLedger,
  type SqlDatabase,
  SqlEventOutbox,
  SqlListStore,
  SqlObservationStore,
  SqlReplayStore,
  SqlSuppressionList,
  SqlTaskStore,
  SqlTokens,
  SqlWebhookStore,
} from '@dialproof/sql';
import { SqlAccountRecords } from '@dialproof/sql/operations';
import { openPostgresDatabase, type PostgresDatabase } from '@dialproof/sql/postgres';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import type { Pool } from 'pg';
import { StartRefusal } from '../settings/setting-variable.js';
import type { Settings } from '../settings/settings.js';

interface DataDirectory {
  readonly databaseFile: string;
  /** Held by the one server that works on this folder. */
  readonly lockFile: string;
  /** Held by the process that makes the first account and shows its token. */
  readonly firstAccountLockFile: string;
  /** It exists until the token of the first account was shown. */
  readonly unshownTokenFile: string;
  /** Uploaded workbooks while they are read. */
  readonly uploads: string;
}

/** Makes the folder if it is missing. Throws StartRefusal when it cannot be made or written. */
export function openDataDirectory(path: string): DataDirectory {
  try {
    // Only for this user: the database holds customers' numbers.
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK | constants.X_OK);
    mkdirSync(join(path, 'uploads'), { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new StartRefusal(
      `The data folder ${path} cannot be written (${code}). Choose another one: DIALPROOF_DATA_DIR=<folder>`,
    );
  }
  return {
    databaseFile: join(path, 'dialproof.sqlite'),
    lockFile: join(path, 'dialproof.lock'),
    firstAccountLockFile: join(path, 'first-account.lock'),
    unshownTokenFile: join(path, 'first-token-not-shown'),
    uploads: join(path, 'uploads'),
  };
}

/** Its permissions in octal digits if other users may read or change the folder; undefined if they may not. */
export function openToOthers(path: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const mode = statSync(path).mode & 0o777;
  return (mode & 0o077) === 0 ? undefined : mode.toString(8);
}

export interface DatabaseOptions {
  /** Connections to PostgreSQL in place of its own. They stay open. */
  readonly pool?: Pool;
}

type DatabaseSettings = Pick<Settings, 'databaseConnections' | 'databaseSchema' | 'databaseUrl' | 'migrate'>;

/** A database and its kind. */
export interface OpenDatabase {
  readonly database: SqlDatabase;
  /** The same if other processes work over it too; null for the file of the data folder, which only one server uses. */
  readonly postgres: PostgresDatabase | null;
}

/** Opens PostgreSQL if the settings name it, else the file, which is made if it is missing. Rejects with `storage_unavailable`. */
export async function openDatabase(
  databaseFile: string,
  { databaseConnections, databaseSchema, databaseUrl, migrate }: DatabaseSettings,
  { pool }: DatabaseOptions = {},
): Promise<OpenDatabase> {
  if (databaseUrl === null) {
    return { database: await openSqliteDatabase({ file: databaseFile }), postgres: null };
  }
  const postgres = await openPostgresDatabase({
    ...(pool === undefined ? { url: databaseUrl, maxConnections: databaseConnections } : { pool }),
    schema: databaseSchema,
    migrate: migrate === 'on',
  });
  return { database: postgres, postgres };
}

/** The error of a database that cannot be used, as a sentence that names it without secrets. Any other error is returned unchanged. */
export function databaseRefusal(
  error: unknown,
  {
    databaseSchema,
    databaseUrl,
    dataDirectory,
  }: Pick<Settings, 'databaseSchema' | 'databaseUrl' | 'dataDirectory'>,
): unknown {
  if (!isDialproofError(error, 'storage_unavailable')) return error;
  const subject =
    databaseUrl === null
      ? `The data folder ${dataDirectory}`
      : `The PostgreSQL database of DATABASE_URL, schema ${databaseSchema},`;
  return new StartRefusal(`${subject} cannot be used: ${error.hint}.`);
}

/** All stored data, in one database. */
export interface Storage extends OpenDatabase {
  readonly store: SqlTaskStore;
  readonly ledger: SqlCreditLedger;
  readonly accounts: SqlAccounts;
  /** The other data of an account. */
  readonly records: SqlAccountRecords;
  /** Tokens as the operator manages them. */
  readonly tokens: SqlTokens;
  /** Tokens as accounts manage their own. */
  readonly accountTokens: SqlAccountTokens;
  readonly authenticator: SqlAuthenticator;
  readonly observations: SqlObservationStore;
  readonly replays: SqlReplayStore;
  readonly outbox: SqlEventOutbox;
  readonly webhooks: SqlWebhookStore;
  readonly lists: SqlListStore;
  readonly suppressions: SqlSuppressionList;
}

type StorageSettings = DatabaseSettings &
  Pick<Settings, 'host' | 'proxies' | 'registration' | 'newAccountCredits'>;

/** Opens PostgreSQL if the settings name it, else the file, which is made if it is missing. Rejects with `storage_unavailable`. */
export async function openStorage(
  databaseFile: string,
  settings: StorageSettings,
  options: DatabaseOptions = {},
): Promise<Storage> {
  const opened = await openDatabase(databaseFile, settings, options);
  const { database } = opened;
  const outbox = new SqlEventOutbox({ database });
  return {
    ...opened,
    store: new SqlTaskStore({ database, outbox }),
    ledger: new SqlCreditLedger({ database }),
    accounts: new SqlAccounts({
      database,
      startingCredits: settings.newAccountCredits,
      registrationOpen: isRegistrationOpen(settings),
    }),
    records: new SqlAccountRecords({ database }),
    tokens: new SqlTokens({ database }),
    accountTokens: new SqlAccountTokens({ database }),
    authenticator: new SqlAuthenticator({ database }),
    observations: new SqlObservationStore({ database }),
    replays: new SqlReplayStore({ database }),
    outbox,
    webhooks: new SqlWebhookStore({ database }),
    lists: new SqlListStore({ database, outbox }),
    suppressions: new SqlSuppressionList({ database }),
  };
}

/**
 * Not with a proxy on this machine, which passes on callers from elsewhere, nor for other names than localhost, whose address is unknown.
 */
function isRegistrationOpen({ host, proxies, registration }: StorageSettings): boolean {
  if (registration !== 'loopback') return registration === 'open';
  const isLoopback = host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
  return isLoopback && proxies === 0;
}
