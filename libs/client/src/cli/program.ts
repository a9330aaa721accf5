import type { CommandName } from './command-line/command-table.js';
import { commandHelp, programHelp } from './command-line/help.js';
import { type ReadCommand, readArguments } from './command-line/read-arguments.js';
import { completionsCommand } from './commands/completions-command.js';
import { creditsCommand } from './commands/credits-command.js';
import { fileCommand } from './commands/file/file-command.js';
import { loginCommand, logoutCommand } from './commands/login-command.js';
import { writeLine } from './commands/output.js';
import { cancelCommand, deleteCommand, retryCommand } from './commands/task-actions.js';
import { tasksCommand } from './commands/tasks-command.js';
import { verifyCommand } from './commands/verify-command.js';
import { CommandFailure, EXIT_CODES, READ_NO_FURTHER } from './failure.js';
import type { Host } from './host.js';
import { localHelp } from './local/local-settings.js';
import { failureOf } from './refused.js';

/** Runs a command, and resolves to the exit code. */
type RunCommand = (command: ReadCommand, host: Host) => Promise<number>;

const RUN: Readonly<Record<CommandName, RunCommand>> = {
  verify: verifyCommand,
  file: fileCommand,
  tasks: tasksCommand,
  credits: creditsCommand,
  cancel: cancelCommand,
  retry: retryCommand,
  delete: deleteCommand,
  login: loginCommand,
  logout: logoutCommand,
  completions: completionsCommand,
};

/** Runs the program, and resolves to its exit code. Unexpected errors are thrown. */
export async function runProgram(args: readonly string[], host: Host): Promise<number> {
  try {
    const command = readArguments(args);
    if (command === undefined) {
      await writeLine(host.stdout, programHelp());
      return args.length === 0 ? EXIT_CODES.usage : EXIT_CODES.done;
    }
    if (command.has('help')) {
      await writeLine(host.stdout, commandHelp(command.name));
      if (command.has('local')) await writeLine(host.stdout, `\n${await localHelp()}`);
      return EXIT_CODES.done;
    }
    return await RUN[command.name](command, host);
  } catch (error) {
    // An interrupted step ends with an error of its own, but the interrupt counts.
    const cause =
      host.signal.aborted && !(error instanceof CommandFailure) ? host.signal.reason : failureOf(error);
    if (isClosedPipe(cause)) return READ_NO_FURTHER;
    if (!(cause instanceof CommandFailure)) throw cause;
    host.stderr.write(`${cause.message}\n`);
    return cause.exitCode;
  }
}

/** Whoever read the standard output, `head` for instance, has closed it. */
function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
