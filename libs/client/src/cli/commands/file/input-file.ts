import { createWriteStream } from 'node:fs';
import { access, constants, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileOnDisk } from '../../../node/file-on-disk.js';
import type { NamedContent } from '../../../uploads/upload-file.js';
import { CommandFailure, EXIT_CODES } from '../../failure.js';
import type { Host } from '../../host.js';

/** A file that is read twice: for the preview, and to be submitted. */
export interface InputFile {
  readonly content: NamedContent;
  /** Removes its temporary file, if it has one. */
  close(): Promise<void>;
}

/** Throws a `CommandFailure` for a path that is no file or cannot be read. */
export async function assertReadable(path: string): Promise<void> {
  const found = await stat(path).catch((error) => {
    throw unreadable(path, error);
  });
  if (found.isDirectory()) {
    throw new CommandFailure(EXIT_CODES.files, `${path} is a folder: name a .csv or .xlsx file.`);
  }
  await access(path, constants.R_OK).catch((error) => {
    throw unreadable(path, error);
  });
}

/** The file of this path; the standard input is copied into a temporary file. */
export async function openInputFile(path: string, host: Host): Promise<InputFile> {
  if (path === '-') return spooledInput(host);
  try {
    return { content: await fileOnDisk(path), close: async () => {} };
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function spooledInput({ stdin, signal }: Host): Promise<InputFile> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-'));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'stdin');
    await pipeline(stdin, createWriteStream(path, { mode: 0o600 }), { signal });
    const content = await fileOnDisk(path);
    return { content: { ...content, name: (await isWorkbook(path)) ? 'stdin.xlsx' : 'stdin.csv' }, close };
  } catch (error) {
    await close();
    if (signal.aborted) throw signal.reason;
    throw unreadable('The standard input', error);
  }
}

/** A workbook is a zip archive, whose first two bytes are these. */
async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === 'PK';
  } finally {
    await file.close();
  }
}

export function unreadable(what: string, error: unknown): CommandFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'ENOENT') return new CommandFailure(EXIT_CODES.files, `There is no file ${what}.`);
  return new CommandFailure(EXIT_CODES.files, `${what} cannot be read (${code}).`);
}
