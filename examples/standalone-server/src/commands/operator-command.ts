import { resolve } from 'node:path';
import { isDialproofError } from '@dialproof/core';
import { type RecordAction, withOperatorAudit } from '../audit/operator-audit.js';
import { readSettings, type Settings } from '../settings/settings.js';
import { StartRefusal } from '../settings/start-refusal.js';
import { openDataDirectory } from '../storage/data-directory.js';
import { openStorage, type Storage } from '../storage/storage.js';
import { UsageError } from './usage-error.js';

/** A signal has ended a command. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly exitCode: number;

  /** `signalNumber` is added to 128, as shells do. */
  constructor(signalNumber: number, sentence: string) {
    super(sentence);
    this.exitCode = 128 + signalNumber;
  }
}

/** Runs a command of the operator's to its end. A failure is a sentence on stderr and an exit code: 2 for wrong arguments, else 1. */
export function runOperatorCommand(script: string, command: () => Promise<void>): void {
  command().catch((error: unknown) => {
    console.error(explanationOf(error, script));
    process.exitCode = exitCodeOf(error);
  });
}

/** The settings of the server that commands need, which do not include its checker. */
export function commandSettings(): Settings {
  return readSettings({ ...process.env, NODE_ENV: '' });
}

/** Opens the server's storage, in its data folder or in PostgreSQL, and its audit log, for the time of `use`. The server may run meanwhile. */
export async function withStorage(
  use: (storage: Storage, record: RecordAction) => Promise<void>,
): Promise<void> {
  const settings = commandSettings();
  const { databaseFile } = openDataDirectory(settings.dataDirectory);
  await withOperatorAudit(settings, async (record) => {
    const storage = await openStorage(databaseFile, settings);
    try {
      await use(storage, record);
    } finally {
      await storage.database.close();
    }
  });
}

/** Throws StartRefusal over PostgreSQL, for a command that copies the embedded file. */
export function assertEmbedded(command: string, { databaseUrl }: Pick<Settings, 'databaseUrl'>): void {
  if (databaseUrl === null) return;
  throw new StartRefusal(
    `${command} copies the embedded database alone, and DATABASE_URL names PostgreSQL: use pg_dump and pg_restore, see docs/operating.md.`,
  );
}

/** An absolute path. npm runs a script in the root folder; a file is named as seen from where npm was called. */
export function callersPath(script: string, path: string): string {
  const { INIT_CWD, npm_lifecycle_event } = process.env;
  return resolve(npm_lifecycle_event === script && INIT_CWD !== undefined ? INIT_CWD : '.', path);
}

function explanationOf(error: unknown, script: string): unknown {
  if (error instanceof UsageError) return `${error.message} See: npm run -s ${script} -- --help`;
  if (error instanceof StartRefusal || error instanceof Stopped) return error.message;
  return isDialproofError(error, 'storage_unavailable')
    ? `The database cannot be used: ${error.hint}.`
    : error;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return 2;
  return error instanceof Stopped ? error.exitCode : 1;
}
