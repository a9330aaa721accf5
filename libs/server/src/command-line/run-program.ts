import type { EventEmitter } from 'node:events';
import { parseArgs } from 'node:util';
import type { NumberChecker } from '@dialproof/core';
import { createLog, type Log, openLogDestination } from '../log.js';
import { StartRefusal } from '../settings/setting-variable.js';
import { readSettings, type Settings } from '../settings/settings.js';
import type { StartOptions } from '../start-server.js';

/** The commands, each with its effect. */
export const COMMANDS = {
  start: 'serves the API and the page, and works on files',
  worker: 'works on files and delivers webhooks over PostgreSQL, beside servers',
  migrate: 'updates the tables in PostgreSQL',
  account: 'manages accounts, their credits and their tokens',
  evidence: 'imports and removes evidence: where numbers were seen',
  backup: 'copies the embedded database into a file',
  restore: 'replaces the embedded database with a backup',
  move: 'moves the embedded database to PostgreSQL',
} as const;

export type CommandName = keyof typeof COMMANDS;

/** Returns the line that people type for a command, with its arguments. */
export type CommandLine = (command: CommandName, args?: string) => string;

export const packagedCommandLine: CommandLine = (command, args) =>
  `dialproof-server ${command}${args === undefined ? '' : ` ${args}`}`;

export function isCommandName(text: string): text is CommandName {
  return Object.hasOwn(COMMANDS, text);
}

/** A program that runs until it is stopped. */
interface Running {
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

interface ProgramOptions {
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

interface StopOptions {
  readonly timeoutMs: number;
  readonly log: Log;
  /** Stops the program. */
  readonly close: () => Promise<void>;
  /** Ends the process. */
  readonly exit: (code: number) => void;
  /** The emitter of the signals. Default: the process. */
  readonly signals?: EventEmitter;
}

/** npm passes on a Ctrl+C that the terminal has already sent to every process: two signals so close are one. */
const SAME_SIGNAL_MS = 500;

/**
 * Stops in an orderly way at the first SIGTERM or SIGINT and exits with 0. If that takes longer than `timeoutMs` or fails, or at a second
 * signal, it exits with 1 at once. The next start continues unfinished work.
 */
export function stopOnSignals({ timeoutMs, log, close, exit, signals = process }: StopOptions): void {
  let stoppingSince: number | undefined;

  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return;
      log.warn({ signal }, 'second signal: exits at once');
      return exit(1);
    }
    stoppingSince = performance.now();
    log.info({ signal, timeoutMs }, 'stopping');
    const force = setTimeout(() => {
      log.error('shutdown took too long: exits at once');
      exit(1);
    }, timeoutMs);
    try {
      await close();
      log.info('stopped');
      exit(0);
    } catch (error) {
      log.error({ error }, 'stopping failed');
      exit(1);
    } finally {
      clearTimeout(force);
    }
  };

  signals.on('SIGTERM', stop);
  signals.on('SIGINT', stop);
}

interface DefectOptions {
  readonly log: Log;
  /** Ends the process. */
  readonly exit: (code: number) => void;
  /** The emitter of `uncaughtException`, unhandled rejections included. Default: the process. */
  readonly errors?: EventEmitter;
}

/**
 * Ends the process with 1 at an uncaught error, since work may be half done: the next start continues it. Node would end it too, but print
 * the error in full, with any number or token in it. The log masks them.
 */
export function endOnDefect({ log, exit, errors = process }: DefectOptions): void {
  errors.on('uncaughtException', (error) => {
    log.fatal({ error }, 'uncaught error: exits at once');
    exit(1);
  });
}
