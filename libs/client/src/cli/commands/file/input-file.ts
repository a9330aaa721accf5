import { createWriteStream } from 'node:fs';
import { access, constants, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileOnDisk } from '../../../node/files.js';
import type { NamedContent } from '../../../uploads/upload-file.js';
import { CommandFailure, EXIT_CODES, isSystemError } from '../../failures/failure.js';
import type { Host } from '../../host.js';

/** Throws a `CommandFailure` for a path that is no file or cannot be read. */
export async function assertReadable(path: string): Promise<void> {
  const found = await stat(path).catch((error) => {
    throw unreadable(path, error);
  });
  if (found.isDirectory()) {
    throw new CommandFailure(EXIT_CODES.files, `${path} is a folder. Name a .csv or .xlsx file.`);
  }
  await access(path, constants.R_OK).catch((error) => {
    throw unreadable(path, error);
  });
}

/**
 * Runs with the file of this path, which may be read several times. The standard input, `-`, is copied into a temporary file, which is
 * removed at the end.
 */
export async function withInputFile<Answer>(
  path: string,
  host: Host,
  run: (content: NamedContent) => Promise<Answer>,
): Promise<Answer> {
  try {
    return path === '-' ? await withSpooledInput(host, run) : await run(await fileOnDisk(path));
  } catch (error) {
    if (host.signal.aborted || !isSystemError(error)) throw error;
    throw unreadable(path === '-' ? 'The standard input' : path, error);
  }
}

async function withSpooledInput<Answer>(
  { stdin, signal }: Host,
  run: (content: NamedContent) => Promise<Answer>,
): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-'));
  try {
    const path = join(folder, 'stdin');
    await pipeline(stdin, createWriteStream(path, { mode: 0o600 }), { signal });
    const content = await fileOnDisk(path);
    return await run({ ...content, name: (await isWorkbook(path)) ? 'stdin.xlsx' : 'stdin.csv' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A workbook is a zip archive, which begins with these two bytes. */
async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === 'PK';
  } finally {
    await file.close();
  }
}

function unreadable(what: string, error: unknown): CommandFailure {
  const code = isSystemError(error) ? error.code : String(error);
  if (code === 'ENOENT') return new CommandFailure(EXIT_CODES.files, `There is no file ${what}.`);
  return new CommandFailure(EXIT_CODES.files, `${what} cannot be read (${code}).`);
}
