import type { Preview, SubmitSettings } from '../../../api/api.js';
import { isDialproofError } from '../../../dialproof-error.js';
import type { NamedContent, UploadOptions } from '../../../uploads/upload-file.js';
import type { ServerOptions } from '../../command-line/options.js';
import { CommandFailure, EXIT_CODES, wrongCommandLine } from '../../failures/failure.js';
import type { Host } from '../../host.js';
import type { Verifier } from '../../settings/with-verifier.js';
import { confirm } from '../../terminal/ask.js';
import { counted, grouped } from '../../terminal/format.js';
import { warnIfSandbox } from '../../terminal/notices.js';
import { paintOn, wrapped } from '../../terminal/output.js';
import { previewLines } from '../../terminal/preview-lines.js';
import { withInputFile } from './input-file.js';
import { previewOf, withProgress } from './preview-command.js';
import { type ReadingOptions, settingsOf } from './reading-options.js';
import type { ResultOptions } from './result-options.js';

/** The options of a submit. */
export interface SubmitOptions extends ReadingOptions {
  readonly yes?: true;
  /** Whether to verify a file in which no number was found. All of its rows are unknown. */
  readonly withoutNumbers?: true;
  readonly maxCredits?: number;
}

/** The options of `dialproof file`. */
export interface FileOptions extends ServerOptions, SubmitOptions, ResultOptions {
  readonly local?: true;
}

/** Sends the file. */
export type Send<Answer> = (
  content: NamedContent,
  settings: SubmitSettings,
  options: UploadOptions,
) => Promise<Answer>;

/** Shows the cost of a file, asks, and submits it. */
export function submitFile<Answer>(
  verifier: Verifier,
  input: string,
  options: SubmitOptions,
  host: Host,
  send: Send<Answer>,
): Promise<Answer> {
  return withInputFile(input, host, async (content) => {
    // With `--local` there is no server that could keep the file.
    const keeping = verifier.local === undefined ? { keep_upload: true } : {};
    const preview = await previewOf(verifier, content, { ...settingsOf(options), ...keeping }, host);
    const forecast = verifier.local?.forecast(preview.numbers);
    for (const line of previewLines(preview, paintOn(host.stderr, host.env), forecast))
      host.stderr.write(`${wrapped(line, host.stderr)}\n`);
    warnIfSandbox(verifier, host);
    const nothingDone = verifier.local === undefined ? 'Nothing was submitted.' : 'Nothing was verified.';
    assertAffordable(preview, nothingDone);
    // Otherwise the answer would be read from the file.
    const isPerson = host.stdin.isTTY === true && input !== '-';
    await assertAgreed(preview, options, { host, isPerson, nothingDone });
    const { maxCredits: max_credits } = options;
    const settings = { ...settingsOf(options), max_credits, upload_id: preview.upload?.upload_id };
    return upload(verifier, content, host, (request) => send(content, settings, request));
  });
}

function assertAffordable({ credits: { held }, balance }: Preview, nothingDone: string): void {
  const missing = held - balance.available;
  if (missing <= 0) return;
  throw new CommandFailure(
    EXIT_CODES.credits,
    `You need ${counted(missing, 'more credit')}: the file holds ${grouped(held)}, and you have ${grouped(balance.available)}. ${nothingDone}`,
  );
}

interface Asking {
  readonly host: Host;
  readonly isPerson: boolean;
  readonly nothingDone: string;
}

/** Asks for agreement. A file without numbers needs a separate yes: a result with unknown rows alone looks like a list of bad leads. */
async function assertAgreed(
  { numbers }: Preview,
  { yes, withoutNumbers }: SubmitOptions,
  { host, isPerson, nothingDone }: Asking,
): Promise<void> {
  const isForNothing = numbers === 0 && withoutNumbers === undefined;
  if (isForNothing && (yes || !isPerson)) {
    throw new CommandFailure(
      EXIT_CODES.noNumbers,
      `${NO_NUMBERS} Or add --without-numbers to verify it all the same. ${nothingDone}`,
    );
  }
  if (yes) return;
  if (!isPerson) {
    throw wrongCommandLine(
      `Cannot prompt without a terminal: add --yes, and --max-credits for a limit. ${nothingDone}`,
    );
  }
  if (isForNothing) host.stderr.write(`${wrapped(NO_NUMBERS, host.stderr)}\n`);
  const question = isForNothing
    ? 'Write a result in which every row is unknown?'
    : `Verify ${counted(numbers, 'number')}?`;
  if (!(await confirm(host, question))) throw new CommandFailure(EXIT_CODES.declined, nothingDone);
}

const NO_NUMBERS =
  'No phone number was found, so every row would be unknown. Name the column, the sheet or the country of the numbers.';

async function upload<Answer>(
  { local }: Verifier,
  content: NamedContent,
  host: Host,
  send: (options: UploadOptions) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await withProgress(content, { host, local }, (onProgress) =>
      // Without a server, a submit takes a moment and is not interrupted: afterwards numbers are checked, and their answers would be lost.
      send({ signal: local === undefined ? host.signal : undefined, onProgress }),
    );
  } catch (error) {
    if (!host.signal.aborted) {
      // It is unknown whether the file has become a task.
      if (isDialproofError(error) && error.idempotencyKey !== undefined) host.stderr.write(LOOK_FIRST);
      throw error;
    }
    throw new CommandFailure(
      exitCodeOf(host.signal.reason),
      'Stopped while the file was sent. It may have become a task all the same: look at dialproof tasks.',
    );
  }
}

const LOOK_FIRST =
  'It may have become a task all the same: look at dialproof tasks before you send it again.\n';

function exitCodeOf(reason: unknown): number {
  return reason instanceof CommandFailure ? reason.exitCode : EXIT_CODES.unforeseen;
}
