import { join, parse, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type FileReading,
  RESULT_COLUMNS,
  type ResultColumn,
  SEVERAL_NUMBERS,
  type SeveralNumbers,
} from '@dialproof/core';
import { CHECKERS, VARIABLES } from './environment.js';
import { EXIT_CODES, ScriptFailure } from './failure.js';

export interface VerifyCommand {
  readonly file: string;
  /** Path of the result; `-` is the standard output. */
  readonly out: string;
  readonly force: boolean;
  /** What is said about the file. */
  readonly reading: FileReading;
  /** The columns behind those of the file. */
  readonly columns: readonly ResultColumn[];
}

const WIDTH = Math.max(...VARIABLES.map(({ name }) => name.length));

export const HELP = `Verifies the phone numbers of a .csv or .xlsx file and writes a CSV with a column verification_status.

  npm run -s verify-file -- people.csv   writes people.verified.csv beside it

  --out PATH               where the result goes instead; - is the standard output
  --force                  replaces a result that is there already
  --columns NAMES          what the result says of each row: one or more of status, source, reason and
                           checked_at, separated by commas; status without it
  --default-country CODE   the country of numbers that are written without one: DE, US, ...
  --default-area-code CODE the area code of numbers that are written without one: 30 for Berlin
  --several-numbers HOW    what a cell with several numbers counts as: unknown, or the first of them
  --phone-column NAME      the column of the phones, by its header or its position from 0
  --header-row ROW         the row of the header, counted from 1
  --encoding NAME          the encoding of a .csv: utf-8, windows-1251, shift_jis, ...
  --help                   prints this

The checker is named by DIALPROOF_CHECKER, the sandbox without it: ${CHECKERS.join(', ')},
or several of a chain, separated by commas. A secret may be in a file: its path is in the variable with _FILE behind the name.

${VARIABLES.map(({ name, meaning }) => `  ${name.padEnd(WIDTH)}  ${meaning}`).join('\n')}

It ends with 0 when the result is written, 2 for a wrong command line, 3 when the file cannot be read, 4 when it is refused,
5 when the result cannot be written, 6 when the checker is down, 130 after Ctrl+C, and 141 when the result is read no further.
After 6 and 130 the answers that came are in people.verified.partial.csv.`;

/** Reads the arguments; undefined when help is asked for. Throws {@link ScriptFailure}. */
export function readCommandLine(args: readonly string[]): VerifyCommand | undefined {
  const { values, positionals } = parseOptions(args);
  if (values.help) return undefined;
  const [file, ...more] = positionals;
  if (file === undefined) throw wrong('Name a file to verify.');
  if (more.length > 0) throw wrong(`One file is verified at a time, ${positionals.length} are named.`);
  const out = values.out ?? resultBeside(file);
  if (out !== '-' && resolve(out) === resolve(file)) {
    throw wrong(`The result would replace ${file} itself: name another file with --out.`);
  }
  return {
    file,
    out,
    force: values.force,
    reading: readingOf(values),
    columns: columnsOf(values.columns),
  };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        force: { type: 'boolean', default: false },
        columns: { type: 'string', default: 'status' },
        'default-country': { type: 'string' },
        'default-area-code': { type: 'string' },
        'several-numbers': { type: 'string' },
        'phone-column': { type: 'string' },
        'header-row': { type: 'string' },
        encoding: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw wrong(error instanceof Error ? `${error.message}.` : String(error));
  }
}

/** Whether there is such a column, country or encoding is said when the file is read. */
function readingOf(values: ReturnType<typeof parseOptions>['values']): FileReading {
  const { encoding } = values;
  const phoneColumn = values['phone-column'];
  const defaultCountry = values['default-country'];
  const defaultAreaCode = values['default-area-code'];
  const severalNumbers = values['several-numbers'];
  const headerRow = values['header-row'];
  return {
    ...(phoneColumn === undefined ? {} : { phoneColumn }),
    ...(defaultCountry === undefined ? {} : { defaultCountry }),
    ...(defaultAreaCode === undefined ? {} : { defaultAreaCode }),
    ...(severalNumbers === undefined ? {} : { severalNumbers: severalNumbersOf(severalNumbers) }),
    ...(headerRow === undefined ? {} : { headerRow: rowOf(headerRow) }),
    ...(encoding === undefined ? {} : { encoding }),
  };
}

function severalNumbersOf(value: string): SeveralNumbers {
  const choice = SEVERAL_NUMBERS.find((known) => known === value);
  if (choice !== undefined) return choice;
  throw wrong(`--several-numbers is ${SEVERAL_NUMBERS.join(' or ')}, not "${value}".`);
}

function columnsOf(value: string): readonly ResultColumn[] {
  const columns = value.split(',').map((name) => RESULT_COLUMNS.find((known) => known === name));
  const known = columns.filter((column) => column !== undefined);
  if (known.length === columns.length && new Set(known).size === known.length) return known;
  throw wrong(`--columns names one or more of ${RESULT_COLUMNS.join(', ')}, none twice, not "${value}".`);
}

function rowOf(value: string): number {
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  throw wrong(`--header-row is the number of a row, counted from 1, not "${value}".`);
}

/** people.csv and people.xlsx both become people.verified.csv. */
function resultBeside(file: string): string {
  const { dir, name } = parse(file);
  return join(dir, `${name}.verified.csv`);
}

function wrong(sentence: string): ScriptFailure {
  return new ScriptFailure(EXIT_CODES.usage, `${sentence} See --help.`);
}
