import { parseArgs } from 'node:util';
import { openPostgresDatabase, postgresMigrationScript } from '@dialproof/sql/postgres';
import {
  commandSettings,
  type OperatorCommand,
  parsedArguments,
  UsageError,
} from '../command-line/operator-command.js';
import type { CommandLine } from '../command-line/run-program.js';
import { StartRefusal } from '../settings/setting-variable.js';
import type { Settings } from '../settings/settings.js';
import { databaseRefusal } from './storage.js';

type MigrateCommand =
  | { readonly name: 'help' }
  | { readonly name: 'migrate' }
  | { readonly name: 'print'; readonly after: number };

export const migrateCommand: OperatorCommand = {
  name: 'migrate',
  help: migrateHelp,
  async run(args) {
    const command = readMigrateCommand(args);
    return command.name === 'help' ? undefined : doMigrateCommand(commandSettings(), command);
  },
};

function migrateHelp(commandLine: CommandLine): string {
  const printing = commandLine('migrate', '--print [--after N]');
  return `Updates the tables of the server in PostgreSQL before it starts.

  ${commandLine('migrate').padEnd(printing.length)}  updates them; several at once wait for each other
  ${printing}  prints the SQL that does so, from version N on; changes nothing

DATABASE_URL names the database, DIALPROOF_DATABASE_SCHEMA the schema (default dialproof). With DIALPROOF_MIGRATE=off, servers and workers
refuse to start until this is done.`;
}

/** Throws UsageError with a sentence. */
export function readMigrateCommand(args: readonly string[]): MigrateCommand {
  const { values } = parsedArguments(() =>
    parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h' },
        print: { type: 'boolean' },
        after: { type: 'string' },
      },
    }),
  );
  if (values.help === true) return { name: 'help' };
  const { after = '0' } = values;
  if (values.print === true) {
    if (!/^\d{1,9}$/.test(after))
      throw new UsageError(`--after is "${after}", expected a version such as 12.`);
    return { name: 'print', after: Number(after) };
  }
  if (values.after !== undefined) throw new UsageError('--after needs --print.');
  return { name: 'migrate' };
}

/** Resolves to the lines to print. Rejects with StartRefusal, in a sentence. */
export async function doMigrateCommand(
  settings: Settings,
  command: Exclude<MigrateCommand, { readonly name: 'help' }>,
): Promise<readonly string[]> {
  const { databaseSchema: schema, databaseUrl: url } = settings;
  if (command.name === 'print') return [script(schema, command.after)];
  if (url === null) {
    throw new StartRefusal('migrate needs DATABASE_URL: each start brings the embedded file up to date.');
  }
  try {
    const database = await openPostgresDatabase({ url, schema, maxConnections: 2 });
    await database.close();
  } catch (error) {
    throw databaseRefusal(error, settings);
  }
  return [`Schema ${schema} is up to date.`];
}

function script(schema: string, after: number): string {
  try {
    return postgresMigrationScript({ schema, after }).trimEnd();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`--after is ${after}, a version that this release does not know.`);
  }
}
