import { CHANGE_KINDS, type ChangeCounts, type ChangeKind, type NumberChange } from '../../api/api.js';
import type { RequestOptions } from '../../client-options.js';
import type { Download } from '../../downloads/download.js';
import type { Changes } from '../../tasks/task-handle.js';
import type { ProgramCommand, ServerOptions } from '../command-line/options.js';
import type { Host } from '../host.js';
import { type Server, withServer } from '../settings/open-server.js';
import { counted, grouped, minuteOf, table } from '../terminal/format.js';
import { warnIfSandbox } from '../terminal/notices.js';
import { printable, writeJson, writeLine } from '../terminal/output.js';
import { type CsvOptions, writeCsv } from './file/result-file.js';

interface ChangesOptions extends ServerOptions, CsvOptions {
  readonly json?: true;
  readonly against: string;
  readonly change?: readonly ChangeKind[];
  readonly keyColumn?: string;
  readonly limit: number;
}

/** `dialproof changes`: what changed from one task to another. */
export function changesCommand(program: ProgramCommand, host: Host): void {
  program
    .command('changes')
    .summary('show what changed since another task')
    .description('Show which numbers came, went, were replaced or changed their status since.')
    .argument('<id>')
    .requiredOption('--against <id>', 'the task before')
    .with('change', 'keyColumn', 'limit', 'csv', 'force', 'json', 'url')
    .addHelpText('after', '\n  dialproof changes ID --against EARLIER_ID --csv changes.csv')
    .action((id: string, options: ChangesOptions) =>
      withServer(options, host, (server) => showChanges(server, id, options, host)),
    );
}

async function showChanges(server: Server, id: string, options: ChangesOptions, host: Host): Promise<void> {
  const { against, change, keyColumn: key_column } = options;
  const task = server.client.task(id);
  const source: ChangesSource = {
    about: { task_id: id, against },
    changes: (limit) => task.changes({ against, change, key_column, limit }, { signal: host.signal }),
    download: (request) => task.downloadChanges({ against, change, key_column }, request),
  };
  await writeChanges(server, source, options, host);
}

/** The changes to be shown, and what they are of, for JSON. */
export interface ChangesSource {
  readonly about: object;
  readonly changes: (limit: number) => Changes;
  readonly download: (request: RequestOptions) => Promise<Download>;
}

/** Prints changes, or writes all of them as a .csv. */
export async function writeChanges(
  server: Server,
  source: ChangesSource,
  options: Omit<ChangesOptions, 'against'>,
  host: Host,
): Promise<void> {
  const { change, csv, json, limit } = options;
  const { stdout } = host;
  if (csv !== undefined) {
    await writeCsv(csv, options, source.download, host);
    warnIfSandbox(server, host);
    if (json) await writeJson(host, { ...source.about, csv });
    return;
  }
  const listed = source.changes(Math.min(limit, 100));
  let page = await listed.page();
  const { counts } = page;
  const shown = [...page.items];
  while (shown.length < limit && page.next_cursor !== null) {
    page = await listed.page(page.next_cursor);
    shown.push(...page.items);
  }
  const changes = shown.slice(0, limit);
  if (json) return writeJson(host, { ...source.about, counts, changes });
  warnIfSandbox(server, host);
  for (const line of countLines(counts)) await writeLine(stdout, line);
  if (changes.length > 0) for (const line of changesTable(changes)) await writeLine(stdout, line);
  const all = (change ?? CHANGE_KINDS).reduce((sum, kind) => sum + counts[kind], 0);
  if (changes.length < all) {
    host.stderr.write(
      `These are ${grouped(changes.length)} of ${counted(all, 'change')}: --limit shows more, --csv writes all.\n`,
    );
  }
}

function countLines({
  came,
  changed,
  replaced,
  went,
  unchanged,
  not_compared,
  ...rows
}: ChangeCounts): readonly string[] {
  const withoutNumber = [rows.rows_without_number, rows.rows_without_number_before];
  return [
    [
      `${counted(came, 'number')} came, ${grouped(changed)} changed`,
      ...(replaced === 0 ? [] : [`${grouped(replaced)} replaced another`]),
      `${grouped(went)} went, ${grouped(unchanged)} did not change`,
    ].join(', '),
    ...(not_compared === 0 ? [] : [`${counted(not_compared, 'number')} not compared: a check had failed`]),
    ...(withoutNumber.every((count) => count === 0)
      ? []
      : [`Rows without a number: ${withoutNumber.map(grouped).join(', before ')}`]),
  ];
}

/** Keys come first where the request or the list names their column; the number that was replaced comes last, if a change has one. */
function changesTable(changes: readonly NumberChange[]): readonly string[] {
  if (!changes.some(({ key }) => key !== undefined)) return table(HEADER, changes.map(rowOf));
  const hasReplaced = changes.some(({ change }) => change === 'replaced');
  return table(
    ['KEY', ...HEADER, ...(hasReplaced ? ['REPLACED'] : [])],
    changes.map((change) => [
      printable(change.key ?? ''),
      ...rowOf(change),
      ...(hasReplaced ? [change.previous_phone ?? ''] : []),
    ]),
  );
}

const HEADER = ['NUMBER', 'CHANGE', 'FROM', 'TO', 'CHECKED (UTC)'];

function rowOf({ phone, change, from, to, from_checked_at, to_checked_at }: NumberChange): readonly string[] {
  const checkedAt = to_checked_at ?? from_checked_at;
  return [phone, change, from ?? '', to ?? '', checkedAt === null ? '' : minuteOf(checkedAt)];
}
