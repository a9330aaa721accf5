import type { DialproofClient } from '../../dialproof-client.js';
import type { ProgramCommand, ServerOptions } from '../command-line/options.js';
import type { Host } from '../host.js';
import { withServer } from '../settings/open-server.js';
import { assertConfirmed } from '../terminal/ask.js';
import { counted, grouped } from '../terminal/format.js';
import { writeAnswer } from '../terminal/output.js';

/** `dialproof cancel`: stops tasks. */
export function cancelCommand(program: ProgramCommand, host: Host): void {
  taskCommand(program, 'cancel', 'Stop tasks and keep what was verified.').action(
    forEachTask(host, async (client, id) => {
      const task = await client.task(id).cancel({ signal: host.signal });
      return [task, `stopped, ${grouped(task.processed)} of ${counted(task.total, 'row')} verified`];
    }),
  );
}

/** `dialproof retry`: continues tasks. */
export function retryCommand(program: ProgramCommand, host: Host): void {
  taskCommand(program, 'retry', 'Continue ended tasks with what was not verified.').action(
    forEachTask(host, async (client, id) => {
      const task = await client.task(id).retry({ signal: host.signal });
      return [task, `continues. Follow it with:\n  dialproof watch ${id}`];
    }),
  );
}

/** `dialproof delete`: deletes tasks, when a person has said yes. */
export function deleteCommand(program: ProgramCommand, host: Host): void {
  const run = forEachTask(host, async (client, id) => {
    await client.task(id).delete({ signal: host.signal });
    return [{ task_id: id, deleted: true }, 'deleted'];
  });
  taskCommand(program, 'delete', 'Delete ended tasks with their files and results.')
    .with('yes')
    .action(async (ids: readonly string[], options: ServerOptions & { readonly yes?: true }) => {
      await assertConfirmed(host, options, {
        question: `Delete ${counted(ids.length, 'task')} with all rows and results?`,
        declined: 'Nothing was deleted.',
      });
      await run(ids, options);
    });
}

function taskCommand(program: ProgramCommand, name: string, description: string): ProgramCommand {
  return program
    .command(name)
    .summary(description.charAt(0).toLowerCase() + description.slice(1, -1))
    .description(description)
    .argument('<id...>')
    .with('json', 'url')
    .addHelpText('after', `\n  dialproof ${name} 3f0c8f5e-7a55-4c0f-9d0a-2f3d1f3c9a10`);
}

/** Acts on one task after another, and prints the resulting JSON or line of each. */
function forEachTask(
  host: Host,
  act: (client: DialproofClient, id: string) => Promise<readonly [object, string]>,
): (ids: readonly string[], options: ServerOptions) => Promise<void> {
  return (ids, options) =>
    withServer(options, host, async ({ client }) => {
      for (const id of ids) {
        const [value, line] = await act(client, id);
        await writeAnswer(host, options, value, `${id}: ${line}`);
      }
    });
}
