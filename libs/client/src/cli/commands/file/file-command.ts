import type { DialproofClient } from '../../../dialproof-client.js';
import type { Task } from '../../../shapes/task.js';
import type { TaskHandle } from '../../../tasks/task-handle.js';
import type { ReadCommand } from '../../command-line/read-arguments.js';
import { CommandFailure, EXIT_CODES } from '../../failure.js';
import type { Host } from '../../host.js';
import { openClient } from '../../settings/open-client.js';
import { paintOn } from '../../terminal/style.js';
import { taskSummary } from '../../terminal/task-summary.js';
import { writeJson, writeLine } from '../output.js';
import { type FileOptions, fileOptions, partialPath, resultBeside, resultHere } from './file-options.js';
import { followFile } from './follow-file.js';
import { assertWritable, writeResult } from './result-file.js';
import { submitFile } from './submit-file.js';

/** `dialproof file`: from a file to its result. */
export async function fileCommand(command: ReadCommand, host: Host): Promise<number> {
  const options = fileOptions(command);
  const client = await openClient(command, host);
  const { handle, out } =
    options.resume === undefined
      ? await submitted(client, options, host)
      : await resumed(client.task(options.resume), options, host);
  const task = await followFile(handle, options, host);
  return finished(handle, task, { ...options, out }, host);
}

interface Running {
  readonly handle: TaskHandle;
  /** A path, or `-`. */
  readonly out: string;
}

async function submitted(client: DialproofClient, options: FileOptions, host: Host): Promise<Running> {
  // `fileOptions` lets nothing but a resumed task be without a file.
  const input = options.input as string;
  const out = options.out ?? resultBeside(input);
  await assertWritable(out, options.isForced);
  return { handle: await submitFile(client, input, options, host), out };
}

async function resumed(handle: TaskHandle, options: FileOptions, host: Host): Promise<Running> {
  const out = options.out ?? (await resultOf(handle, options, host));
  await assertWritable(out, options.isForced);
  return { handle, out };
}

/** The name of the result comes from the file that is named, or else from the task. */
async function resultOf(handle: TaskHandle, { input }: FileOptions, { signal }: Host): Promise<string> {
  return input === undefined ? resultHere((await handle.get({ signal })).file_name) : resultBeside(input);
}

async function finished(
  handle: TaskHandle,
  task: Task,
  { out, query, isForced, isJson }: FileOptions & { readonly out: string },
  host: Host,
): Promise<number> {
  const isDone = task.status === 'done';
  const path = isDone || out === '-' ? out : partialPath(out);
  const isWritten = isDone || (task.processed > 0 && out !== '-');
  if (isWritten) {
    if (!isDone) await assertWritable(path, isForced);
    await writeResult(handle, path, isDone ? query : { ...query, partial: true }, host);
  }
  // The result is on the standard output, so that what is for people goes elsewhere.
  const output = out === '-' || isJson ? host.stderr : host.stdout;
  for (const line of taskSummary(task, paintOn(output, host.env))) await writeLine(output, line);
  if (isWritten && path !== '-') await writeLine(output, `Wrote ${path}`);
  if (isJson) await writeJson(host, { ...task, result: isWritten ? path : null });
  if (isDone) {
    if (task.checks_failed > 0)
      host.stderr.write(`Check the rest again with: dialproof retry ${handle.id}\n`);
    return EXIT_CODES.done;
  }
  const reason = task.failure_reason ?? 'no reason is known';
  throw new CommandFailure(
    EXIT_CODES.taskFailed,
    `The task failed (${reason}). Go on with the rest: dialproof retry ${handle.id}`,
  );
}
