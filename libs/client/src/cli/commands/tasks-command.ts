import { Option } from 'commander';
import { TASK_STATUSES, type Task, type TaskStatus } from '../../api/api.js';
import type { ProgramCommand, ServerOptions } from '../command-line/options.js';
import type { Host } from '../host.js';
import { type Server, withServer } from '../settings/open-server.js';
import { cut, grouped, minuteOf, table } from '../terminal/format.js';
import { warnIfSandbox } from '../terminal/notices.js';
import { paintOn, printable, writeJson, writeLines, writeList } from '../terminal/output.js';
import { taskSummary } from '../terminal/task-summary.js';

type TasksOptions = ServerOptions & { readonly status?: TaskStatus; readonly limit: number };

/** `dialproof tasks`: the newest first, or one with its summary. */
export function tasksCommand(program: ProgramCommand, host: Host): void {
  program
    .command('tasks')
    .summary('list your tasks, or show one')
    .description('List your tasks, the newest first, or show one.')
    .argument('[id]')
    .addOption(new Option('--status <status>', `only ${TASK_STATUSES.join(', ')}`).choices(TASK_STATUSES))
    .with('limit', 'json', 'url')
    .addHelpText('after', '\n  dialproof tasks\n  dialproof tasks --status failed --json')
    .action((id: string | undefined, options: TasksOptions) =>
      withServer(options, host, (server) =>
        id === undefined ? listTasks(server, options, host) : showTask(server, id, options, host),
      ),
    );
}

async function listTasks({ client }: Server, options: TasksOptions, host: Host): Promise<void> {
  const { limit, status } = options;
  const listed = client.tasks({ status, limit: Math.min(limit, 100) }, { signal: host.signal });
  await writeList(host, options, await listed.toArray(limit), {
    none: 'There are no tasks.',
    lines: (tasks) => taskTable(tasks, host),
  });
}

const HEADER = ['TASK', 'CREATED (UTC)', 'STATUS', 'ROWS'];

function taskTable(tasks: readonly Task[], { stdout }: Host): readonly string[] {
  const lines = table(HEADER, tasks.map(rowOf), [3]);
  const names = ['FILE', ...tasks.map(({ file_name }) => printable(file_name))];
  const start = Math.max(...lines.map((line) => line.length)) + 2;
  // A long name would break the table on a terminal. Programs get it whole.
  const room = stdout.isTTY === true ? Math.max(8, (stdout.columns ?? 80) - start) : Number.POSITIVE_INFINITY;
  return lines.map((line, index) => `${line.padEnd(start)}${cut(names[index] ?? '', room)}`);
}

function rowOf({ task_id, created_at, status, processed, total }: Task): readonly string[] {
  const rows = processed === total ? grouped(total) : `${grouped(processed)} of ${grouped(total)}`;
  return [task_id, minuteOf(created_at), status, rows];
}

async function showTask(server: Server, id: string, { json }: TasksOptions, host: Host): Promise<void> {
  const task = await server.client.task(id).get({ signal: host.signal });
  if (json) return writeJson(host, task);
  warnIfSandbox(server, host);
  await writeLines(host.stdout, describedTask(task, host));
}

function describedTask(task: Task, { env, stdout }: Host): readonly string[] {
  const { status, failure_reason, waiting, file_name, phone_column, processed, total } = task;
  const reason = failure_reason === null ? '' : ` (${failure_reason})`;
  const paused = waiting === null ? [] : [`It waits (${waiting.reason})${nextTryOf(waiting.next_try_at)}.`];
  return [
    `${printable(file_name)}: ${status}${reason}, ${grouped(processed)} of ${grouped(total)} rows, phone numbers in "${printable(phone_column)}"`,
    ...paused,
    ...taskSummary(task, paintOn(stdout, env)),
  ];
}

function nextTryOf(time: string | null): string {
  return time === null
    ? ' until the account is reinstated'
    : `, and continues by itself: next try ${minuteOf(time)} UTC`;
}
