import { isDialproofError } from '../../../dialproof-error.js';
import type { TaskHandle } from '../../../tasks/task-handle.js';
import type { NamedContent, UploadOptions } from '../../../uploads/upload-file.js';
import { wrongCommandLine } from '../../command-line/read-arguments.js';
import { CommandFailure, EXIT_CODES } from '../../failure.js';
import type { Host } from '../../host.js';
import type { Verifier } from '../../settings/with-verifier.js';
import { confirm } from '../../terminal/ask.js';
import { progressOf } from '../../terminal/host-progress.js';
import { counted } from '../../terminal/numbers.js';
import { previewLines } from '../../terminal/preview-lines.js';
import { paintOn } from '../../terminal/style.js';
import type { FileOptions } from './file-options.js';
import { type InputFile, openInputFile, unreadable } from './input-file.js';

/** Shows the cost of a file, asks, and submits it. */
export async function submitFile(
  verifier: Verifier,
  input: string,
  options: FileOptions,
  host: Host,
): Promise<TaskHandle> {
  const file = await openInputFile(input, host);
  try {
    await agreed(verifier, file, options, host);
    return await upload(verifier, file, options, host);
  } catch (error) {
    throw isOfSystem(error) ? unreadable(input, error) : error;
  } finally {
    await file.close();
  }
}

/** Shows the cost, and asks. */
async function agreed(
  { client, local }: Verifier,
  file: InputFile,
  options: FileOptions,
  host: Host,
): Promise<void> {
  const { max_credits: _, ...settings } = options.settings;
  const nothingDone = local === undefined ? 'Nothing was submitted.' : 'Nothing was verified.';
  const preview = await withProgress(file.content, { host, local }, (onProgress) =>
    client.preview(file.content, settings, { signal: host.signal, onProgress }),
  );
  const { credits, balance } = preview;
  const forecast = local?.forecast(preview.numbers);
  for (const line of previewLines(preview, paintOn(host.stderr, host.env), forecast))
    host.stderr.write(`${line}\n`);
  if (credits.held > balance.available) {
    const sentence = `${counted(credits.held, 'credit is', 'credits are')} needed and ${balance.available} available.`;
    throw new CommandFailure(EXIT_CODES.credits, `${sentence} ${nothingDone}`);
  }
  if (preview.numbers === 0 && !options.isWithoutNumbers) {
    throw new CommandFailure(
      EXIT_CODES.noNumbers,
      `No number was found, so every row would be unknown: the notes and examples say why. Name the column, the sheet or the country, or add --without-numbers. ${nothingDone}`,
    );
  }
  if (options.isSure) return;
  // The answer would be taken from the file.
  if (host.stdin.isTTY !== true || options.input === '-') {
    throw wrongCommandLine(
      `Cannot prompt without a terminal: add --yes, and --max-credits for a limit. ${nothingDone}`,
    );
  }
  if (await confirm(host, `Verify ${counted(preview.numbers, 'number')}?`)) return;
  throw new CommandFailure(EXIT_CODES.declined, nothingDone);
}

async function upload(
  { client, local }: Verifier,
  { content }: InputFile,
  { settings }: FileOptions,
  host: Host,
): Promise<TaskHandle> {
  try {
    return await withProgress(content, { host, local }, (onProgress) =>
      // Without a server it takes a moment. Afterwards numbers are being checked, and their answers would be lost.
      client.submit(content, settings, { signal: local === undefined ? host.signal : undefined, onProgress }),
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

/** An upload that is sent at once needs no bar. */
const LARGE_BYTES = 1_000_000;

/** Shows how much of a large file is sent. */
async function withProgress<Answer>(
  { size = 0 }: NamedContent,
  { host, local }: Pick<Verifier, 'local'> & { readonly host: Host },
  send: (onProgress: UploadOptions['onProgress']) => Promise<Answer>,
): Promise<Answer> {
  if (size < LARGE_BYTES) return send(undefined);
  const progress = progressOf(host, local === undefined ? 'kB sent' : 'kB read');
  const kilobytes = (bytes: number): number => Math.floor(bytes / 1_000);
  try {
    return await send(({ sentBytes }) => progress.show(kilobytes(sentBytes), kilobytes(size)));
  } finally {
    progress.stop();
  }
}

/** Node's errors of reading a file or a folder. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

function exitCodeOf(reason: unknown): number {
  return reason instanceof CommandFailure ? reason.exitCode : EXIT_CODES.unforeseen;
}
