import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDialproofError } from '../../../dialproof-error.js';
import { downloadToFile } from '../../../node/download-to-file.js';
import type { DownloadQuery } from '../../../shapes/result.js';
import type { TaskHandle } from '../../../tasks/task-handle.js';
import { CommandFailure, EXIT_CODES, READ_NO_FURTHER } from '../../failure.js';
import type { Host } from '../../host.js';
import { write } from '../output.js';

/** Makes sure that the result can be written, which its owner wants to know before the checks and not after them. */
export async function assertWritable(path: string, isForced: boolean): Promise<void> {
  if (path === '-') return;
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !(isForced && found.isFile())) {
    const advice = isForced
      ? 'it is no file that could be replaced'
      : 'replace it with --force, or name another with --out';
    throw new CommandFailure(EXIT_CODES.files, `${path} is there already: ${advice}.`);
  }
  await access(dirname(path), constants.W_OK).catch((error) => {
    throw unwritable(path, error);
  });
}

/** Writes the result, whole or not at all; to the standard output, as it comes. */
export async function writeResult(
  task: TaskHandle,
  path: string,
  query: DownloadQuery,
  host: Host,
): Promise<void> {
  const { signal, stdout } = host;
  try {
    if (path !== '-') await downloadToFile(task, path, { query, signal });
    else
      for await (const piece of (await task.download(query, { signal })).content) await write(stdout, piece);
  } catch (error) {
    if (signal.aborted || isDialproofError(error) || !isOfSystem(error)) throw error;
    if (path !== '-') throw unwritable(path, error);
    throw new CommandFailure(READ_NO_FURTHER, 'The standard output was closed before the end of the result.');
  }
}

function isOfSystem(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

function unwritable(path: string, error: unknown): CommandFailure {
  const code = isOfSystem(error) ? error.code : String(error);
  return new CommandFailure(EXIT_CODES.files, `${path} cannot be written (${code}).`);
}
