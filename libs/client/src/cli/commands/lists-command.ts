import { Argument, Option } from 'commander';
import type { ChangeKind, ListRun, PhoneList } from '../../api/api.js';
import type { DialproofClient } from '../../dialproof-client.js';
import type { ProgramCommand, ServerOptions } from '../command-line/options.js';
import { wrongCommandLine } from '../failures/failure.js';
import type { Host } from '../host.js';
import { type Server, withServer } from '../settings/open-server.js';
import { assertConfirmed } from '../terminal/ask.js';
import { grouped, minuteOf, table } from '../terminal/format.js';
import { warnIfSandbox } from '../terminal/notices.js';
import { printable, writeAnswer, writeJson, writeLines, writeList } from '../terminal/output.js';
import { writeChanges } from './changes-command.js';
import { assertReadable } from './file/input-file.js';
import { readingOptionNames, withHiddenReadingOptions } from './file/reading-options.js';
import type { CsvOptions } from './file/result-file.js';
import { type Send, type SubmitOptions, submitFile } from './file/submit-file.js';
import {
  LIST_OPTIONS,
  type ListOptions,
  NONE,
  scheduleText,
  settingsOf,
  timeOrNone,
  withListOptions,
} from './list-settings.js';

const ACTIONS = ['show', 'new', 'set', 'run', 'changes', 'delete'] as const;
type Action = (typeof ACTIONS)[number];

interface ListsOptions
  extends ServerOptions,
    CsvOptions,
    ListOptions,
    Omit<SubmitOptions, 'freshWithin' | 'maxCredits'> {
  readonly yes?: true;
  readonly since?: string;
  readonly change?: readonly ChangeKind[];
  readonly limit: number;
}

/** `dialproof lists`: lists that are verified again. */
export function listsCommand(program: ProgramCommand, host: Host): void {
  const command = program
    .command('lists')
    .summary('lists that are verified again by schedule')
    .description(
      `Lists that are verified again by schedule.\nActions: ${ACTIONS.join(', ')}. Without one, all are listed.\nnew and run take a file, with the options of dialproof preview.`,
    )
    .addArgument(new Argument('[action]').choices(ACTIONS))
    .argument('[id]', 'of a list; of new, a file, or the task with its rows')
    .argument('[file]', 'of run, a newer file');
  withHiddenReadingOptions(withListOptions(command))
    .addOption(new Option('--without-numbers', 'take a file in which no number was found, too').hideHelp())
    .option('--since <time>', 'changes since the last run before it, in ISO 8601')
    .with('change', 'limit', 'csv', 'force', 'yes', 'json', 'url')
    .addHelpText(
      'after',
      '\n  dialproof lists new people.csv --name People --schedule "week monday 9 UTC"\n  dialproof lists run ID newer.csv',
    )
    .action(
      (action: Action | undefined, id: string | undefined, file: string | undefined, options: ListsOptions) =>
        withServer(options, host, (server) => act(server, action, { id, file }, options, host)),
    );
}

async function act(
  server: Server,
  action: Action | undefined,
  { id, file }: { readonly id: string | undefined; readonly file: string | undefined },
  options: ListsOptions,
  host: Host,
): Promise<void> {
  const { client } = server;
  if (action === undefined) return await showAll(client, options, host);
  if (id === undefined) {
    const needed = action === 'new' ? 'a file, or the id of a task' : 'the id of a list';
    throw wrongCommandLine(`dialproof lists ${action} needs ${needed}.`);
  }
  if (file !== undefined && action !== 'run')
    throw wrongCommandLine(`dialproof lists ${action} takes one argument.`);
  assertTaken(options, action, action === 'new' ? isFile(id) : file !== undefined);
  const request = { signal: host.signal };
  switch (action) {
    case 'show':
      return await show(server, id, options, host);
    case 'new': {
      const { name, ...settings } = settingsOf(options);
      if (name === undefined) throw wrongCommandLine('A new list needs --name.');
      const hasFile = isFile(id);
      const list = await (hasFile
        ? sent(server, id, options, host, (content, read, upload) => {
            const { key_column, schedule } = settings;
            const ofList = { name, schedule: schedule ?? undefined, key_column: key_column ?? undefined };
            return client.lists.create({ ...read, ...ofList, file: content }, upload);
          })
        : client.lists.create({ ...settings, name, task_id: id }, request));
      const made = `${list.list_id}: created${nextRun(list)}`;
      const first = `\nIts file is being verified now. Follow it with:\n  dialproof watch ${list.task_id}`;
      return await writeAnswer(host, options, list, hasFile ? `${made}${first}` : made);
    }
    case 'set': {
      const settings = settingsOf(options);
      if (Object.keys(settings).length === 0) {
        throw wrongCommandLine('dialproof lists set needs a setting, such as --schedule.');
      }
      const list = await client.lists.change(id, settings, request);
      return await writeAnswer(host, options, list, `${id}: changed${nextRun(list)}`);
    }
    case 'run': {
      const task = await (file === undefined
        ? client.lists.run(id, request)
        : sent(server, file, await ofRun(server, id, options, host), host, (content, read, upload) =>
            client.lists.runFile(id, content, read, upload),
          ));
      const value = { list_id: id, task_id: task.id, total: task.total };
      return await writeAnswer(
        host,
        options,
        value,
        `${id}: run started. Follow it with:\n  dialproof watch ${task.id}`,
      );
    }
    case 'changes':
      return await showChanges(server, id, options, host);
    case 'delete':
      await assertConfirmed(host, options, {
        question: 'Delete the list? Its tasks stay.',
        declined: 'Nothing was deleted.',
      });
      await client.lists.delete(id, request);
      return await writeAnswer(host, options, { list_id: id, deleted: true }, `${id}: deleted`);
    default:
      return action satisfies never;
  }
}

/** Refuses the settings of a list or a file that the action does not take: if they were ignored, a run might cost more than was allowed. */
function assertTaken(options: ListsOptions, action: Action, hasFile: boolean): void {
  const ofFile = [...readingOptionNames(), 'withoutNumbers'];
  const taken: Readonly<Record<Action, readonly string[]>> = {
    ...{ show: [], set: LIST_OPTIONS, changes: ['keyColumn'], delete: [] },
    new: [...LIST_OPTIONS.filter((name) => name !== 'task'), ...(hasFile ? ofFile : [])],
    run: hasFile ? [...ofFile, 'maxCredits'] : [],
  };
  const judged: ReadonlySet<string> = new Set([...LIST_OPTIONS, ...ofFile]);
  const wrong = Object.keys(options).find((name) => judged.has(name) && !taken[action].includes(name));
  if (wrong === undefined) return;
  const option = wrong.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const kind = action === 'run' || action === 'new' ? ` ${hasFile ? 'with' : 'without'} a file` : '';
  throw wrongCommandLine(`dialproof lists ${action}${kind} takes no --${option}.`);
}

/** The options of a run with a newer file, read and limited like the server does by default: the preview has to know them. */
async function ofRun(
  { client }: Server,
  id: string,
  options: ListsOptions,
  { signal }: Host,
): Promise<ListsOptions> {
  if (options.freshWithin === NONE || options.maxCredits === NONE) {
    throw wrongCommandLine('For one run, --fresh-within and --max-credits take a value, not none.');
  }
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
  options: ListsOptions,
  host: Host,
  send: Send<Answer>,
): Promise<Answer> {
  if (input !== '-') await assertReadable(input);
  const { freshWithin, maxCredits, ...others } = options;
  const limits = {
    ...(freshWithin === undefined || freshWithin === NONE ? {} : { freshWithin }),
    ...(maxCredits === undefined || maxCredits === NONE ? {} : { maxCredits }),
  };
  return await submitFile({ ...server, local: undefined }, input, { ...others, ...limits }, host, send);
}

function nextRun({ next_run_at }: PhoneList): string {
  return next_run_at === null ? '' : `, next run at ${minuteOf(next_run_at)} UTC`;
}

async function showAll({ lists }: DialproofClient, options: ListsOptions, host: Host): Promise<void> {
  await writeList(host, options, await lists.list({ signal: host.signal }), {
    none: 'There are no lists.',
    lines: (all) => table(['LIST', 'NEXT (UTC)', 'LAST (UTC)', 'ROWS', 'NAME'], all.map(rowOf), [3]),
  });
}

function rowOf({ last_run, list_id, name, next_run_at }: PhoneList): readonly string[] {
  const rows = last_run === null ? '' : grouped(last_run.total);
  return [list_id, timeOrNone(next_run_at), timeOrNone(last_run?.ended_at ?? null), rows, printable(name)];
}

async function show(server: Server, id: string, { json }: ListsOptions, host: Host): Promise<void> {
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

async function showChanges(server: Server, id: string, options: ListsOptions, host: Host): Promise<void> {
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
