import { isDialproofError } from '@dialproof/core';
import { type RecordAction, withOperatorAudit } from '../audit/open-audit-log.js';
import { StartRefusal } from '../settings/setting-variable.js';
import { readSettings, type Settings } from '../settings/settings.js';
import { openDataDirectory, openStorage, type Storage } from '../storage/storage.js';
import type { CommandLine, CommandName } from './run-program.js';

/** A command of the operator, which does one thing and ends. */
export interface OperatorCommand {
  readonly name: CommandName;
  /** The text of `--help`. */
  help(commandLine: CommandLine): string;
  /**
   * Resolves to the lines to print, or to undefined if the arguments ask for help. `path` makes a path of the arguments absolute. Rejects
   * with UsageError or StartRefusal, in a sentence.
   */
  run(args: readonly string[], path: (file: string) => string): Promise<readonly string[] | undefined>;
}

export interface OperatorCommandOptions {
  readonly commandLine: CommandLine;
  readonly path: (file: string) => string;
}

/** Thrown when a signal has ended a command. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly exitCode: number;

  /** `signalNumber` is added to 128, as shells do. */
  constructor(signalNumber: number, sentence: string) {
    super(sentence);
    this.exitCode = 128 + signalNumber;
  }
}

/** Runs a command to its end. A failure is a sentence on stderr and an exit code: 2 for wrong arguments, else 1. */
export async function runOperatorCommand(
  command: OperatorCommand,
  args: readonly string[],
  { commandLine, path }: OperatorCommandOptions,
): Promise<void> {
  try {
    const lines = (await command.run(args, path)) ?? [command.help(commandLine)];
    for (const line of lines) console.log(line);
  } catch (error) {
    console.error(explanationOf(error, commandLine(command.name, '--help')));
    process.exitCode = exitCodeOf(error);
  }
}

/** The settings of the server that commands need, which do not include its checker. */
export function commandSettings(): Settings {
  return readSettings({ ...process.env, NODE_ENV: '' });
}

/**
 * Opens the server's storage, in its data folder or in PostgreSQL, and its audit log, for the time of `use`. The server may run meanwhile.
 */
export async function withStorage<Result>(
  use: (storage: Storage, record: RecordAction) => Promise<Result>,
): Promise<Result> {
  const settings = commandSettings();
  const { databaseFile } = openDataDirectory(settings.dataDirectory);
  return withOperatorAudit(settings, async (record) => {
    const storage = await openStorage(databaseFile, settings);
    try {
      return await use(storage, record);
    } finally {
      await storage.database.close();
    }
  });
}

/** Throws StartRefusal over PostgreSQL, for a command that copies the embedded file. */
export function assertEmbedded(command: string, { databaseUrl }: Pick<Settings, 'databaseUrl'>): void {
  if (databaseUrl === null) return;
  throw new StartRefusal(
    `${command} only copies the embedded database, but DATABASE_URL names PostgreSQL: use pg_dump and pg_restore, see docs/operating.md.`,
  );
}

function explanationOf(error: unknown, help: string): unknown {
  if (error instanceof UsageError) return `${error.message} See: ${help}`;
  if (error instanceof StartRefusal || error instanceof Stopped) return error.message;
  return isDialproofError(error, 'storage_unavailable')
    ? `The database cannot be used: ${error.hint}.`
    : error;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return 2;
  return error instanceof Stopped ? error.exitCode : 1;
}

/** A count with its noun, for a sentence: `1 task`, `1,204 tasks`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** An error in the arguments. Its message is a sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Returns the result of `parse`. An error of Node's parser becomes a UsageError. */
export function parsedArguments<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    // Node's addition about arguments that begin with a dash does not help here.
    const [problem] = String(error instanceof Error ? error.message : error).split('. ');
    throw new UsageError(`${problem}.`);
  }
}
