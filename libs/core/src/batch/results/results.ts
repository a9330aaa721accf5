import { createHash } from 'node:crypto';
import { notSupported } from '../../model/errors.js';
import { emptySummary, VERIFICATION_STATUSES } from '../../model/statuses.js';
import { assertDone, type Task } from '../../model/task.js';
import { findTask } from '../account-tasks.js';
import type { ResultSettings } from '../batch-settings.js';
import { type CompareSettings, type PreviousStatus, previousStatuses, taskBefore } from './compare-tasks.js';
import { type LeftOutNumbers, leftOutNumbers } from './left-out-numbers.js';
import { COLUMN_HEADERS, PREVIOUS_HEADER } from './result-columns.js';
import { resultCsv } from './result-csv.js';
import { type ResultSelection, type ResultsRequest, readSelection } from './result-request.js';
import { assertFitsWorkbook, resultLines, resultSize, resultWorkbook } from './result-workbook.js';
import { type RowSelection, resultHeader } from './stored-blocks.js';

export interface TaskResults {
  readonly task: Task;
  /**
   * A version of `content` in letters, digits, - and _: equal for equal bytes, different for different bytes. With it, a client need not
   * load the same content again.
   */
  readonly version: string;
  /** The number of rows in `content`, without the header. */
  readonly rows: number;
  /** The requested result, piece by piece; CSV is in UTF-8. It is rendered as it is read. The iteration may be left early. */
  readonly content: AsyncIterable<Uint8Array>;
}

export async function taskResults(settings: ResultSettings, request: ResultsRequest): Promise<TaskResults> {
  const selection = readSelection(request, settings);
  const task = await findTask(settings, request);
  assertDone(task, selection.partial);
  const before =
    request.previous === undefined ? undefined : await taskBefore(settings, request, request.previous);
  const leftOut = selection.leavesOutSuppressed
    ? await leftOutNumbers(settings, task, request.signal)
    : undefined;
  const version = resultVersion(task, selection, { before, leftOut });
  const rows = countRows(task, selection.statuses, leftOut);
  const findPrevious =
    before && previousStatuses(withArchive(settings), { after: task, before }, request.signal);
  return {
    task,
    version,
    rows,
    content: await resultContent(settings, task, {
      selection: { ...selection, leftOut: leftOut?.flags },
      rows,
      findPrevious,
    }),
  };
}

function withArchive({ store, archive }: ResultSettings): CompareSettings {
  if (archive !== null) return { store, archive };
  throw notSupported('archive');
}

async function resultContent(
  settings: ResultSettings,
  task: Task,
  {
    selection,
    rows: count,
    findPrevious,
  }: {
    readonly selection: RowSelection;
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

function countRows(
  { total, processed, summary }: Task,
  statuses: ResultSelection['statuses'],
  leftOut: LeftOutNumbers | undefined,
): number {
  const left = leftOut?.rows ?? emptySummary();
  if (statuses === undefined)
    return VERIFICATION_STATUSES.reduce((rows, status) => rows - left[status], total);
  // Rows that were not checked are shown as `unknown`.
  const unprocessed = statuses.has('unknown') ? total - processed : 0;
  return Array.from(statuses, (status) => summary[status] - left[status]).reduce(
    (sum, count) => sum + count,
    unprocessed,
  );
}

/**
 * Increase it with every change of the code or of a library after which the same task gives other bytes. Otherwise clients with the old
 * bytes would get 304 for ever. `result-version.test.ts` fails if this was forgotten.
 */
export const RENDERER_VERSION = 3;

/**
 * The version of a result, see {@link TaskResults.version}. It is computed without rendering, since only a retry or an erasure changes an
 * ended task.
 */
function resultVersion(
  task: Task,
  selection: ResultSelection,
  { before, leftOut }: { readonly before: Task | undefined; readonly leftOut: LeftOutNumbers | undefined },
): string {
  const { columns, format, statuses, neutralizeFormulas } = selection;
  const facts = [
    RENDERER_VERSION,
    task.taskId,
    answersOf(task),
    format,
    // In a fixed order, whatever the order of the request.
    statuses === undefined ? null : VERIFICATION_STATUSES.filter((status) => statuses.has(status)),
    columns,
    neutralizeFormulas,
    // Different versions of zlib compress the same text to different bytes.
    format === 'xlsx' ? [process.versions.zlib, process.arch] : null,
    ...(before === undefined ? [] : [before.taskId, answersOf(before)]),
    ...(leftOut === undefined ? [] : [leftOut.digest]),
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}

/** The facts of a task that change with its result, by a retry or an erasure. */
function answersOf({ file: { erasures }, finishedAt, processed, summary }: Task): readonly unknown[] {
  const facts = [finishedAt, processed, VERIFICATION_STATUSES.map((status) => summary[status])];
  return erasures === undefined ? facts : [...facts, erasures];
}
