import type { TaskHandle } from '../../../tasks/task-handle.js';
import type { ReadCommand } from '../../command-line/read-arguments.js';
import type { Host } from '../../host.js';
import { type Verifier, withVerifier } from '../../settings/with-verifier.js';
import { type FileOptions, fileOptions, partialPath, resultBeside, resultHere } from './file-options.js';
import { finishFile } from './finish-file.js';
import { followFile } from './follow-file.js';
import { assertReadable } from './input-file.js';
import { assertWritable } from './result-file.js';
import { submitFile } from './submit-file.js';

/** `dialproof file`: from a file to its result. */
export async function fileCommand(command: ReadCommand, host: Host): Promise<number> {
  const options = fileOptions(command);
  if (options.resume === undefined) await assertUsable(options);
  return withVerifier(command, host, async (verifier) => {
    const { handle, out } =
      options.resume === undefined
        ? await submitted(verifier, options, host)
        : await resumed(verifier.client.task(options.resume), options, host);
    const task = await followFile(handle, options, verifier, host);
    return finishFile(handle, task, { ...options, out }, verifier, host);
  });
}

/** Checks the files before any request. */
async function assertUsable(options: FileOptions): Promise<void> {
  const { input, isForced, isLocal } = options;
  const out = outOf(options);
  if (input !== undefined && input !== '-') await assertReadable(input);
  await assertWritable(out, isForced);
  // Only this file keeps the answers of a run without a server that ends early.
  if (isLocal && out !== '-') await assertWritable(partialPath(out), isForced);
}

interface Running {
  readonly handle: TaskHandle;
  /** A path, or `-`. */
  readonly out: string;
}

async function submitted(verifier: Verifier, options: FileOptions, host: Host): Promise<Running> {
  return { handle: await submitFile(verifier, inputOf(options), options, host), out: outOf(options) };
}

async function resumed(handle: TaskHandle, options: FileOptions, host: Host): Promise<Running> {
  const out = options.out ?? (await resultOf(handle, options, host));
  await assertWritable(out, options.isForced);
  return { handle, out };
}

function outOf(options: FileOptions): string {
  return options.out ?? resultBeside(inputOf(options));
}

function inputOf({ input }: FileOptions): string {
  // `fileOptions` lets nothing but a resumed task be without a file.
  return input as string;
}

/** The name of the result is made from the named file, or else from the task. */
async function resultOf(handle: TaskHandle, { input }: FileOptions, { signal }: Host): Promise<string> {
  return input === undefined ? resultHere((await handle.get({ signal })).file_name) : resultBeside(input);
}
