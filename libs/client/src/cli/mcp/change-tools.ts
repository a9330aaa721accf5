import { CHANGE_KINDS, type ChangeKind } from '../../api/api.js';
import { downloadToFile } from '../../node/files.js';
import type { ChangesSource } from '../commands/changes-command.js';
import { wrongCommandLine } from '../failures/failure.js';
import { withoutNumbers } from './shown.js';
import { someOf, type Tool, type ToolCall, text } from './tool.js';

/** The tools that say what became of numbers since they were last verified. */
export const CHANGE_TOOLS: readonly Tool[] = [
  {
    name: 'get_lists',
    title: 'Show lists',
    description:
      'Shows the lists that are verified again by a schedule: their last run, their next one, and whether one is running.',
    kind: 'reads',
    input: { properties: {} },
    async run(_, { server, showsNumbers, signal }) {
      const lists = await server.client.lists.list({ signal });
      const shownName = (name: string) => (showsNumbers ? name : withoutNumbers(name));
      return {
        lists: lists.map((list) => ({
          ...list,
          name: shownName(list.name),
          key_column: list.key_column && shownName(list.key_column),
        })),
        made_up_by_sandbox: server.isSandbox(),
      };
    },
  },
  {
    name: 'list_changes',
    title: 'List changes',
    description:
      'Says how many numbers came, went, changed their status or replaced another number of the same key: in a list, up to its last run from the one before, or from since; or in a task, from the task against. The numbers themselves go to a file, and are shown only where the user allows it.',
    kind: 'writes',
    input: {
      properties: {
        list_id: text('The id of a list.'),
        since: text('A time in ISO 8601: compares with the newest run of the list that had ended then.'),
        task_id: text('The id of a task, instead of a list.'),
        against: text('The id of the task before.'),
        key_column: text(
          'A column that says which row a number belongs to, such as a customer id. A list may have one of its own.',
        ),
        change: someOf(CHANGE_KINDS, 'Only these changes. The counts are of all.'),
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: 100,
          description: 'How many changes to show, where the user allows it. 20 without it.',
        },
        file: text('The path of a new .csv file, which gets all changes.'),
      },
    },
    async run({ file, limit = 20, ...of }, call) {
      const { folder, server, showsNumbers, signal } = call;
      const source = sourceOf(of, call);
      if (file !== undefined && !/\.csv$/i.test(String(file)))
        throw wrongCommandLine('Changes are written to a .csv file.');
      const { counts, items } = await source.changes(Number(limit)).page();
      const answer = {
        counts,
        ...(showsNumbers ? { changes: items } : {}),
        made_up_by_sandbox: server.isSandbox(),
      };
      if (file === undefined) return answer;
      const download = () => source.download({ signal });
      await folder.withNewFile(String(file), (path) => downloadToFile({ download }, path));
      return { ...answer, file };
    },
  },
];

/** The changes of a list or of a task. The schema of the arguments has checked each of them. */
function sourceOf(
  { change: kinds, ...given }: Readonly<Record<string, unknown>>,
  { server: { client }, signal }: ToolCall,
): Pick<ChangesSource, 'changes' | 'download'> {
  const change = kinds as readonly ChangeKind[] | undefined;
  const {
    against,
    key_column,
    list_id: listId,
    since,
    task_id: taskId,
  } = given as Readonly<Record<string, string | undefined>>;
  if (listId !== undefined && taskId === undefined && against === undefined) {
    return {
      changes: (limit) => client.lists.changes(listId, { since, change, key_column, limit }, { signal }),
      download: (options) => client.lists.downloadChanges(listId, { since, change, key_column }, options),
    };
  }
  if (taskId === undefined || against === undefined || listId !== undefined || since !== undefined)
    throw wrongCommandLine('Give a list_id, perhaps with since, or both task_id and against.');
  const task = client.task(taskId);
  return {
    changes: (limit) => task.changes({ against, change, key_column, limit }, { signal }),
    download: (options) => task.downloadChanges({ against, change, key_column }, options),
  };
}
