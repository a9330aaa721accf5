import { access, constants, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { DownloadQuery } from '../../../api/api.js';
import type { RequestOptions } from '../../../client-options.js';
import { isDialproofError } from '../../../dialproof-error.js';
import type { Download } from '../../../downloads/download.js';
import { downloadToFile } from '../../../node/files.js';
import type { TaskHandle } from '../../../tasks/task-handle.js';
import {
  CommandFailure,
  EXIT_CODES,
  isSystemError,
  READ_NO_FURTHER,
  wrongCommandLine,
} from '../../failures/failure.js';
import type { Host } from '../../host.js';
import { write } from '../../terminal/output.js';

/** Makes sure, before the checks, that the result can be written. */
export async function assertWritable(path: string, force: true | undefined): Promise<void> {
  if (path === '-') return;
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !(force && found.isFile())) {
    const advice = force
      ? 'It is not a file, so it is not replaced.'
      : 'Replace it with --force, or name another with --out.';
    throw new CommandFailure(EXIT_CODES.files, `${path} is there already. ${advice}`);
  }
  await access(dirname(path), constants.W_OK).catch((error) => {
    throw unwritable(path, error);
  });
}

/** Writes the result, whole or not at all; to the standard output, as it arrives. */
export async function writeResult(
  task: Pick<TaskHandle, 'download'>,
  path: string,
  query: DownloadQuery,
  { signal, stdout }: Pick<Host, 'stdout'> & Partial<Pick<Host, 'signal'>>,
): Promise<void> {
  try {
    if (path !== '-') await downloadToFile(task, path, { query, signal });
    else
      for await (const piece of (await task.download(query, { signal })).content) await write(stdout, piece);
  } catch (error) {
    if (signal?.aborted || isDialproofError(error) || !isSystemError(error)) throw error;
    if (path === '-' && error.code === 'EPIPE') {
      throw new CommandFailure(
        READ_NO_FURTHER,
        'The standard output was closed before the end of the result.',
      );
    }
    throw unwritable(path === '-' ? 'The standard output' : path, error);
  }
}

/**
 * Writes a result that has no other copy: even after Ctrl+C, and into the folder for temporary files if it cannot be written. Then it
 * rejects with that path. A closed standard output ends the writing.
 */
export async function keepResult(
  task: TaskHandle,
  path: string,
  {
    query,
    force,
    host,
  }: { readonly query: DownloadQuery; readonly force: true | undefined; readonly host: Host },
): Promise<void> {
  const { stdout } = host;
  try {
    // The checks may have taken an hour, and another program may have written it meanwhile.
    await assertWritable(path, force);
    await writeResult(task, path, query, { stdout });
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.exitCode === READ_NO_FURTHER) throw error;
    const folder = await mkdtemp(join(tmpdir(), 'dialproof-'));
    const elsewhere = join(folder, path === '-' ? `result.${query.format ?? 'csv'}` : basename(path));
    await writeResult(task, elsewhere, query, { stdout });
    throw new CommandFailure(error.exitCode, `${error.message} The result is in ${elsewhere} instead.`);
  }
}

function unwritable(what: string, error: unknown): CommandFailure {
  const code = isSystemError(error) ? error.code : String(error);
  return new CommandFailure(EXIT_CODES.files, `${what} cannot be written (${code}).`);
}

/** The options of a command that can write its list as a .csv. */
export interface CsvOptions {
  /** A path, or `-` for the standard output. */
  readonly csv?: string;
  readonly force?: true;
  readonly json?: true;
}

/** Writes a .csv to the path of the options, whole or not at all, and says so. */
export async function writeCsv(
  path: string,
  { force, json }: CsvOptions,
  start: (options: RequestOptions) => Promise<Download>,
  host: Host,
): Promise<void> {
  if (path === '-' && json) {
    throw wrongCommandLine(
      'The .csv and --json would both go to the standard output. Name a file with --csv.',
    );
  }
  await assertWritable(path, force);
  await writeResult({ download: (_query, options = {}) => start(options) }, path, {}, host);
  if (path !== '-' && !json) host.stdout.write(`Wrote ${path}\n`);
}
