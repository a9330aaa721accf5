import {
  type DownloadQuery,
  type FileSettings,
  RESULT_COLUMNS,
  SEVERAL_NUMBERS,
  TASK_STATUSES,
  type Task,
  type TaskStatus,
  VERIFICATION_STATUSES,
} from '../../api/api.js';
import { downloadToFile, fileOnDisk } from '../../node/files.js';
import { CommandFailure, EXIT_CODES } from '../failures/failure.js';
import { CHANGE_TOOLS } from './change-tools.js';
import { shownTask, withoutCells } from './shown.js';
import { oneOf, someOf, type Tool, type ToolCall, text } from './tool.js';

/** Assistants end calls after a minute. */
const LONGEST_WAIT_SECONDS = 50;

const file = text('The path of a .csv or .xlsx file in the shared folder.');
const taskId = text('The id of the task.');
const freshWithin = text(
  'An age, such as 14d or 12h: numbers about which the account’s tasks or single checks have found an answer since then get that one, at no credit.',
);
const reading = {
  phone_column: text('Header or position, from 0, of the column of phones. It is found without this.'),
  phone_column_index: positionInsteadOf('phone_column'),
  default_country: text('ISO 3166 code of the country of national numbers, such as DE.'),
  country_column: text(
    'Header or position, from 0, of the column of countries, or none. It is found without this.',
  ),
  country_column_index: positionInsteadOf('country_column'),
  default_area_code: text('Area code of numbers without one. It needs default_country.'),
  several_numbers: oneOf(SEVERAL_NUMBERS, 'How a cell with several numbers is read.'),
  consent_date_column: text(
    'Header or position, from 0, of the column with the date of consent of each row.',
  ),
  consent_date_column_index: positionInsteadOf('consent_date_column'),
  fresh_within: freshWithin,
  header_row: { type: 'integer', minimum: 1, description: 'The row of the header.' },
  reading: oneOf(
    ['remembered'],
    'Settings that are left out are those of the newest file with the same header.',
  ),
  sheet: text('The sheet of a workbook.'),
  encoding: text('The encoding of a .csv file.'),
};

function positionInsteadOf(column: string) {
  return { type: 'integer', minimum: 0, description: `Position of that column, instead of ${column}.` };
}

/** The tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'preview_file',
    title: 'Preview a file',
    description: 'Says how a file would be read, and what verifying it would cost. It is free.',
    kind: 'reads',
    input: { properties: { file, ...reading }, required: ['file'] },
    async run({ file: name, ...settings }, { folder, server, showsNumbers, signal }) {
      const content = await fileOnDisk(await folder.fileToRead(String(name)));
      const preview = await server.client.preview(content, settingsOf(settings), { signal });
      return showsNumbers ? preview : withoutCells(preview, settings['header_row'] === undefined);
    },
  },
  {
    name: 'submit_file',
    title: 'Verify a file',
    description:
      'Submits a file, which becomes a task. It costs at most one credit for every distinct number, and never more than max_credits and what the user allows.',
    kind: 'writes',
    input: {
      properties: {
        file,
        ...reading,
        max_credits: { type: 'integer', minimum: 1, description: 'The most credits that it may hold.' },
      },
      required: ['file'],
    },
    async run({ file: name, max_credits: wanted, ...settings }, { cap, folder, server, signal }) {
      const { client } = server;
      const content = await fileOnDisk(await folder.fileToRead(String(name)));
      const { credits, upload } = await client.preview(
        content,
        { ...settingsOf(settings), keep_upload: true },
        { signal },
      );
      if (wanted !== undefined && credits.held > Number(wanted)) {
        throw new CommandFailure(
          EXIT_CODES.credits,
          `It would hold ${credits.held} credits, more than max_credits.`,
        );
      }
      const limits = {
        ...settingsOf(settings),
        max_credits: credits.held,
        upload_id: upload?.upload_id,
      };
      const task = await cap.spend(credits.held, () => client.submit(content, limits, { signal }));
      return { task_id: task.id, total: task.total, held: credits.held };
    },
  },
  {
    name: 'verify_number',
    title: 'Verify one number',
    description: 'Verifies one number, written with + and its calling code, for at most one credit.',
    kind: 'writes',
    input: {
      properties: { phone: text('The number, such as +4915112345678.'), fresh_within: freshWithin },
      required: ['phone'],
    },
    async run({ phone, fresh_within }, { cap, server, signal }) {
      // The schema of the arguments has checked both.
      const given = { freshWithin: fresh_within as string | undefined, signal };
      const { phone: _, ...verification } = await cap.spend(1, () =>
        server.client.verify(String(phone), given),
      );
      return { ...verification, made_up_by_sandbox: server.isSandbox() };
    },
  },
  {
    name: 'get_task',
    title: 'Follow a task',
    description:
      'Shows a task: its status, how many rows have been verified, and the counts of each status. With wait_seconds it waits for the end, for at most that long: call it again until the status is done or failed.',
    kind: 'reads',
    input: {
      properties: {
        task_id: taskId,
        wait_seconds: {
          type: 'integer',
          minimum: 0,
          maximum: LONGEST_WAIT_SECONDS,
          description: 'How long to wait for the end. 0 without it.',
        },
      },
      required: ['task_id'],
    },
    async run({ task_id, wait_seconds = 0 }, call) {
      return shownTask(await taskWithin(String(task_id), Number(wait_seconds), call), call);
    },
  },
  {
    name: 'list_tasks',
    title: 'List tasks',
    description: 'Lists the newest tasks.',
    kind: 'reads',
    input: {
      properties: {
        status: oneOf(TASK_STATUSES, 'Only tasks with this status.'),
        limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many. 20 without it.' },
      },
    },
    async run({ status, limit = 20 }, call) {
      const { server, signal } = call;
      // The schema of the arguments has checked both.
      const query = { status: status as TaskStatus | undefined, limit: Number(limit) };
      const tasks = await server.client.tasks(query, { signal }).toArray(query.limit);
      return { tasks: tasks.map((task) => shownTask(task, call)) };
    },
  },
  {
    name: 'download_result',
    title: 'Write a result to a file',
    description:
      'Writes the result of a task to a new file in the shared folder: the columns of the file, then verification_status. The format follows from the name.',
    kind: 'writes',
    input: {
      properties: {
        task_id: taskId,
        file: text('The path of the new file, which ends in .csv or .xlsx.'),
        status: someOf(VERIFICATION_STATUSES, 'Only rows with these statuses.'),
        columns: someOf(RESULT_COLUMNS, 'The added columns, in this order. Only status without it.'),
        partial: {
          type: 'boolean',
          description: 'Whether a task that failed or was cancelled has a result too.',
        },
      },
      required: ['task_id', 'file'],
    },
    async run({ task_id, file: name, ...given }, { folder, server, signal }) {
      const format = String(name).toLowerCase().endsWith('.xlsx') ? 'xlsx' : 'csv';
      // The schema of the arguments has checked them.
      const query = { ...given, format } as DownloadQuery;
      const task = server.client.task(String(task_id));
      const { bytes, rows } = await folder.withNewFile(String(name), (path) =>
        downloadToFile(task, path, { query, signal }),
      );
      return { file: name, rows, bytes };
    },
  },
  ...CHANGE_TOOLS,
  {
    name: 'get_credits',
    title: 'Show credits',
    description: 'Shows the credits of the account, and how many of them may be spent here.',
    kind: 'reads',
    input: { properties: {} },
    async run(_, { cap, server, signal }) {
      return { ...(await server.client.credits({ signal })), may_be_spent_here: cap.creditsLeft };
    },
  },
];

/** The arguments that say how a file is read. Their schema has checked them. */
function settingsOf(given: Readonly<Record<string, unknown>>): FileSettings {
  return given as FileSettings;
}

/** The task at its end, or as it is when the time is over. */
async function taskWithin(
  id: string,
  seconds: number,
  { onProgress, server, signal }: ToolCall,
): Promise<Task> {
  const handle = server.client.task(id);
  const timeUp = AbortSignal.timeout(seconds * 1_000);
  let task = await handle.get({ signal });
  let reported = -1;
  try {
    if (seconds === 0) return task;
    for await (task of handle.follow({ signal: AbortSignal.any([signal, timeUp]) })) {
      // By the protocol, progress grows with each message.
      if (task.processed > reported) await onProgress(task.processed, task.total);
      reported = Math.max(reported, task.processed);
    }
  } catch (error) {
    if (signal.aborted || !timeUp.aborted) throw error;
  }
  return task;
}
