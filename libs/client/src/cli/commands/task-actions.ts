import type { DialproofClient } from '../../dialproof-client.js';
import type { Task } from '../../shapes/task.js';
import { type ReadCommand, wrongCommandLine } from '../command-line/read-arguments.js';
import { CommandFailure, EXIT_CODES } from '../failure.js';
import type { Host } from '../host.js';
import { openClient } from '../settings/open-client.js';
import { confirm } from '../terminal/ask.js';
import { counted, grouped } from '../terminal/numbers.js';
import { writeJson, writeLine } from './output.js';

/** `dialproof cancel`: stops tasks, one after another. */
export function cancelCommand(command: ReadCommand, host: Host): Promise<number> {
  return withTasks(command, host, async (client, id) => {
    const task = await client.task(id).cancel({ signal: host.signal });
    const said = `${id}: stopped, ${grouped(task.processed)} of ${counted(task.total, 'row')} were verified`;
    await print(command, host, task, said);
  });
}

/** `dialproof retry`: continues tasks, one after another. */
export function retryCommand(command: ReadCommand, host: Host): Promise<number> {
  return withTasks(command, host, async (client, id) => {
    const task = await client.task(id).retry({ signal: host.signal });
    await print(command, host, task, `${id}: goes on, follow it with dialproof file --resume ${id}`);
  });
}

/** `dialproof delete`: deletes tasks, when a person has said yes. */
export async function deleteCommand(command: ReadCommand, host: Host): Promise<number> {
  const { operands } = command;
  if (operands.length > 0 && !command.has('yes')) {
    if (host.stdin.isTTY !== true) throw wrongCommandLine('Cannot prompt without a terminal: add --yes.');
    const question = `Delete ${counted(operands.length, 'task')} with all rows and results?`;
    if (!(await confirm(host, question)))
      throw new CommandFailure(EXIT_CODES.declined, 'Nothing was deleted.');
  }
  return withTasks(command, host, async (client, id) => {
    await client.task(id).delete({ signal: host.signal });
    await print(command, host, { task_id: id, deleted: true }, `${id}: deleted`);
  });
}

async function withTasks(
  command: ReadCommand,
  host: Host,
  act: (client: DialproofClient, id: string) => Promise<void>,
): Promise<number> {
  if (command.operands.length === 0) throw wrongCommandLine('Name a task: dialproof tasks lists yours.');
  const client = await openClient(command, host);
  for (const id of command.operands) await act(client, id);
  return EXIT_CODES.done;
}

function print(command: ReadCommand, host: Host, value: Task | object, line: string): Promise<void> {
  return command.has('json') ? writeJson(host, value) : writeLine(host.stdout, line);
}
