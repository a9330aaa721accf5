import { TASK_STATUSES, type Task } from '../../shapes/task.js';
import {
  choiceOption,
  type ReadCommand,
  wholeOption,
  wrongCommandLine,
} from '../command-line/read-arguments.js';
import { EXIT_CODES } from '../failure.js';
import type { Host } from '../host.js';
import { openClient } from '../settings/open-client.js';
import { grouped } from '../terminal/numbers.js';
import { paintOn, printable } from '../terminal/style.js';
import { table } from '../terminal/table.js';
import { taskSummary } from '../terminal/task-summary.js';
import { writeJson, writeLine } from './output.js';

/** `dialproof tasks`: the newest first, or one with its summary. */
export async function tasksCommand(command: ReadCommand, host: Host): Promise<number> {
  const [id, ...more] = command.operands;
  if (more.length > 0) throw wrongCommandLine('Name one task, or none for a list.');
  const client = await openClient(command, host);
  const { signal } = host;
  if (id !== undefined) {
    const task = await client.task(id).get({ signal });
    if (command.has('json')) await writeJson(host, task);
    else for (const line of describedTask(task, host)) await writeLine(host.stdout, line);
    return EXIT_CODES.done;
  }
  const limit = wholeOption(command, 'limit', 1) ?? 20;
  const status = choiceOption(command, 'status', TASK_STATUSES);
  const listed = client.tasks({ status, limit: Math.min(limit, 100) }, { signal });
  const tasks = await listed.toArray(limit);
  if (command.has('json')) for (const task of tasks) await writeJson(host, task);
  else if (tasks.length === 0) host.stderr.write('There are no tasks.\n');
  else for (const line of table(tasks.map(rowOf), [3])) await writeLine(host.stdout, line);
  return EXIT_CODES.done;
}

function rowOf({ task_id, created_at, status, processed, total, file_name }: Task): readonly string[] {
  const rows = processed === total ? grouped(total) : `${grouped(processed)} of ${grouped(total)}`;
  return [task_id, minuteOf(created_at), status, rows, printable(file_name)];
}

/** `2026-01-02 03:04`, in UTC. */
export function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

function nextTryOf(time: string | null): string {
  return time === null ? ' until the account is reinstated' : `, and goes on by itself: next try ${time}`;
}

function describedTask(task: Task, { env, stdout }: Host): readonly string[] {
  const { status, failure_reason, waiting, file_name, phone_column, processed, total } = task;
  const reason = failure_reason === null ? '' : ` (${failure_reason})`;
  const paused = waiting === null ? [] : [`It waits (${waiting.reason})${nextTryOf(waiting.next_try_at)}.`];
  return [
    `${printable(file_name)}: ${status}${reason}, ${grouped(processed)} of ${grouped(total)} rows, phones in "${printable(phone_column)}"`,
    ...paused,
    ...taskSummary(task, paintOn(stdout, env)),
  ];
}
