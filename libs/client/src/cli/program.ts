import { type Command, CommanderError, type Help } from 'commander';
import { completionsCommand } from './command-line/completions.js';
import { ProgramCommand } from './command-line/options.js';
import { changesCommand } from './commands/changes-command.js';
import { creditsCommand, whoamiCommand } from './commands/credits-command.js';
import { eraseCommand } from './commands/erase-command.js';
import { downloadCommand } from './commands/file/download-command.js';
import { fileCommand, watchCommand } from './commands/file/file-command.js';
import { previewCommand } from './commands/file/preview-command.js';
import { listsCommand } from './commands/lists-command.js';
import { loginCommand, logoutCommand } from './commands/login-command.js';
import { openCommand } from './commands/open-command.js';
import { suppressionsCommand } from './commands/suppressions-command.js';
import { cancelCommand, deleteCommand, retryCommand } from './commands/task-actions.js';
import { tasksCommand } from './commands/tasks-command.js';
import { verifyCommand } from './commands/verify-command.js';
import {
  CommandFailure,
  EXIT_CODES,
  isSystemError,
  READ_NO_FURTHER,
  wrongCommandLine,
} from './failures/failure.js';
import { failureOf } from './failures/refused.js';
import type { Host } from './host.js';
import { localHelp } from './local/local-settings.js';
import { mcpCommand } from './mcp/mcp-command.js';
import { asSentence, wrapped, writeLine } from './terminal/output.js';
import { versionOfPackage } from './version.js';

/** Every command, in the order of the help. */
const COMMANDS: readonly ((program: ProgramCommand, host: Host) => void)[] = [
  verifyCommand,
  fileCommand,
  previewCommand,
  tasksCommand,
  watchCommand,
  downloadCommand,
  changesCommand,
  listsCommand,
  suppressionsCommand,
  eraseCommand,
  cancelCommand,
  retryCommand,
  deleteCommand,
  creditsCommand,
  whoamiCommand,
  openCommand,
  mcpCommand,
  loginCommand,
  logoutCommand,
  completionsCommand,
];

/** Runs the program, and resolves to its exit code. Unexpected errors are thrown. */
export async function runProgram(args: readonly string[], host: Host): Promise<number> {
  try {
    await programOf(host).parseAsync(args, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.code === 'commander.helpDisplayed' && args.includes('--local')) {
        await writeLine(host.stdout, `\n${await localHelp()}`);
      }
      return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
    }
    // An interrupted step ends with an error of its own, but the interrupt counts.
    const cause =
      host.signal.aborted && !(error instanceof CommandFailure) ? host.signal.reason : failureOf(error);
    // The reader of the standard output, such as `head`, has closed it.
    if (isSystemError(cause) && cause.code === 'EPIPE') return READ_NO_FURTHER;
    if (!(cause instanceof CommandFailure)) throw cause;
    host.stderr.write(`${wrapped(cause.message, host.stderr)}\n`);
    return cause.exitCode;
  }
}

/** The commands with their options. Those of the program itself may stand anywhere, also before the command. */
export function programOf(host: Host): Command {
  const program = new ProgramCommand('dialproof').with('url', 'local', 'json', 'yes');
  for (const option of program.options) option.hideHelp();
  program
    .usage('<command> [options]')
    .description('Verify phone numbers, one at a time or by the file.')
    .version(versionOfPackage(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this, or the options of a command')
    .exitOverride()
    .configureHelp({ formatHelp })
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      outputError: (text, write) => write(wrapped(errorText(text), host.stderr)),
    })
    .showHelpAfterError('See dialproof --help.')
    .hook('preAction', passOptionsOn);
  for (const add of COMMANDS) add(program, host);
  for (const command of program.commands)
    command.showHelpAfterError(`See dialproof ${command.name()} --help.`);
  return program;
}

/** Passes the program's options to the command, and refuses those that the command does not take. */
function passOptionsOn(program: Command, command: Command): void {
  for (const option of program.options) {
    const name = option.attributeName();
    const value: unknown = program.getOptionValue(name);
    if (value === undefined || option.long === '--version') continue;
    if (!command.options.some(({ long }) => long === option.long)) {
      throw wrongCommandLine(refusedOption(command, option.long ?? option.flags));
    }
    command.setOptionValueWithSource(name, value, 'cli');
  }
}

function refusedOption(command: Command, option: string): string {
  const others = option === '--local' ? ' Only verify, file and preview work without a server.' : '';
  return `dialproof ${command.name()} does not take ${option}.${others}`;
}

/** `error: unknown option '--colum'\n(Did you mean --column?)` as sentences. */
function errorText(text: string): string {
  const [said = '', ...more] = text
    .replace(/^error: /, '')
    .trimEnd()
    .split('\n');
  const suggestion = more.map((line) => ` ${line.replace(/^\((.*)\)$/, '$1')}`).join('');
  return `${asSentence(said)}${suggestion}\n`;
}

/** The library's help without its headings, so that the longest one fits a terminal of 80 by 24. */
function formatHelp(command: Command, help: Help): string {
  const commands = help
    .visibleCommands(command)
    .filter((sub) => sub.name() !== 'help')
    .map((sub) => [`  ${nameWithOperands(sub, help)}`, sub.summary() || sub.description()] as const);
  const options = help
    .visibleOptions(command)
    // Readers of a command's help already know --help.
    .filter(({ long }) => long !== '--help' || command.parent === null)
    .map(({ short, flags, description }) => [`  ${short ? '' : '    '}${flags}`, description] as const);
  const width = Math.max(...[...commands, ...options].map(([term]) => term.length));
  const lines = (items: readonly (readonly [string, string])[]) =>
    items.length === 0 ? [] : ['', ...items.map(([term, meaning]) => `${term.padEnd(width)}  ${meaning}`)];
  return [
    `Usage: ${help.commandUsage(command)}`,
    help.commandDescription(command),
    ...lines(commands),
    ...lines(options),
    '',
  ].join('\n');
}

function nameWithOperands(command: Command, help: Help): string {
  const operands = command.registeredArguments.map((operand) => {
    const name = `${help.argumentTerm(operand)}${operand.variadic ? '...' : ''}`;
    return operand.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...operands].join(' ');
}
