import { resolve } from 'node:path';
import { assertOptionNames, type NumberChecker } from '@dialproof/core';
import { type OperatorCommand, runOperatorCommand } from './operator-command.js';
import {
  COMMANDS,
  type CommandLine,
  type CommandName,
  isCommandName,
  type Program,
  packagedCommandLine,
  runProgram,
} from './run-program.js';

export interface CommandOptions {
  /** The checker of `start` and `worker`. Default: the one that `DIALPROOF_CHECKER` names. */
  readonly checker?: NumberChecker;
  /** Returns the line that people type for a command, for help and messages. Default: `dialproof-server <command> <arguments>`. */
  readonly commandLine?: CommandLine;
  /** The folder in which files of arguments are sought. Default: the working directory. */
  readonly folder?: string;
}

/**
 * Runs a command of the server as this process: takes the settings from the environment, prints, and exits. The first argument is the
 * name of the command.
 */
export async function runCommand(args: readonly string[], options: CommandOptions = {}): Promise<void> {
  assertOptionNames('runCommand', options, { checker: true, commandLine: true, folder: true });
  const { checker, commandLine = packagedCommandLine, folder = '.' } = options;
  const [name = '--help', ...others] = args;
  if (['--help', '-h', 'help'].includes(name)) return console.log(overview(commandLine));
  if (!isCommandName(name)) {
    console.error(`There is no command ${name}.\n\n${overview(commandLine)}`);
    process.exitCode = 2;
    return;
  }
  const command = await load(name);
  if ('start' in command) return runProgram(command, others, { checker, commandLine });
  await runOperatorCommand(command, others, { commandLine, path: (file) => resolve(folder, file) });
}

// Each command is loaded when it is used, since most need few of the packages.
async function load(name: CommandName): Promise<Program | OperatorCommand> {
  switch (name) {
    case 'start':
      return (await import('./server-program.js')).serverProgram;
    case 'worker':
      return (await import('../start-worker.js')).workerProgram;
    case 'migrate':
      return (await import('../storage/migrate-command.js')).migrateCommand;
    case 'account':
      return (await import('../accounts/account-actions.js')).accountCommand;
    case 'evidence':
      return (await import('../evidence/evidence-actions.js')).evidenceCommand;
    case 'backup':
      return (await import('../storage/backup-command.js')).backupCommand;
    case 'restore':
      return (await import('../storage/backup-command.js')).restoreCommand;
    case 'move':
      return (await import('../storage/move-command.js')).moveCommand;
    default:
      return name satisfies never;
  }
}

function overview(commandLine: CommandLine): string {
  const names = Object.keys(COMMANDS) as CommandName[];
  const width = Math.max(...names.map((name) => commandLine(name).length));
  return [
    'The Dialproof server and its commands. Each has --help.',
    '',
    ...names.map((name) => `  ${commandLine(name).padEnd(width)}  ${COMMANDS[name]}`),
  ].join('\n');
}
