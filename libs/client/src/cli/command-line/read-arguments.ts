import { parseArgs } from 'node:util';
import { CommandFailure, EXIT_CODES } from '../failure.js';
import {
  COMMAND_NAMES,
  type CommandName,
  commandOf,
  isCommandName,
  type OptionName,
  optionOf,
} from './command-table.js';

/** A command with its arguments. */
export interface ReadCommand {
  readonly name: CommandName;
  readonly operands: readonly string[];
  /** The value of an option; undefined if it was left out. */
  text(name: OptionName): string | undefined;
  /** Whether an option without a value was given. */
  has(name: OptionName): boolean;
}

/** The command in the arguments; undefined if there are none or help is requested. Throws {@link CommandFailure}. */
export function readArguments(args: readonly string[]): ReadCommand | undefined {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return undefined;
  if (!isCommandName(name)) {
    throw wrongCommandLine(`There is no command ${name}. There are ${COMMAND_NAMES.join(', ')}.`);
  }
  const { withoutServer } = commandOf(name);
  if (withoutServer !== undefined && beforeOperands(rest).includes('--local')) {
    throw wrongCommandLine(`${name} needs a server: ${withoutServer}.`);
  }
  const { values, positionals } = parsed(name, rest);
  const given = new Map(Object.entries(values));
  return {
    name,
    operands: positionals,
    text: (option) => {
      const value = given.get(option);
      return typeof value === 'string' ? value : undefined;
    },
    has: (option) => given.get(option) === true,
  };
}

/** The arguments that may be options: behind `--` everything is an operand. */
function beforeOperands(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end === -1 ? args : args.slice(0, end);
}

function parsed(name: CommandName, args: readonly string[]) {
  const options = Object.fromEntries(
    commandOf(name).options.map((option) => {
      const { short, value } = optionOf(option);
      const type = value === undefined ? ('boolean' as const) : ('string' as const);
      return [option, { type, ...(short === undefined ? {} : { short }) }];
    }),
  );
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    // It names the option, and takes `-5` for one.
    const said = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    throw wrongCommandLine(`${said.replace(/\.$/, '')}. See dialproof ${name} --help.`);
  }
}

export function wrongCommandLine(message: string): CommandFailure {
  return new CommandFailure(EXIT_CODES.usage, message);
}

/** The value of an option that is a whole number. */
export function wholeOption(command: ReadCommand, name: OptionName, least = 0): number | undefined {
  const text = command.text(name);
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw wrongCommandLine(`--${name} takes a whole number from ${least}, not "${text}".`);
}

/** The value of an option that is one of these. */
export function choiceOption<Choice extends string>(
  command: ReadCommand,
  name: OptionName,
  choices: readonly Choice[],
): Choice | undefined {
  const text = command.text(name);
  if (text === undefined) return undefined;
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw wrongCommandLine(`--${name} takes ${choices.join(' or ')}, not "${text}".`);
}

/** The value of an option that is one or more of these, with commas. */
export function listOption<Choice extends string>(
  command: ReadCommand,
  name: OptionName,
  choices: readonly Choice[],
): readonly Choice[] | undefined {
  const text = command.text(name);
  if (text === undefined) return undefined;
  const found = text.split(',').map((word) => choices.find((choice) => choice === word.trim()));
  const known = found.filter((choice) => choice !== undefined);
  if (known.length === found.length && new Set(known).size === known.length) return known;
  throw wrongCommandLine(
    `--${name} takes one or more of ${choices.join(', ')}, with commas and none twice, not "${text}".`,
  );
}
