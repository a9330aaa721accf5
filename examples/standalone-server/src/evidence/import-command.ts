import { parseArgs } from 'node:util';
import type { ImportOptions } from '@dialproof/checkers/evidence';
import { parsedArguments, UsageError } from '../usage-error.js';

export type ImportCommand =
  | { readonly name: 'help' }
  | { readonly name: 'import'; readonly file: string; readonly options: ImportOptions };

export const IMPORT_HELP = `Imports where numbers were seen into the database of the example server, also while it runs. The checker
\`evidence\` answers from it.

  npm run -s import-evidence -- seen.csv

The file is a .csv with a header row and three columns, in any order: the phone number, the app (whatsapp or telegram), and when the
number was seen there (ISO 8601, UTC where no zone is written, or seconds since 1970). Importing a file again changes nothing.

  --default-country CODE   the country of numbers that are written without one: DE, US, ...
  --number-column NAME     the header of the column of the numbers, instead of finding it
  --app-column NAME        the header of the column of the apps (default app)
  --seen-at-column NAME    the header of the column of the times (default seen at, or last seen)
  --source NAME            what results name as their reason (default import)
  --help                   prints this

DIALPROOF_DATA_DIR names the data folder (default ./data).

Rows that cannot be read are left out, counted and named by their number in the file. It ends with 0 when the file was read to its end,
1 when it or the database cannot be read, 2 for a wrong command line, and 130 after Ctrl+C.`;

/** Reads the arguments of the import command. Throws UsageError with a sentence. */
export function readImportCommand(args: readonly string[]): ImportCommand {
  const { positionals, values } = parse(args);
  if (values.help === true) return { name: 'help' };
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError('Name a file to import.');
  if (others.length > 0)
    throw new UsageError(`One file is imported at a time, ${positionals.length} are named.`);
  const { 'app-column': app, 'number-column': number, 'seen-at-column': seenAt } = values;
  const { 'default-country': defaultCountry, source } = values;
  return {
    name: 'import',
    file,
    options: {
      columns: {
        ...(number === undefined ? {} : { number }),
        ...(app === undefined ? {} : { app }),
        ...(seenAt === undefined ? {} : { seenAt }),
      },
      ...(defaultCountry === undefined ? {} : { defaultCountry }),
      ...(source === undefined ? {} : { source: sourceOf(source) }),
    },
  };
}

/** The port's own rule for sources. */
function sourceOf(text: string): string {
  if (/^[a-z0-9_.-]{1,40}$/.test(text)) return text;
  throw new UsageError(`--source is "${text}", expected 1 to 40 of the characters a-z, 0-9, _, - and .`);
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
        help: { type: 'boolean', short: 'h' },
      },
    }),
  );
}
