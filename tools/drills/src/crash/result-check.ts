import { parse } from 'csv-parse/sync';
import type { ApiClient } from '../server/api-client.js';
import type { Violations } from '../violations.js';
import type { DrillTask } from './drill-task.js';

/** Downloads the result of a task and checks every row in order, cell by cell, with its status. */
export async function checkResult(client: ApiClient, task: DrillTask, violations: Violations): Promise<void> {
  const { account, file, label, taskId } = task;
  const { status, body } = await client.download(account.token, taskId);
  if (status !== 200) {
    violations.add(`${label}: the download answered ${status}`);
    return;
  }
  const found: string[][] = parse(body);
  const expected = file.cells.map((cells, row) => [
    ...cells,
    row === 0 ? 'verification_status' : file.statuses[row - 1],
  ]);
  violations.expectEqual(`${label}: the number of lines of the result`, found.length, expected.length);
  const wrong = expected.findIndex((cells, row) => JSON.stringify(cells) !== JSON.stringify(found[row]));
  if (wrong < 0) return;
  violations.add(
    `${label}: line ${wrong} of the result is ${JSON.stringify(found[wrong])}, expected ${JSON.stringify(expected[wrong])}`,
  );
}
