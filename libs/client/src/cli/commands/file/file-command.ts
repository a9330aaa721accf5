import type { DialproofClient } from '../../../dialproof-client.js';
import { hasEnded, type Task } from '../../../shapes/task.js';
import type { TaskHandle } from '../../../tasks/task-handle.js';
import type { NamedContent, UploadOptions } from '../../../uploads/upload-file.js';
import { type ReadCommand, wrongCommandLine } from '../../command-line/read-arguments.js';
import { CommandFailure, EXIT_CODES } from '../../failure.js';
import type { Host } from '../../host.js';
import { openClient } from '../../settings/open-client.js';
import { confirm } from '../../terminal/ask.js';
import { counted } from '../../terminal/numbers.js';
import { previewLines } from '../../terminal/preview-lines.js';
import { type Progress, progressOn } from '../../terminal/progress.js';
import { paintOn } from '../../terminal/style.js';
import { taskSummary } from '../../terminal/task-summary.js';
import { writeJson, writeLine } from '../output.js';
import { type FileOptions, fileOptions, partialPath, resultBeside } from './file-options.js';
import { type InputFile, openInputFile } from './input-file.js';
import { assertWritable, writeResult } from './result-file.js';

/** `dialproof file`: from a file to its result. */
export async function fileCommand(command: ReadCommand, host: Host): Promise<number> {
  const options = fileOptions(command);
  const client = await openClient(command, host);
  const { handle, out } =
    options.resume === undefined
      ? await submitted(client, options, host)
      : await resumed(client.task(options.resume), options, host);
  const task = await followed(handle, options, host);
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
  const file = await openInputFile(input, host);
  try {
    await agreed(client, file, options, host);
    return { handle: await upload(client, file, options, host), out };
  } finally {
    await file.close();
  }
}

/** Shows what it would cost, and asks. */
async function agreed(
  client: DialproofClient,
  file: InputFile,
  options: FileOptions,
  host: Host,
): Promise<void> {
  const { max_credits: _, ...settings } = options.settings;
  const preview = await withProgress(file.content, host, (onProgress) =>
    client.preview(file.content, settings, { signal: host.signal, onProgress }),
  );
  for (const line of previewLines(preview, paintOn(host.stderr, host.env))) host.stderr.write(`${line}\n`);
  const { credits, balance } = preview;
  if (credits.held > balance.available) {
    const sentence = `${counted(credits.held, 'credit is', 'credits are')} needed and ${balance.available} available.`;
    throw new CommandFailure(EXIT_CODES.credits, `${sentence} Nothing was submitted.`);
  }
  if (options.isSure) return;
  // The answer would be taken from the file.
  if (host.stdin.isTTY !== true || options.input === '-') {
    throw wrongCommandLine(
      'Nobody can be asked here: add --yes, and --max-credits for a bound. Nothing was submitted.',
    );
  }
  if (await confirm(host, `Verify ${counted(preview.numbers, 'number')}?`)) return;
  throw new CommandFailure(EXIT_CODES.declined, 'Nothing was submitted.');
}

async function upload(
  client: DialproofClient,
  { content }: InputFile,
  { settings }: FileOptions,
  host: Host,
): Promise<TaskHandle> {
  try {
    return await withProgress(content, host, (onProgress) =>
      client.submit(content, settings, { signal: host.signal, onProgress }),
    );
  } catch (error) {
    if (!host.signal.aborted) throw error;
    throw new CommandFailure(
      exitCodeOf(host.signal.reason),
      'Stopped while the file was sent. If it became a task all the same, dialproof tasks shows it.',
    );
  }
}

/** What is sent at once needs no bar. */
const LARGE_BYTES = 1_000_000;

/** Shows how much of a large file is sent. */
async function withProgress<Answer>(
  { size = 0 }: NamedContent,
  host: Host,
  send: (onProgress: UploadOptions['onProgress']) => Promise<Answer>,
): Promise<Answer> {
  if (size < LARGE_BYTES) return send(undefined);
  const progress = progressOf(host, 'kB sent');
  const kilobytes = (bytes: number): number => Math.floor(bytes / 1_000);
  try {
    return await send(({ sentBytes }) => progress.show(kilobytes(sentBytes), kilobytes(size)));
  } finally {
    progress.stop();
  }
}

/** The name of the result comes from the file that is named, or else from the task. */
async function resumed(handle: TaskHandle, options: FileOptions, host: Host): Promise<Running> {
  const name = options.input ?? (await handle.get({ signal: host.signal })).file_name;
  const out = options.out ?? resultBeside(name);
  await assertWritable(out, options.isForced);
  return { handle, out };
}

async function followed(handle: TaskHandle, { input }: FileOptions, host: Host): Promise<Task> {
  const progress = progressOf(host, 'rows');
  try {
    return await handle.ended({
      signal: host.signal,
      onProgress: (task) => {
        if (!hasEnded(task) || task.processed > 0) progress.show(task.processed, task.total, noteOf(task));
      },
    });
  } catch (error) {
    progress.stop();
    const again = `dialproof file${input === undefined || input === '-' ? '' : ` ${quoted(input)}`} --resume ${handle.id}`;
    host.stderr.write(`The task goes on at the server. Come back to it with:\n  ${again}\n`);
    throw error;
  } finally {
    progress.stop();
  }
}

function progressOf({ stderr, env }: Host, unit: string): Progress {
  return progressOn({
    output: stderr,
    env,
    unit,
    now: () => performance.now(),
    everySecond(run) {
      const timer = setInterval(run, 1_000);
      return () => clearInterval(timer);
    },
  });
}

/** What stands in place of the time left; undefined while it goes on. */
function noteOf({ status, waiting }: Task): string | undefined {
  if (waiting !== null) return `waits (${waiting.reason}), next try ${waiting.next_try_at.slice(11, 19)} UTC`;
  return status === 'queued' ? 'queued' : undefined;
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

function exitCodeOf(reason: unknown): number {
  return reason instanceof CommandFailure ? reason.exitCode : EXIT_CODES.unforeseen;
}

/** As a shell takes it. */
function quoted(path: string): string {
  return /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
