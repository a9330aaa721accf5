import { type Command, Option } from 'commander';
import { jsonOption, localOption, urlOption, wholeNumber, yesOption } from '../../command-line/options.js';
import type { Host } from '../../host.js';
import { withVerifier } from '../../settings/with-verifier.js';
import { finishFile } from './finish-file.js';
import { followTask } from './follow-task.js';
import { assertReadable } from './input-file.js';
import { withReadingOptions } from './reading-options.js';
import { assertWritable } from './result-file.js';
import { assertSeparate, partialPath, resultBeside, withResultOptions } from './result-options.js';
import { type FileOptions, submitFile } from './submit-file.js';

/** `dialproof file`: from a file to its result. */
export function fileCommand(program: Command, host: Host): void {
  const command = program
    .command('file')
    .summary('verify a .csv or .xlsx file')
    .description('Verify a .csv or .xlsx file, or - for standard input: show the cost, and ask.')
    .argument('<file>')
    .addOption(yesOption())
    .option('--without-numbers', 'verify a file in which no number was found, too');
  withReadingOptions(withResultOptions(command))
    .addOption(
      new Option('--max-credits <n>', 'refuse a file that needs more credits').argParser(wholeNumber(0)),
    )
    .addOption(localOption())
    .addOption(jsonOption())
    .addOption(urlOption());
  command.action((input: string, options: FileOptions) => verifyFile(input, options, host));
}

async function verifyFile(input: string, options: FileOptions, host: Host): Promise<void> {
  // Input from a pipe has no folder for the result.
  const out = options.out ?? (input === '-' ? '-' : resultBeside(input));
  assertSeparate(out, { ...options, input });
  await assertUsable(input, out, options);
  return withVerifier(options, host, async (verifier) => {
    const handle = await submitFile(verifier, input, options, host);
    const task = await followTask(handle, verifier, host);
    await finishFile(handle, task, { ...options, out }, verifier, host);
  });
}

/** Checks the files before any request. */
async function assertUsable(input: string, out: string, { force, local }: FileOptions): Promise<void> {
  if (input !== '-') await assertReadable(input);
  await assertWritable(out, force);
  // Only this file keeps the answers of a run without a server that ends early.
  if (local && out !== '-') await assertWritable(partialPath(out), force);
}
