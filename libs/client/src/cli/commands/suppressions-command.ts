import { Argument } from 'commander';
import type { PreviewSettings } from '../../api/api.js';
import type { DialproofClient } from '../../dialproof-client.js';
import { isDialproofError } from '../../dialproof-error.js';
import type { NamedContent } from '../../uploads/upload-file.js';
import type { ProgramCommand, ServerOptions } from '../command-line/options.js';
import { CommandFailure, EXIT_CODES, wrongCommandLine } from '../failures/failure.js';
import type { Host } from '../host.js';
import { withServer } from '../settings/open-server.js';
import { counted, grouped, minuteOf, table } from '../terminal/format.js';
import { noteLine } from '../terminal/note-line.js';
import { printable, writeAnswer, writeList } from '../terminal/output.js';
import { assertReadable, withInputFile } from './file/input-file.js';
import type { ReadingOptions } from './file/reading-options.js';

const ACTIONS = ['list', 'add', 'remove'] as const;
type Action = (typeof ACTIONS)[number];

type SuppressionsOptions = ServerOptions &
  Pick<ReadingOptions, 'column' | 'country' | 'countryColumn' | 'sheet'> & { readonly limit: number };

/** The most numbers of a command line, which are sent in one request. */
const MAX_TYPED = 1_000;

/** `dialproof suppressions`: numbers that must not be called. */
export function suppressionsCommand(program: ProgramCommand, host: Host): void {
  program
    .command('suppressions')
    .summary('numbers not to be called; erase forgets one')
    .description(
      `Numbers that must not be called: nobody is asked about them.\nActions: ${ACTIONS.join(', ')}.`,
    )
    .addArgument(new Argument('[action]').choices(ACTIONS))
    .argument('[id...]', 'numbers; to add, also .csv or .xlsx files')
    .option('--column <name>', 'the column of phones in a file')
    .option('--country <code>', 'the country of national numbers')
    .option('--country-column <name>', 'the column of countries in a file, or none')
    .option('--sheet <name>', 'the sheet of a workbook')
    .with('limit', 'json', 'url')
    .addHelpText(
      'after',
      "\n  dialproof suppressions add '+1 415 555 0100' do-not-call.csv\n  dialproof erase '+1 415 555 0100' --suppress",
    )
    .action((action: Action | undefined, what: readonly string[], options: SuppressionsOptions) =>
      withServer(options, host, ({ client }) => act(client, action ?? 'list', what, options, host)),
    );
}

async function act(
  client: DialproofClient,
  action: Action,
  what: readonly string[],
  options: SuppressionsOptions,
  host: Host,
): Promise<void> {
  if (action === 'list') return await list(client, options, host);
  if (what.length === 0) throw wrongCommandLine(`dialproof suppressions ${action} needs a number.`);
  if (action === 'remove') return await remove(client, what, options, host);
  const files = what.filter(isFile);
  const phones = what.filter((item) => !isFile(item));
  if (phones.length > MAX_TYPED) {
    throw wrongCommandLine(`More than ${grouped(MAX_TYPED)} numbers have to be in a file.`);
  }
  for (const file of files) await assertReadable(file);
  if (phones.length > 0) await addTyped(client, phones, options, host);
  for (const file of files) await addFile(client, file, options, host);
}

/** Only a file is read with a country, so numbers with one are sent as a file. */
async function addTyped(
  client: DialproofClient,
  phones: readonly string[],
  options: SuppressionsOptions,
  host: Host,
): Promise<void> {
  const { country } = options;
  const { suppressions } = client;
  const request = { signal: host.signal };
  const settings = { phone_column: '0', default_country: country };
  const sent =
    country === undefined
      ? { ...(await suppressions.add(phones, request)), rows_without_number: 0 }
      : await suppressions.addFile(fileOf(phones), settings, request);
  const { added, numbers, rows_without_number: without } = sent;
  await writeAnswer(host, options, { numbers, added }, `${counted(numbers, 'number')}, ${added} new`);
  if (without === 0) return;
  const unread = phones.length === 1 ? phones : await unreadOf(client, phones, settings, host);
  const more = without - unread.length;
  const which =
    unread.length === 0
      ? `${without} of ${counted(phones.length, 'number')}`
      : `${unread.map(printable).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const why = without === 1 ? 'it is no phone number' : 'they are no phone numbers';
  throw new CommandFailure(EXIT_CODES.refused, `${which}: not added, ${why} of ${country} or with +.`);
}

/** The first of the typed numbers that are not read: a preview alone tells which. The others are added, so a failure here is none of theirs. */
async function unreadOf(
  client: DialproofClient,
  phones: readonly string[],
  settings: PreviewSettings,
  { signal }: Host,
): Promise<readonly string[]> {
  try {
    const { without_number } = await client.preview(fileOf(phones), settings, { signal });
    // The header is row 1.
    return without_number.examples.map(({ row, text }) => phones[row - 2] ?? text);
  } catch (error) {
    if (isDialproofError(error)) return [];
    throw error;
  }
}

function fileOf(phones: readonly string[]): NamedContent {
  const lines = ['phone', ...phones.map((phone) => `"${phone.replaceAll('"', '""')}"`), ''];
  return { name: 'typed.csv', content: new Blob([lines.join('\n')]) };
}

/** Nobody writes a number like that. */
function isFile(item: string): boolean {
  return /\.(?:csv|xlsx)$/i.test(item);
}

async function addFile(
  client: DialproofClient,
  path: string,
  options: SuppressionsOptions,
  host: Host,
): Promise<void> {
  const settings = {
    phone_column: options.column,
    default_country: options.country,
    country_column: options.countryColumn,
    sheet: options.sheet,
  };
  const added = await withInputFile(path, host, (content) =>
    client.suppressions.addFile(content, settings, { signal: host.signal }),
  );
  const without = counted(added.rows_without_number, 'row');
  const line = `${printable(path)}: ${counted(added.numbers, 'number')} in ${counted(added.total, 'row')}, ${added.added} new; ${without} without a number`;
  await writeAnswer(host, options, added, line);
  for (const note of added.notes) host.stderr.write(`${noteLine(note)}\n`);
}

async function remove(
  client: DialproofClient,
  phones: readonly string[],
  options: SuppressionsOptions,
  host: Host,
): Promise<void> {
  for (const phone of phones) {
    const removed = await client.suppressions.remove(phone, { signal: host.signal });
    const line = `${printable(phone)}: ${removed ? 'may be called again' : 'was not suppressed'}`;
    await writeAnswer(host, options, { phone, removed }, line);
  }
}

async function list(client: DialproofClient, options: SuppressionsOptions, host: Host): Promise<void> {
  const { limit } = options;
  const pages = client.suppressions.list({ limit: Math.min(limit, 100) }, { signal: host.signal });
  await writeList(host, options, await pages.toArray(limit), {
    none: 'No numbers are suppressed.',
    lines: (found) =>
      table(
        ['NUMBER', 'ADDED (UTC)'],
        found.map(({ added_at, phone }) => [phone, minuteOf(added_at)]),
      ),
  });
}
