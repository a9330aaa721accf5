import { Argument, type Command, Option } from 'commander';
import type { ChangeKind, ListRun, PhoneList } from '../../api/api.js';
import type { DialproofClient } from '../../dialproof-client.js';
import {
  changeOption,
  csvOption,
  forceOption,
  jsonOption,
  limitOption,
  type ServerOptions,
  urlOption,
  yesOption,
} from '../command-line/options.js';
import { CommandFailure, EXIT_CODES, wrongCommandLine } from '../failures/failure.js';
import type { Host } from '../host.js';
import { type Server, withServer } from '../settings/open-server.js';
import { confirm } from '../terminal/ask.js';
import { grouped, minuteOf, table } from '../terminal/format.js';
import { tellIfSandbox } from '../terminal/notices.js';
import { printable, writeJson, writeLine, writeLines } from '../terminal/output.js';
import { writeChanges } from './changes-command.js';
import type { CsvOptions } from './file/result-file.js';
import { type ListOptions, listOptions, scheduleText, settingsOf, timeOrNone } from './list-settings.js';

const ACTIONS = ['show', 'new', 'set', 'run', 'changes', 'delete'] as const;
type Action = (typeof ACTIONS)[number];

interface ListsOptions extends ServerOptions, CsvOptions, ListOptions {
  readonly yes?: true;
  readonly since?: string;
  readonly change?: readonly ChangeKind[];
  readonly limit: number;
}

/** `dialproof lists`: lists that are verified again. */
export function listsCommand(program: Command, host: Host): void {
  const command = program
    .command('lists')
    .summary('lists that are verified again by schedule')
    .description('Show lists that are verified again, make, change, run, compare or delete one.')
    .addArgument(new Argument('[action]').choices(ACTIONS))
    .argument('[id]', 'of a list; of new, the task with its rows');
  for (const option of listOptions()) command.addOption(option);
  command
    .addOption(new Option('--since <time>', 'changes since the last run before it, in ISO 8601'))
    .addOption(changeOption())
    .addOption(limitOption(1))
    .addOption(csvOption())
    .addOption(forceOption())
    .addOption(yesOption())
    .addOption(jsonOption())
    .addOption(urlOption())
    .addHelpText(
      'after',
      '\n  dialproof lists new TASK_ID --name Customers --schedule "week monday 9 UTC"\n  dialproof lists changes ID',
    )
    .action((action: Action | undefined, id: string | undefined, options: ListsOptions) =>
      withServer(options, host, (server) => act(server, action, id, options, host)),
    );
}

async function act(
  server: Server,
  action: Action | undefined,
  id: string | undefined,
  options: ListsOptions,
  host: Host,
): Promise<void> {
  const { client } = server;
  if (action === undefined) return await showAll(client, options, host);
  if (id === undefined) throw wrongCommandLine(`dialproof lists ${action} needs an id.`);
  const request = { signal: host.signal };
  switch (action) {
    case 'show':
      return await show(server, id, options, host);
    case 'new': {
      const { name, ...settings } = settingsOf(options);
      if (name === undefined) throw wrongCommandLine('A new list needs --name.');
      const list = await client.lists.create({ ...settings, name, task_id: id }, request);
      return await told(list, `${list.list_id}: made${nextRun(list)}`, options, host);
    }
    case 'set': {
      const list = await client.lists.change(id, settingsOf(options), request);
      return await told(list, `${id}: changed${nextRun(list)}`, options, host);
    }
    case 'run': {
      const task = await client.lists.run(id, request);
      const value = { list_id: id, task_id: task.id, total: task.total };
      return await told(
        value,
        `${id}: is verified. Follow it with:\n  dialproof watch ${task.id}`,
        options,
        host,
      );
    }
    case 'changes':
      return await showChanges(server, id, options, host);
    case 'delete':
      await assertAgreed(options, host);
      await client.lists.delete(id, request);
      return await told({ list_id: id, deleted: true }, `${id}: deleted`, options, host);
    default:
      return action satisfies never;
  }
}

async function told(value: object, line: string, { json }: ListsOptions, host: Host): Promise<void> {
  await (json ? writeJson(host, value) : writeLine(host.stdout, line));
}

function nextRun({ next_run_at }: PhoneList): string {
  return next_run_at === null ? '' : `, next verified at ${minuteOf(next_run_at)} UTC`;
}

async function showAll({ lists }: DialproofClient, { json }: ListsOptions, host: Host): Promise<void> {
  const all = await lists.list({ signal: host.signal });
  if (json) for (const list of all) await writeJson(host, list);
  else if (all.length === 0) host.stderr.write('There are no lists.\n');
  else
    await writeLines(
      host.stdout,
      table(['LIST', 'NEXT (UTC)', 'LAST (UTC)', 'ROWS', 'NAME'], all.map(rowOf), [3]),
    );
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
  tellIfSandbox(server, host);
  await writeLines(host.stdout, [
    `${printable(list.name)}: schedule ${scheduleText(list.schedule)}${nextRun(list)}`,
    `Only older than ${list.fresh_within ?? 'nothing'} is asked, for at most ${list.max_credits ?? 'any number of'} credits.`,
    ...(list.running === null ? [] : [`It is verified now: task ${list.running.task_id}`]),
    ...(runs.length === 0 ? [] : table(RUN_HEADER, runs.map(runRow), [3, 4, 5, 6])),
  ]);
}

const RUN_HEADER = ['RUN (UTC)', 'STATUS', 'TASK', 'CREDITS', 'CAME', 'CHANGED', 'WENT'];

function runRow({ changes, credits_charged, ended_at, reason, status, task_id }: ListRun): readonly string[] {
  const counts = [changes?.came, changes?.changed, changes?.went];
  return [
    ...[minuteOf(ended_at), reason === null ? status : `${status} (${reason})`, task_id ?? ''],
    grouped(credits_charged),
    ...counts.map((count) => (count === undefined ? '' : grouped(count))),
  ];
}

async function showChanges(server: Server, id: string, options: ListsOptions, host: Host): Promise<void> {
  const { change, since } = options;
  const { lists } = server.client;
  await writeChanges(
    server,
    {
      about: { list_id: id },
      changes: (limit) => lists.changes(id, { change, limit, since }, { signal: host.signal }),
      download: (request) => lists.downloadChanges(id, { change, since }, request),
    },
    options,
    host,
  );
}

async function assertAgreed({ yes }: ListsOptions, host: Host): Promise<void> {
  if (yes) return;
  if (host.stdin.isTTY !== true) throw wrongCommandLine('Cannot prompt without a terminal: add --yes.');
  if (await confirm(host, 'Delete the list? Its tasks stay.')) return;
  throw new CommandFailure(EXIT_CODES.declined, 'Nothing was deleted.');
}
