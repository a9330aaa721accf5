import { isDialproofError } from '../../../dialproof-error.js';
import type { ProgramCommand, ServerOptions } from '../../command-line/options.js';
import { CommandFailure, EXIT_CODES } from '../../failures/failure.js';
import type { Host } from '../../host.js';
import { type Server, withServer } from '../../settings/open-server.js';
import { warnIfSandbox } from '../../terminal/notices.js';
import { writeJson } from '../../terminal/output.js';
import { assertWritable, writeResult } from './result-file.js';
import {
  assertSeparate,
  partialPath,
  queryOf,
  type ResultOptions,
  resultHere,
  withResultOptions,
} from './result-options.js';

type DownloadOptions = ServerOptions &
  ResultOptions & {
    readonly partial?: true;
    readonly previous?: string;
    readonly callable?: true;
  };

/** `dialproof download`: the result of a task. */
export function downloadCommand(program: ProgramCommand, host: Host): void {
  const command = program
    .command('download')
    .summary('write the result of a task to a file')
    .description('Write the result of a task to a file, named after the one that was sent.')
    .argument('<id>');
  withResultOptions(command)
    .option('--partial', 'the verified rows of a task that failed or was cancelled')
    .option('--previous <id>', 'add the statuses in this earlier task')
    .option('--callable', 'leave out numbers that must not be called')
    .with('json', 'url')
    .addHelpText('after', '\n  dialproof download 3f0c8f5e-7a55-4c0f-9d0a-2f3d1f3c9a10 --out result.xlsx')
    .action((id: string, options: DownloadOptions) =>
      withServer(options, host, (server) => download(server, id, options, host)),
    );
}

async function download(server: Server, id: string, options: DownloadOptions, host: Host): Promise<void> {
  const handle = server.client.task(id);
  const { partial, previous, callable } = options;
  const suppressed = callable ? ('leave_out' as const) : undefined;
  const out = options.out ?? (await nameOf(server, id, options, host));
  assertSeparate(out, options);
  await assertWritable(out, options.force);
  await writeResult(handle, out, { ...queryOf(options, out), partial, previous, suppressed }, host).catch(
    (error) => {
      throw isDialproofError(error, 'task_not_done') ? notDone(id) : error;
    },
  );
  warnIfSandbox(server, host);
  if (options.json) await writeJson(host, { task_id: id, result: out });
  else if (out !== '-') host.stdout.write(`Wrote ${out}\n`);
}

/** The result has the name that `dialproof file` gives it, in this folder. */
async function nameOf(
  { client }: Server,
  id: string,
  { partial }: DownloadOptions,
  { signal }: Host,
): Promise<string> {
  const { file_name, status } = await client.task(id).get({ signal });
  const path = resultHere(file_name);
  return partial && status === 'failed' ? partialPath(path) : path;
}

function notDone(id: string): CommandFailure {
  return new CommandFailure(
    EXIT_CODES.refused,
    `The task is not done (task_not_done). If it failed, --partial gets the verified rows. If it has not ended, follow it with:\n  dialproof watch ${id}`,
  );
}
