import { parseArgs } from 'node:util';
import type { NumberChecker } from '@dialproof/core';
import { openLogDestination } from '../log/log-destination.js';
import { createLog } from '../log/logging.js';
import { readSettings, type Settings } from '../settings/settings.js';
import { StartRefusal } from '../settings/start-refusal.js';
import type { StartOptions } from '../start-server.js';
import type { CommandLine, CommandName } from './command-names.js';
import { endOnDefect, stopOnSignals } from './end-of-process.js';

/** A program that runs until it is stopped. */
export interface Running {
  /** The text that is printed once it is ready. */
  readonly welcome: string;
  /** Called when the welcome was written. */
  readonly wasShown?: () => void;
  close(): Promise<void>;
}

export interface Program {
  readonly name: CommandName;
  /** The text of `--help`. */
  readonly help: (commandLine: CommandLine) => string;
  /** The text of `--examples`; left out if there are none. */
  readonly examples?: (settings: Settings) => string;
  readonly start: (settings: Settings, options: ProgramStartOptions) => Promise<Running>;
}

export interface ProgramOptions {
  readonly commandLine: CommandLine;
  /** Undefined: the checker of the settings. */
  readonly checker: NumberChecker | undefined;
}

type ProgramStartOptions = Pick<ProgramOptions, 'commandLine'> &
  Required<Pick<StartOptions, 'log' | 'stderr'>> &
  Pick<StartOptions, 'checker'>;

/** Runs a program as this process: its settings come from the environment, and a signal ends it. */
export function runProgram(
  program: Program,
  args: readonly string[],
  { checker, commandLine }: ProgramOptions,
): void {
  // Text for people goes to stdout, logs for machines to stderr.
  const logs = openLogDestination();
  const exit = async (code: number) => {
    // During a write that never ends, process.exit would hang too.
    if ((await logs.finish()) === 'stuck') process.kill(process.pid, 'SIGKILL');
    process.exit(code);
  };
  const exitWith = (code: number) => void exit(code);

  const run = async () => {
    const options = optionsOf(args, program, commandLine);
    if (options.help) return console.log(program.help(commandLine));
    const settings = readSettings(process.env);
    if (options.examples) return console.log(program.examples?.(settings));
    const log = createLog(settings.logLevel, logs.stream);
    endOnDefect({ log, exit: exitWith });
    const running = await program.start(settings, {
      commandLine,
      log,
      stderr: logs.stream,
      ...(checker === undefined ? {} : { checker }),
    });
    stopOnSignals({
      timeoutMs: settings.shutdownTimeoutMs,
      log,
      close: () => running.close(),
      exit: exitWith,
    });
    if (await print(running.welcome)) running.wasShown?.();
  };

  run().catch((error: unknown) => {
    console.error(error instanceof StartRefusal ? error.message : error);
    exitWith(1);
  });
}

/** Writes to stdout, and resolves to whether it was written. */
function print(text: string): Promise<boolean> {
  // Without a listener, a closed reader would end the program.
  process.stdout.on('error', () => {});
  return new Promise((resolve) => process.stdout.write(`${text}\n`, (error) => resolve(!error)));
}

function optionsOf(args: readonly string[], { examples, name }: Program, commandLine: CommandLine) {
  const shown = { type: 'boolean' } as const;
  const options = { help: { ...shown, short: 'h' }, ...(examples === undefined ? {} : { examples: shown }) };
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const [problem] = String(error instanceof Error ? error.message : error).split('. ');
    throw new StartRefusal(
      `${problem}. Settings come from the environment, see: ${commandLine(name, '--help')}`,
    );
  }
}
