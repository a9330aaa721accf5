import { parseArgs } from 'node:util';
import type { ImportOptions } from '@dialproof/checkers/evidence';
import { type E164, isDialproofError, normalizePhone } from '@dialproof/core';
import { parsedArguments, UsageError } from '../command-line/operator-command.js';

export type EvidenceCommand =
  | { readonly name: 'help' }
  | { readonly name: 'import'; readonly file: string; readonly options: ImportOptions }
  | { readonly name: 'forget'; readonly number: E164 }
  | { readonly name: 'expire'; readonly days: number };

/** The text of `--help`. `call` returns the line that people type for arguments. */
export const evidenceHelp = (
  call: (args: string) => string,
) => `Manages evidence: where numbers were seen. The checker "evidence" answers from it. The server may run
meanwhile.

  ${call('import seen.csv      ')}records the rows of a file
  ${call('forget +41791234567  ')}removes what is known of a number
  ${call('expire --days 180    ')}removes what was seen before that

The file is a .csv with a header row and three columns, in any order: the phone number, the app (whatsapp or telegram), and when the
number was seen there (ISO 8601, in UTC unless it has a zone, or seconds since 1970). Rows that cannot be read are left out, counted
and named by their number in the file. Importing a file again changes nothing.

  --default-country CODE   the country of numbers that are written without one: DE, US, ...
  --number-column NAME     the header of the column of the numbers, which is found otherwise
  --app-column NAME        the header of the column of the apps (default app)
  --seen-at-column NAME    the header of the column of the times (default seen at, or last seen)
  --source NAME            the reason that results name (default import)

DIALPROOF_DATA_DIR names the data folder (default ./data).

The exit code is 0 when it is done, 1 when the file or the database cannot be read, 2 for a wrong command line, and 130 after Ctrl+C.`;

const IMPORT_OPTIONS = [
  'default-country',
  'number-column',
  'app-column',
  'seen-at-column',
  'source',
] as const;

type Values = ReturnType<typeof parse>['values'];

/** Reads the arguments of the evidence command. Throws UsageError with a sentence. */
export function readEvidenceCommand(args: readonly string[]): EvidenceCommand {
  const { positionals, values } = parse(args);
  const [name, ...operands] = positionals;
  if (values.help === true || name === 'help') return { name: 'help' };
  switch (name) {
    case 'import':
      allowOnly(name, values, IMPORT_OPTIONS);
      return { name, file: onlyOne(operands, 'file to import'), options: importOptions(values) };
    case 'forget':
      allowOnly(name, values, []);
      return { name, number: numberOf(onlyOne(operands, 'number to forget')) };
    case 'expire':
      allowOnly(name, values, ['days']);
      if (operands.length > 0)
        throw new UsageError(`"${operands.join(' ')}" is not understood after expire.`);
      return { name, days: daysOf(values.days) };
    case undefined:
      throw new UsageError('No command was given: import, forget or expire.');
    default:
      throw new UsageError(`There is no command ${name}.`);
  }
}

function parse(args: readonly string[]) {
  return parsedArguments(() =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'default-country': { type: 'string' },
        'number-column': { type: 'string' },
        'app-column': { type: 'string' },
        'seen-at-column': { type: 'string' },
        source: { type: 'string' },
        days: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  );
}

function allowOnly(name: string, values: Values, allowed: readonly string[]): void {
  const unknown = Object.keys(values).filter((option) => !allowed.includes(option));
  if (unknown.length > 0) throw new UsageError(`${name} takes no --${unknown.join(' and no --')}.`);
}

function onlyOne(operands: readonly string[], what: string): string {
  const [only, ...others] = operands;
  if (only !== undefined && others.length === 0) return only;
  throw new UsageError(
    `Name one ${what}; ${operands.length === 0 ? 'none is' : `${operands.length} are`} named.`,
  );
}

function importOptions(values: Values): ImportOptions {
  const { 'app-column': app, 'number-column': number, 'seen-at-column': seenAt } = values;
  const { 'default-country': defaultCountry, source } = values;
  return {
    columns: {
      ...(number === undefined ? {} : { number }),
      ...(app === undefined ? {} : { app }),
      ...(seenAt === undefined ? {} : { seenAt }),
    },
    ...(defaultCountry === undefined ? {} : { defaultCountry }),
    ...(source === undefined ? {} : { source: sourceOf(source) }),
  };
}

/** The rule of the port for sources. */
function sourceOf(text: string): string {
  if (/^[a-z0-9_.-]{1,40}$/.test(text)) return text;
  throw new UsageError(`--source is "${text}", expected 1 to 40 of the characters a-z, 0-9, _, - and .`);
}

function numberOf(text: string): E164 {
  try {
    return normalizePhone(text);
  } catch (error) {
    if (!isDialproofError(error, 'invalid_phone')) throw error;
    throw new UsageError(`"${text}" is not a phone number with + and the calling code.`);
  }
}

function daysOf(text: string | undefined): number {
  if (text !== undefined && /^[1-9]\d{0,4}$/.test(text)) return Number(text);
  const found = text === undefined ? 'missing' : `"${text}"`;
  throw new UsageError(`--days is ${found}, expected a whole number from 1 to 99999.`);
}
