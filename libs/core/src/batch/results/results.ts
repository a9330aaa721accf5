import { DialproofError } from '../../model/errors.js';
import { assertDone, type Task } from '../../model/task.js';
import type { ResultSettings } from '../batch-settings.js';
import type { CompareSettings } from '../changes/compare-tasks.js';
import { type PreviousStatus, previousStatuses } from '../changes/previous-statuses.js';
import { taskBefore } from '../changes/task-before.js';
import { findTask } from '../find-task.js';
import { COLUMN_HEADERS, PREVIOUS_HEADER } from './result-columns.js';
import { resultCsv } from './result-csv.js';
import { type ResultSelection, type ResultsRequest, readSelection } from './result-request.js';
import { resultHeader } from './result-rows.js';
import { resultVersion } from './result-version.js';
import { assertFitsWorkbook, resultLines, resultSize, resultWorkbook } from './result-workbook.js';

export interface TaskResults {
  readonly task: Task;
  /**
   * Letters, digits, - and _ that stand for the bytes of `content`: the same for the same bytes, another for any others. So content that
   * is already there need not be read again.
   */
  readonly version: string;
  /** How many rows it has, without the header. */
  readonly rows: number;
  /**
   * The result as it was asked for, CSV being in UTF-8, piece by piece. Nothing is rendered before it is read. Leaving the iteration
   * early leaves nothing behind.
   */
  readonly content: AsyncIterable<Uint8Array>;
}

export async function taskResults(settings: ResultSettings, request: ResultsRequest): Promise<TaskResults> {
  const selection = readSelection(request, settings);
  const task = await findTask(settings, request);
  assertDone(task, selection.partial);
  const before =
    request.previous === undefined ? undefined : await taskBefore(settings, request, request.previous);
  const version = resultVersion(task, selection, before);
  const rows = countRows(task, selection.statuses);
  const findPrevious =
    before && previousStatuses(withArchive(settings), { after: task, before }, request.signal);
  return {
    task,
    version,
    rows,
    content: await resultContent(settings, task, { selection, rows, findPrevious }),
  };
}

function withArchive({ store, archive }: ResultSettings): CompareSettings {
  if (archive !== null) return { store, archive };
  throw new DialproofError('not_supported', { hint: 'the service was made without the option archive' });
}

async function resultContent(
  settings: ResultSettings,
  task: Task,
  {
    selection,
    rows: count,
    findPrevious,
  }: {
    readonly selection: ResultSelection;
    readonly rows: number;
    readonly findPrevious: (() => Promise<PreviousStatus>) | undefined;
  },
): Promise<AsyncGenerator<Uint8Array, void, undefined>> {
  const stored = await resultHeader(settings.store, task);
  const { columns, format } = selection;
  const added = columns.map((column) => COLUMN_HEADERS[column]);
  const previous = findPrevious === undefined ? [] : [PREVIOUS_HEADER];
  const header = { ...stored, columns: [...stored.columns, ...added, ...previous] };
  switch (format) {
    case 'csv':
      return resultCsv(settings.store, task, header, selection, findPrevious);
    case 'xlsx': {
      const size = resultSize(header, count);
      const lines = () => resultLines(settings.store, task, stored.columns.length, selection, findPrevious);
      await assertFitsWorkbook(settings, header, lines(), size);
      return resultWorkbook(header, lines(), size, task.file);
    }
    default:
      return format satisfies never;
  }
}

function countRows({ total, processed, summary }: Task, statuses: ResultSelection['statuses']): number {
  if (statuses === undefined) return total;
  // Rows that a task has not come to are shown as `unknown`.
  const unprocessed = statuses.has('unknown') ? total - processed : 0;
  return Array.from(statuses, (status) => summary[status]).reduce((sum, count) => sum + count, unprocessed);
}
