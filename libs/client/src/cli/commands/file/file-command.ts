import { Option } from 'commander';
import { type ProgramCommand, type ServerOptions, wholeNumber } from '../../command-line/options.js';
import type { Host } from '../../host.js';
import { withServer } from '../../settings/open-server.js';
import { withVerifier } from '../../settings/with-verifier.js';
import { warnIfSandbox } from '../../terminal/notices.js';
import { paintOn, writeJson, writeLines } from '../../terminal/output.js';
import { taskSummary } from '../../terminal/task-summary.js';
import { finishFile, taskFailure } from './finish-file.js';
import { followTask } from './follow-task.js';
import { assertReadable } from './input-file.js';
import { withReadingOptions } from './reading-options.js';
import { assertWritable } from './result-file.js';
import { assertSeparate, partialPath, resultBeside, withResultOptions } from './result-options.js';
import { type FileOptions, submitFile } from './submit-file.js';

/** `dialproof file`: from a file to its result. */
export function fileCommand(program: ProgramCommand, host: Host): void {
  const command = program
    .command('file')
    .summary('verify a .csv or .xlsx file')
    .description('Verify a .csv or .xlsx file, or - for standard input: show the cost, and ask.')
    .argument('<file>')
    .with('yes')
    // The refusal of such a file names it, and the help fits a terminal of 24 lines.
    .addOption(new Option('--without-numbers', 'verify a file in which no number was found, too').hideHelp());
  withReadingOptions(withResultOptions(command))
    .option('--max-credits <n>', 'refuse a file that needs more credits', wholeNumber(0))
    .with('local', 'json', 'url');
  command.action((input: string, options: FileOptions) => verifyFile(input, options, host));
}

async function verifyFile(input: string, options: FileOptions, host: Host): Promise<void> {
  // Input from a pipe has no folder for the result.
  const out = options.out ?? (input === '-' ? '-' : resultBeside(input));
  assertSeparate(out, { ...options, input });
  await assertUsable(input, out, options);
  return withVerifier(options, host, async (verifier) => {
    const { client } = verifier;
    const handle = await submitFile(verifier, input, options, host, (file, settings, request) =>
      client.submit(file, settings, request),
    );
    const task = await followTask(handle, verifier, host);
    await finishFile(handle, task, { ...options, out }, verifier, host);
  });
}

/** Checks the files before any request. */
async function assertUsable(input: string, out: string, { force, local }: FileOptions): Promise<void> {
  if (input !== '-') await assertReadable(input);
  await assertWritable(out, force);
  // Without a server, an interrupted run keeps its answers in this file alone.
  if (local && out !== '-') await assertWritable(partialPath(out), force);
}

/** `dialproof watch`: the progress of a task until it has ended. */
export function watchCommand(program: ProgramCommand, host: Host): void {
  program
    .command('watch')
    .summary('follow a task until it ends')
    .description('Follow a task until it ends, and show its summary.')
    .argument('<id>')
    .with('json', 'url')
    .addHelpText('after', '\n  dialproof watch 3f0c8f5e-7a55-4c0f-9d0a-2f3d1f3c9a10')
    .action((id: string, options: ServerOptions) =>
      withServer(options, host, async (server) => {
        const handle = server.client.task(id);
        // A missing server is reported at once. A connection that is lost later is opened again.
        await handle.get({ signal: host.signal });
        const task = await followTask(handle, { local: undefined }, host);
        warnIfSandbox(server, host);
        if (options.json) await writeJson(host, task);
        else await writeLines(host.stdout, taskSummary(task, paintOn(host.stdout, host.env)));
        if (task.status === 'failed') throw taskFailure(task);
        host.stderr.write(`Get the result with:\n  dialproof download ${id}\n`);
      }),
    );
}
