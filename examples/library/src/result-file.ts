import { open, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { EXIT_CODES, ScriptFailure, systemCode } from './failure.js';

/** Where a result goes. It is there as a whole or not at all. */
export interface ResultFile {
  /** Writes all of it. */
  write(content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  /** Writes the result of a task that ended early, in place of `write`, and resolves to the name that people find it by. */
  writePartial(content: AsyncIterable<Uint8Array>): Promise<string>;
  /** Clears up what is unfinished. Safe after `write`, and twice. */
  discard(): Promise<void>;
}

/**
 * Makes sure that the result can be written, which its user wants to know before the checks and not after them. It is written under
 * another name in the same folder and renamed once it is complete, so that nobody ever finds half of it.
 */
export async function openResultFile(path: string, { force }: { force: boolean }): Promise<ResultFile> {
  const partialPath = `${path.replace(/\.csv$/i, '')}.partial.csv`;
  await assertFree(path, force);
  await assertFree(partialPath, force);
  const unfinished = `${path}.${process.pid}.part`;
  const file = await open(unfinished, 'wx').catch((error) => refuse(path, error));
  const writeAs = async (
    name: string,
    content: AsyncIterable<Uint8Array>,
    options: { signal?: AbortSignal },
  ) => {
    try {
      await pipeline(content, file.createWriteStream({ flush: true }), options);
      // The checks may have taken an hour, and somebody else may have written it meanwhile.
      await assertFree(name, force);
      await rename(unfinished, name);
    } catch (error) {
      refuse(name, error);
    }
  };
  return {
    write: (content, signal) => writeAs(path, content, { signal }),
    async writePartial(content) {
      await writeAs(partialPath, content, {});
      return partialPath;
    },
    async discard() {
      await file.close();
      await rm(unfinished, { force: true });
    },
  };
}

/** The standard output, which cannot be taken back: what reads it learns from the exit code that it is incomplete. */
export const standardOutput: ResultFile = {
  write: (content, signal) => writeOut(content, { signal }),
  async writePartial(content) {
    await writeOut(content, {});
    return 'the standard output';
  },
  async discard() {},
};

async function writeOut(
  content: AsyncIterable<Uint8Array>,
  options: { readonly signal?: AbortSignal },
): Promise<void> {
  await pipeline(content, process.stdout, { ...options, end: false }).catch((error) => {
    if (systemCode(error) !== 'EPIPE') refuse('The standard output', error);
    const sentence = 'The standard output was closed before the end of the result.';
    throw new ScriptFailure(EXIT_CODES.readNoFurther, sentence);
  });
}

async function assertFree(path: string, force: boolean): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || (force && found.isFile())) return;
  const advice = force ? 'it is no file that could be replaced' : 'replace it with --force or name another';
  throw new ScriptFailure(EXIT_CODES.unwritable, `${path} is there already: ${advice}.`);
}

function refuse(name: string, error: unknown): never {
  const code = systemCode(error);
  if (code === undefined) throw error;
  throw new ScriptFailure(EXIT_CODES.unwritable, `${name} cannot be written (${code}).`);
}
