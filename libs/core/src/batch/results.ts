import type { Row } from '../tables/row.js';
import { assertDone, type Task } from '../task.js';
import type { ResultsRequest, TaskResults } from '../verification-service.js';
import type { BatchSettings } from './batch-settings.js';
import { resultCsv } from './result-csv.js';
import { type ResultSelection, readSelection } from './result-request.js';
import { resultRows } from './result-rows.js';
import { resultVersion } from './result-version.js';
import { assertFitsWorkbook, resultWorkbook } from './result-workbook.js';
import { findTask } from './watch.js';

/** The header of the column that results add. */
export const STATUS_COLUMN = 'verification_status';

export async function taskResults(settings: BatchSettings, request: ResultsRequest): Promise<TaskResults> {
  const selection = readSelection(request, settings);
  const task = await findTask(settings, request);
  assertDone(task);
  const version = resultVersion(task, selection);
  return { task, version, content: await resultContent(settings, task, selection) };
}

async function resultContent(
  settings: BatchSettings,
  task: Task,
  { format, statuses, neutralizeFormulas }: ResultSelection,
): Promise<AsyncGenerator<Uint8Array, void, undefined>> {
  const header: Row = [...task.file.columns, STATUS_COLUMN];
  const rows = () => resultRows(settings, task, statuses);
  switch (format) {
    case 'csv':
      return resultCsv(header, rows(), neutralizeFormulas);
    case 'xlsx': {
      const size = { rows: 1 + countRows(task, statuses), columns: header.length };
      await assertFitsWorkbook(settings, header, rows(), size);
      return resultWorkbook(header, rows(), size);
    }
    default:
      return format satisfies never;
  }
}

function countRows({ total, summary }: Task, statuses: ResultSelection['statuses']): number {
  if (statuses === undefined) return total;
  return Array.from(statuses, (status) => summary[status]).reduce((sum, count) => sum + count);
}
