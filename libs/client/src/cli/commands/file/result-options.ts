import { basename, dirname, join, parse, resolve } from 'node:path';
import type { DownloadQuery, ResultColumn, VerificationStatus } from '../../../api/api.js';
import type { ProgramCommand } from '../../command-line/options.js';
import { wrongCommandLine } from '../../failures/failure.js';

/** The options for the path of a result, and for the rows and columns that it has. */
export interface ResultOptions {
  /** A path, or `-` for the standard output. */
  readonly out?: string;
  readonly force?: true;
  readonly status?: readonly VerificationStatus[];
  readonly columns?: readonly ResultColumn[];
}

export function withResultOptions(command: ProgramCommand): ProgramCommand {
  return command.with('out', 'force', 'status', 'columns');
}

/** The part of the result, in the format of the file that it goes to. */
export function queryOf({ status, columns }: ResultOptions, out: string): DownloadQuery {
  return { format: out.toLowerCase().endsWith('.xlsx') ? 'xlsx' : 'csv', status, columns };
}

/** Throws `CommandFailure` if the result would mix with the JSON on the standard output, or replace its own input. */
export function assertSeparate(
  out: string,
  { json, input }: { readonly json?: true; readonly input?: string },
) {
  if (out === '-' && json) {
    throw wrongCommandLine(
      'The result and --json would both go to the standard output. Name a file with --out.',
    );
  }
  if (out !== '-' && input !== undefined && resolve(out) === resolve(input)) {
    throw wrongCommandLine(`The result would replace ${input} itself. Name another file with --out.`);
  }
}

/** people.csv and people.xlsx both become people-verified.csv, as the server names it, beside the file. */
export function resultBeside(file: string): string {
  return join(dirname(file), `${parse(basename(file)).name}-verified.csv`);
}

/** The path of a result without a local file: in the current folder, under the server's name without any folders. */
export function resultHere(fileName: string): string {
  return resultBeside(basename(fileName));
}

/** people-verified.csv becomes people-verified.partial.csv. */
export function partialPath(path: string): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}.partial${ext}`);
}
