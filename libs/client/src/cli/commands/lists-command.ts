import { Argument } from 'commander';
import type { ListRun, PhoneList } from '../../api/api.js';
import type { ProgramCommand, ServerOptions } from '../command-line/options.js';
import { wrongCommandLine } from '../failures/failure.js';
import type { Host } from '../host.js';
import { type Server, withServer } from '../settings/open-server.js';
import { assertConfirmed } from '../terminal/ask.js';
import { grouped, minuteOf, table } from '../terminal/format.js';
import { warnIfSandbox } from '../terminal/notices.js';
import { printable, writeAnswer, writeJson, writeLines, writeList } from '../terminal/output.js';
import { type ChangesOptions, writeChanges } from './changes-command.js';
import { assertReadable } from './file/input-file.js';
import { readingOptionNames } from './file/reading-options.js';
import { type Send, type SubmitOptions, submitFile, withSubmitOptions } from './file/submit-file.js';
import {
  type ListOptions,
  scheduleText,
  settingsOf,
  timeOrNone,
  withScheduleOptions,
  withSettingOptions,
} from './list-settings.js';

type NewOptions = SubmitOptions & ServerOptions & Pick<ListOptions, 'keyColumn' | 'name' | 'schedule'>;

/** `dialproof lists`: lists that are verified again. */
export function listsCommand(program: ProgramCommand, host: Host): void {
  const lists = program
    .command('lists')
    .summary('lists that are verified again by schedule')
    .description('Lists that are verified again by schedule. Without a command, all are listed.')
    .usage('[command] [options]')
    .helpCommand(false)
    .with('json', 'url')
    .addHelpText(
      'after',
      '\n  dialproof lists new people.csv --name People --schedule "week monday 9 UTC"\n  dialproof lists run ID newer.csv',
    )
    .action((_, options: ServerOptions) =>
      withServer(options, host, (server) => showAll(server, options, host)),
    );
  const ofServer =
    <Options extends ServerOptions>(act: Act<Options>) =>
    (id: string, options: Options) =>
      withServer(options, host, (server) => act(server, id, options, host));
  lists
    .command('show <id>')
    .description('Show a list with its runs.')
    .with('json', 'url')
    .action(ofServer(show));
  const newList = lists
    .command('new <file>')
    .description(
      'Make a list of a file, or of the rows of a task by its id.\n--fresh-within and --max-credits count for each of its runs.',
    )
    .requiredOption('--name <name>', 'the name of the list');
  withSubmitOptions(withScheduleOptions(newList)).with('yes', 'json', 'url').action(ofServer(make));
  const change = lists.command('set <id>').description('Change settings of a list.');
  withSettingOptions(withScheduleOptions(change)).with('json', 'url').action(ofServer(set));
  const run = lists.command('run <id> [file]').description('Verify a list now, or a newer file of it.');
  withSubmitOptions(run)
    .with('yes', 'json', 'url')
    .action((id: string, file: string | undefined, options: RunOptions) =>
      withServer(options, host, (server) => runNow(server, { id, file }, options, host)),
    );
  lists
    .command('changes <id>')
    .description('Show what changed up to the last run.')
    .option('--since <time>', 'since the last run before it, in ISO 8601')
    .with('change', 'keyColumn', 'limit', 'csv', 'force', 'json', 'url')
    .action(ofServer(showChanges));
  lists
    .command('delete <id>')
    .description('Delete a list; its tasks stay.')
    .with('yes', 'json', 'url')
    .action(ofServer(remove));
  // A word that names none of its commands is refused with their names.
  lists.addArgument(new Argument('[command...]').choices(lists.commands.map((command) => command.name())));
}

type Act<Options> = (server: Server, id: string, options: Options, host: Host) => Promise<void>;

type RunOptions = SubmitOptions & ServerOptions;

/** Makes a list. `source`: a file, or the id of a task. */
async function make(server: Server, source: string, options: NewOptions, host: Host): Promise<void> {
  const { name = '', key_column, schedule, ...limits } = settingsOf(options);
  const ofList = { name, schedule: schedule ?? undefined, key_column: key_column ?? undefined };
  const hasFile = isFile(source);
  if (!hasFile) assertNoneGiven(options, FILE_OPTIONS);
  const list = await (hasFile
    ? sent(server, source, options, host, (content, read, upload) =>
        server.client.lists.create({ ...read, ...ofList, file: content }, upload),
      )
    : server.client.lists.create({ ...ofList, ...limits, task_id: source }, { signal: host.signal }));
  const made = `${list.list_id}: created${nextRun(list)}`;
  const first = `\nIts file is being verified now. Follow it with:\n  dialproof watch ${list.task_id}`;
  await writeAnswer(host, options, list, hasFile ? `${made}${first}` : made);
}

async function set(
  { client }: Server,
  id: string,
  options: ListOptions & ServerOptions,
  host: Host,
): Promise<void> {
  const settings = settingsOf(options);
  if (Object.keys(settings).length === 0)
    throw wrongCommandLine('dialproof lists set needs a setting, such as --schedule.');
  const list = await client.lists.change(id, settings, { signal: host.signal });
  await writeAnswer(host, options, list, `${id}: changed${nextRun(list)}`);
}

async function runNow(
  server: Server,
  { id, file }: { readonly id: string; readonly file: string | undefined },
  options: RunOptions,
  host: Host,
): Promise<void> {
  const { lists } = server.client;
  if (file === undefined) assertNoneGiven(options, [...FILE_OPTIONS, 'freshWithin', 'maxCredits']);
  const task = await (file === undefined
    ? lists.run(id, { signal: host.signal })
    : sent(server, file, await ofRun(server, id, options, host), host, (content, read, upload) =>
        lists.runFile(id, content, read, upload),
      ));
  const value = { list_id: id, task_id: task.id, total: task.total };
  await writeAnswer(
    host,
    options,
    value,
    `${id}: run started. Follow it with:\n  dialproof watch ${task.id}`,
  );
}

async function remove(
  { client }: Server,
  id: string,
  options: ServerOptions & { readonly yes?: true },
  host: Host,
): Promise<void> {
  await assertConfirmed(host, options, {
    question: 'Delete the list? Its tasks stay.',
    declined: 'Nothing was deleted.',
  });
  await client.lists.delete(id, { signal: host.signal });
  await writeAnswer(host, options, { list_id: id, deleted: true }, `${id}: deleted`);
}

const FILE_OPTIONS = [...readingOptionNames().filter((name) => name !== 'freshWithin'), 'withoutNumbers'];

/** Refuses options of a file where there is none: if they were ignored, a run might cost more than was allowed. */
function assertNoneGiven(options: object, names: readonly string[]): void {
  const wrong = names.find((name) => Object.hasOwn(options, name));
  if (wrong === undefined) return;
  const option = wrong.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw wrongCommandLine(`--${option} is for a file, and there is none.`);
}

/** The options of a run with a newer file, read and limited like the server does by default: the preview has to know them. */
async function ofRun(
  { client }: Server,
  id: string,
  options: RunOptions,
  { signal }: Host,
): Promise<RunOptions> {
  const { fresh_within, max_credits } = await client.lists.get(id, { signal });
  return {
    ...(fresh_within === null ? {} : { freshWithin: fresh_within }),
    ...(max_credits === null ? {} : { maxCredits: max_credits }),
    ...options,
    remembered: true,
  };
}

/** An id has no dot, and a file has an ending. */
function isFile(given: string): boolean {
  return given === '-' || /[./\\]/.test(given);
}

/** Sends a file of a list, as `dialproof file` does: it shows the cost first, and asks. */
async function sent<Answer>(
  server: Server,
  input: string,
  options: SubmitOptions,
  host: Host,
  send: Send<Answer>,
): Promise<Answer> {
  if (input !== '-') await assertReadable(input);
  return await submitFile({ ...server, local: undefined }, input, options, host, send);
}

function nextRun({ next_run_at }: PhoneList): string {
  return next_run_at === null ? '' : `, next run at ${minuteOf(next_run_at)} UTC`;
}

async function showAll({ client }: Server, options: ServerOptions, host: Host): Promise<void> {
  await writeList(host, options, await client.lists.list({ signal: host.signal }), {
    none: 'There are no lists.',
    lines: (all) => table(['LIST', 'NEXT (UTC)', 'LAST (UTC)', 'ROWS', 'NAME'], all.map(rowOf), [3]),
  });
}

function rowOf({ last_run, list_id, name, next_run_at }: PhoneList): readonly string[] {
  const rows = last_run === null ? '' : grouped(last_run.total);
  return [list_id, timeOrNone(next_run_at), timeOrNone(last_run?.ended_at ?? null), rows, printable(name)];
}

async function show(server: Server, id: string, { json }: ServerOptions, host: Host): Promise<void> {
  const { lists } = server.client;
  const request = { signal: host.signal };
  const [list, runs] = [await lists.get(id, request), await lists.runs(id, request)];
  if (json) return await writeJson(host, { ...list, runs });
  warnIfSandbox(server, host);
  await writeLines(host.stdout, [
    `${printable(list.name)}: schedule ${scheduleText(list.schedule)}${nextRun(list)}`,
    list.fresh_within === null
      ? 'A run checks every number.'
      : `A run checks numbers whose answer is older than ${list.fresh_within}.`,
    ...(list.max_credits === null
      ? []
      : [`It is skipped if it would hold more than ${grouped(list.max_credits)} credits.`]),
    ...(list.key_column === null
      ? []
      : [`Changes name their row by the column ${printable(list.key_column)}.`]),
    ...(list.running === null ? [] : [underWay(list.running)]),
    ...(runs.length === 0 ? [] : table(RUN_HEADER, runs.map(runRow), [3, 4, 5, 6, 7])),
  ]);
}

/** Until the task has its rows, it is not found. */
function underWay({ began_at, task_id }: NonNullable<PhoneList['running']>): string {
  return began_at === null
    ? 'A run is about to begin: its rows are being read.'
    : `A run is under way: task ${task_id}`;
}

const RUN_HEADER = ['RUN (UTC)', 'STATUS', 'TASK', 'CREDITS', 'CAME', 'CHANGED', 'REPLACED', 'WENT'];

function runRow({ changes, credits_charged, ended_at, reason, status, task_id }: ListRun): readonly string[] {
  const counts = [changes?.came, changes?.changed, changes?.replaced, changes?.went];
  return [
    ...[minuteOf(ended_at), reason === null ? status : `${status} (${reason})`, task_id ?? ''],
    grouped(credits_charged),
    ...counts.map((count) => (count === undefined ? '' : grouped(count))),
  ];
}

type ListChangesOptions = Omit<ChangesOptions, 'against'> & { readonly since?: string };

async function showChanges(
  server: Server,
  id: string,
  options: ListChangesOptions,
  host: Host,
): Promise<void> {
  const { change, keyColumn: key_column, since } = options;
  const { lists } = server.client;
  await writeChanges(
    server,
    {
      about: { list_id: id },
      changes: (limit) => lists.changes(id, { change, key_column, limit, since }, { signal: host.signal }),
      download: (request) => lists.downloadChanges(id, { change, key_column, since }, request),
    },
    options,
    host,
  );
}
