import type { DialproofClient } from '../../../dialproof-client.js';
import { isDialproofError } from '../../../dialproof-error.js';
import type { TaskHandle } from '../../../tasks/task-handle.js';
import type { NamedContent, UploadOptions } from '../../../uploads/upload-file.js';
import { wrongCommandLine } from '../../command-line/read-arguments.js';
import { CommandFailure, EXIT_CODES } from '../../failure.js';
import type { Host } from '../../host.js';
import { confirm } from '../../terminal/ask.js';
import { progressOf } from '../../terminal/host-progress.js';
import { counted } from '../../terminal/numbers.js';
import { previewLines } from '../../terminal/preview-lines.js';
import { paintOn } from '../../terminal/style.js';
import type { FileOptions } from './file-options.js';
import { type InputFile, openInputFile } from './input-file.js';

/** Shows what a file would cost, asks, and submits it. */
export async function submitFile(
  client: DialproofClient,
  input: string,
  options: FileOptions,
  host: Host,
): Promise<TaskHandle> {
  const file = await openInputFile(input, host);
  try {
    await agreed(client, file, options, host);
    return await upload(client, file, options, host);
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
    if (!host.signal.aborted) {
      // Nobody knows whether it has become a task.
      if (isDialproofError(error) && error.idempotencyKey !== undefined) host.stderr.write(LOOK_FIRST);
      throw error;
    }
    throw new CommandFailure(
      exitCodeOf(host.signal.reason),
      'Stopped while the file was sent. If it became a task all the same, dialproof tasks shows it.',
    );
  }
}

const LOOK_FIRST =
  'It may have become a task all the same: look at dialproof tasks before you send it again.\n';

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

function exitCodeOf(reason: unknown): number {
  return reason instanceof CommandFailure ? reason.exitCode : EXIT_CODES.unforeseen;
}
