import type { Command } from 'commander';
import { jsonOption, type ServerOptions, urlOption } from '../../command-line/options.js';
import type { Host } from '../../host.js';
import { withServer } from '../../settings/open-server.js';
import { tellIfSandbox } from '../../terminal/notices.js';
import { writeJson, writeLines } from '../../terminal/output.js';
import { paintOn } from '../../terminal/style.js';
import { taskSummary } from '../../terminal/task-summary.js';
import { taskFailure } from './finish-file.js';
import { followTask } from './follow-task.js';

/** `dialproof watch`: the progress of a task until it has ended. */
export function watchCommand(program: Command, host: Host): void {
  program
    .command('watch')
    .summary('follow a task until it ends')
    .description('Follow a task until it ends, and show its summary.')
    .argument('<id>')
    .addOption(jsonOption())
    .addOption(urlOption())
    .addHelpText('after', '\n  dialproof watch 3f0c8f5e-7a55-4c0f-9d0a-2f3d1f3c9a10')
    .action((id: string, options: ServerOptions) =>
      withServer(options, host, async (server) => {
        const handle = server.client.task(id);
        // A server that is not there is reported at once. Later, a lost connection is waited for.
        await handle.get({ signal: host.signal });
        const task = await followTask(handle, { local: undefined }, host);
        tellIfSandbox(server, host);
        if (options.json) await writeJson(host, task);
        else await writeLines(host.stdout, taskSummary(task, paintOn(host.stdout, host.env)));
        if (task.status === 'failed') throw taskFailure(task);
        host.stderr.write(`Get the result with:\n  dialproof download ${id}\n`);
      }),
    );
}
