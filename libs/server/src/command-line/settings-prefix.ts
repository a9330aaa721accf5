import { resolve } from 'node:path';
import type { Settings } from '../settings/settings.js';

/** The settings with which a command finds the database and the audit log of a server. */
type StorageSettings = Pick<Settings, 'auditLog' | 'databaseSchema' | 'databaseUrl' | 'dataDirectory'>;

/**
 * The assignments before a command that make it use the database of this server in another terminal, where its variables are not set;
 * empty without such variables. An address with a password is not among them, since the output of a server is often kept in logs.
 */
export function storagePrefix(settings: StorageSettings, environment: NodeJS.ProcessEnv): string {
  const { auditLog, databaseSchema, databaseUrl, dataDirectory } = settings;
  const file = environment['DATABASE_URL_FILE'];
  return prefixOf(environment, {
    DIALPROOF_DATA_DIR: dataDirectory,
    DATABASE_URL: isShown(databaseUrl) ? databaseUrl : undefined,
    DATABASE_URL_FILE: file && resolve(file),
    DIALPROOF_DATABASE_SCHEMA: databaseSchema,
    DIALPROOF_AUDIT_LOG: auditLog,
  });
}

/** Whether the other terminal needs a DATABASE_URL that {@link storagePrefix} does not print. */
export function needsDatabaseUrl({ databaseUrl }: StorageSettings, environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment['DATABASE_URL']) && !isShown(databaseUrl);
}

/** The same for a command that prints the address of this server. */
export function addressPrefix(
  { host, port }: Pick<Settings, 'host' | 'port'>,
  environment: NodeJS.ProcessEnv,
): string {
  return prefixOf(environment, { PORT: String(port), DIALPROOF_HOST: host });
}

/** Quoted as one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The assignments of the variables that are set, as a shell reads them in front of a command. */
function prefixOf(
  environment: NodeJS.ProcessEnv,
  values: Readonly<Record<string, string | undefined>>,
): string {
  return Object.entries(values)
    .filter(([name]) => environment[name])
    .map(([name, value]) => (value === undefined ? '' : `${name}=${wordOf(value)} `))
    .join('');
}

function isShown(databaseUrl: string | null): databaseUrl is string {
  if (databaseUrl === null) return false;
  const { password, search } = new URL(databaseUrl);
  return password === '' && !/password/i.test(search);
}

function wordOf(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text);
}
