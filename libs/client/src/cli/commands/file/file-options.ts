import { basename, dirname, join, parse, resolve } from 'node:path';
import { SEVERAL_NUMBERS, type SubmitSettings } from '../../../shapes/file.js';
import { type DownloadQuery, RESULT_COLUMNS } from '../../../shapes/result.js';
import { VERIFICATION_STATUSES } from '../../../shapes/verification.js';
import {
  choiceOption,
  listOption,
  type ReadCommand,
  wholeOption,
  wrongCommandLine,
} from '../../command-line/read-arguments.js';

/** The options of `dialproof file`. */
export interface FileOptions {
  /** A path, or `-` for the standard input; undefined if a task is resumed and no file was named. */
  readonly input: string | undefined;
  /** A path, or `-` for the standard output; undefined: beside the file. */
  readonly out: string | undefined;
  readonly settings: SubmitSettings;
  readonly query: DownloadQuery;
  readonly resume: string | undefined;
  /** Whether it works without a server. */
  readonly isLocal: boolean;
  readonly isForced: boolean;
  readonly isSure: boolean;
  /** Whether a file is verified in which no number was found: each of its rows is unknown. */
  readonly isWithoutNumbers: boolean;
  readonly isJson: boolean;
}

/** Throws `CommandFailure` for contradictory options. */
export function fileOptions(command: ReadCommand): FileOptions {
  const [input, ...more] = command.operands;
  const resume = command.text('resume');
  if (more.length > 0)
    throw wrongCommandLine(`One file is verified at a time, ${more.length + 1} are named.`);
  if (input === undefined && resume === undefined) throw wrongCommandLine('Name a file to verify.');
  const isLocal = command.has('local');
  if (isLocal && resume !== undefined) {
    throw wrongCommandLine('Without a server there is no task to resume: leave --resume out to begin anew.');
  }
  // Input from a pipe has no folder for the result.
  const out = command.text('out') ?? (input === '-' ? '-' : undefined);
  if (out !== undefined && out !== '-' && input !== undefined && resolve(out) === resolve(input)) {
    throw wrongCommandLine(`The result would replace ${input} itself: name another file with --out.`);
  }
  if (out === '-' && command.has('json')) {
    throw wrongCommandLine(
      'The result and --json would both be written to the standard output: name a file with --out.',
    );
  }
  return {
    input,
    out,
    settings: settingsOf(command),
    query: {
      format: out?.toLowerCase().endsWith('.xlsx') === true ? 'xlsx' : 'csv',
      status: listOption(command, 'status', VERIFICATION_STATUSES),
      columns: listOption(command, 'columns', RESULT_COLUMNS),
    },
    resume,
    isLocal,
    isForced: command.has('force'),
    isSure: command.has('yes'),
    isWithoutNumbers: command.has('without-numbers'),
    isJson: command.has('json'),
  };
}

function settingsOf(command: ReadCommand): SubmitSettings {
  return {
    phone_column: command.text('column'),
    default_country: command.text('country'),
    country_column: command.text('country-column'),
    default_area_code: command.text('area-code'),
    several_numbers: choiceOption(command, 'several-numbers', SEVERAL_NUMBERS),
    header_row: wholeOption(command, 'header-row', 1),
    sheet: command.text('sheet'),
    encoding: command.text('encoding'),
    max_credits: wholeOption(command, 'max-credits'),
  };
}

/** people.csv and people.xlsx both become people-verified.csv, as the server names it, beside the file. */
export function resultBeside(file: string): string {
  return join(dirname(file), `${parse(basename(file)).name}-verified.csv`);
}

/** The result of a file that only the server knows. Whatever it is called there, its result is in this folder. */
export function resultHere(fileName: string): string {
  return resultBeside(basename(fileName));
}

/** people-verified.csv becomes people-verified.partial.csv. */
export function partialPath(path: string): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}.partial${ext}`);
}
