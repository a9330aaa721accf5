import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isDialproofError } from '@dialproof/core';
import { type MovedDatabase, moveToPostgres } from '@dialproof/sql/operations/move';
import { type RecordAction, withOperatorAudit } from '../audit/open-audit-log.js';
import {
  commandSettings,
  type OperatorCommand,
  parsedArguments,
  UsageError,
} from '../command-line/operator-command.js';
import { StartRefusal } from '../settings/setting-variable.js';

export const moveCommand: OperatorCommand = {
  name: 'move',
  help: (commandLine) => `Moves the database of the server, which has to be stopped, to PostgreSQL.

  ${commandLine('move', '--from sqlite:FILE --to postgres://USER@HOST:5432/NAME')} [--schema SCHEMA]

--from    the database in the data folder: sqlite:data/dialproof.sqlite
--to      an address of PostgreSQL. Give a password as PGPASSWORD rather than here: others can see command lines
--schema  the schema for the tables, which has to be empty (default dialproof)

Everything arrives and is compared, or nothing is moved. Afterwards, servers refuse to start on the old database.`,
  async run(args, path) {
    const command = readMoveCommand(args);
    if (command === undefined) return undefined;
    const file = path(command.file);
    // Before the audit log, whose folder is that of the database.
    if (!existsSync(file)) throw new StartRefusal(`There is no database ${file}.`);
    const settings = { ...commandSettings(), dataDirectory: dirname(file) };
    return withOperatorAudit(settings, (record) => move({ ...command, file }, record));
  },
};

interface MoveCommand {
  /** The path of the SQLite database, as it was written. */
  readonly file: string;
  readonly url: string;
  readonly schema: string | undefined;
}

/** Reads the arguments; undefined for help. Throws UsageError with a sentence. */
export function readMoveCommand(args: readonly string[]): MoveCommand | undefined {
  const { positionals, values } = parsedArguments(() =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        schema: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  );
  const { from, help, schema, to } = values;
  if (help === true || positionals[0] === 'help') return undefined;
  if (positionals.length > 0) throw new UsageError(`"${positionals.join(' ')}" is not understood.`);
  const file = from?.startsWith('sqlite:') ? from.slice('sqlite:'.length) : '';
  if (file === '') throw new UsageError('--from takes sqlite: and the path of the database.');
  if (to === undefined || !isPostgres(to)) {
    throw new UsageError('--to takes an address of PostgreSQL, as postgres://user@host:5432/name.');
  }
  if (schema !== undefined && !/^[a-z_][a-z0-9_]{0,49}$/.test(schema)) {
    throw new UsageError('--schema takes 1 to 50 small letters, digits and underscores, no digit first.');
  }
  return { file, url: to, schema };
}

/** Resolves to the lines to print. Rejects with StartRefusal, in a sentence. `file`: the path of the database. */
export async function move(
  { file, schema, url }: MoveCommand,
  record: RecordAction,
): Promise<readonly string[]> {
  try {
    const moved = await moveToPostgres({
      from: { file, lockFile: join(dirname(file), 'dialproof.lock') },
      to: { url, ...(schema === undefined ? {} : { schema }) },
    });
    record({ event: 'database.moved', accounts: moved.credits.accounts, tasks: rowsOf(moved, 'tasks') });
    return summaryOf(moved, file);
  } catch (error) {
    if (!isDialproofError(error, 'storage_unavailable')) throw error;
    throw new StartRefusal(`The move failed: ${error.hint}.`);
  }
}

function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);
}

function rowsOf({ tables }: MovedDatabase, name: string): number {
  return tables.find(({ table }) => table === name)?.rows ?? 0;
}

function summaryOf({ credits, schemaVersion, tables }: MovedDatabase, file: string): readonly string[] {
  const { accounts, available, charged, granted, held } = credits;
  const width = Math.max(...tables.map(({ table }) => table.length));
  return [
    ...tables.map(
      ({ digest, rows, table }) =>
        `${table.padEnd(width)}  ${inDigits(rows).padStart(13)} rows  sha256 ${digest.slice(0, 16)}`,
    ),
    `Both sides have the same rows, from schema version ${schemaVersion}.`,
    `Of ${inDigits(accounts)} accounts, each has the same credits on both sides: ${inDigits(granted)} granted, ${inDigits(charged)} charged, ${inDigits(available)} available, ${inDigits(held)} held.`,
    `Moved. Start the server with the new database. ${file} is kept as it was, and servers refuse to start on it: delete it when you no longer need it.`,
  ];
}

function inDigits(count: number): string {
  return count.toLocaleString('en');
}
