import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isDialproofError } from '@dialproof/core';
import { backUpSqliteDatabase, restoreSqliteDatabase } from '@dialproof/sql/operations/backup';
import { type RecordAction, withOperatorAudit } from '../audit/open-audit-log.js';
import {
  assertEmbedded,
  commandSettings,
  counted,
  type OperatorCommand,
  parsedArguments,
  UsageError,
} from '../command-line/operator-command.js';
import { StartRefusal } from '../settings/setting-variable.js';
import { openDataDirectory } from './storage.js';

export const backupCommand: OperatorCommand = {
  name: 'backup',
  help: (commandLine) => `Copies the database of the server into a file, also while it runs.

  ${commandLine('backup', 'FILE')}   FILE must not exist yet; prints its path on the last line

DIALPROOF_DATA_DIR names the data folder (default ./data).`,
  async run(args, path) {
    const file = readFileArgument(args);
    if (file === undefined) return undefined;
    const settings = commandSettings();
    assertEmbedded('backup', settings);
    return withOperatorAudit(settings, (record) => backUp(settings.dataDirectory, path(file), record));
  },
};

export const restoreCommand: OperatorCommand = {
  name: 'restore',
  help: (commandLine) => `Replaces the database of the server, which has to be stopped, with a backup.

  ${commandLine('restore', 'FILE')}   checks the backup, then replaces the database; the previous one is kept beside it

DIALPROOF_DATA_DIR names the data folder (default ./data).`,
  async run(args, path) {
    const file = readFileArgument(args);
    if (file === undefined) return undefined;
    const settings = commandSettings();
    assertEmbedded('restore', settings);
    // Works with a new folder too, in which the audit log begins.
    openDataDirectory(settings.dataDirectory);
    return withOperatorAudit(settings, (record) => restore(settings.dataDirectory, path(file), record));
  },
};

/** Reads the arguments of both commands: the file, or undefined for help. Throws UsageError with a sentence. */
export function readFileArgument(args: readonly string[]): string | undefined {
  const { positionals, values } = parsedArguments(() =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' } },
    }),
  );
  const [file, ...others] = positionals;
  if (values.help === true || file === 'help') return undefined;
  if (file === undefined) throw new UsageError('No file was named.');
  if (others.length > 0) throw new UsageError(`"${others.join(' ')}" is not understood after ${file}.`);
  return file;
}

/** Resolves to the lines to print. Rejects with StartRefusal, in a sentence. */
export async function backUp(
  dataDirectory: string,
  target: string,
  record: RecordAction,
): Promise<readonly string[]> {
  return inSentences(`The backup of ${dataDirectory} was not made`, async () => {
    await backUpSqliteDatabase({ file: join(dataDirectory, 'dialproof.sqlite'), target });
    const bytes = (await stat(target)).size;
    record({ event: 'backup.made', bytes });
    return [`The database was copied, ${bytes.toLocaleString('en')} bytes, to:`, target];
  });
}

/** Resolves to the lines to print. Rejects with StartRefusal, in a sentence; nothing was replaced then. */
export async function restore(
  dataDirectory: string,
  backup: string,
  record: RecordAction,
): Promise<readonly string[]> {
  const { databaseFile, lockFile } = openDataDirectory(dataDirectory);
  return inSentences(`Nothing was restored to ${dataDirectory}`, async () => {
    const restored = await restoreSqliteDatabase({ backup, file: databaseFile, lockFile });
    const { accounts, replaced, schemaVersion, tasks } = restored;
    record({ event: 'restore.done', accounts, tasks });
    return [
      `Restored: ${counted(accounts, 'account')}, whose credits add up, and ${counted(tasks, 'task')}, from schema version ${schemaVersion}.`,
      ...(replaced === undefined
        ? []
        : [`The previous database is kept: delete it when you no longer need it: ${replaced}`]),
    ];
  });
}

async function inSentences<Result>(problem: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!isDialproofError(error, 'storage_unavailable')) throw error;
    throw new StartRefusal(`${problem}: ${error.hint}.`);
  }
}
