import { type TaskChanges, taskChanges } from '../batch/results/task-changes.js';
import { DialproofError } from '../model/errors.js';
import type { TaskId } from '../model/identifiers.js';
import type { PhoneList } from '../model/phone-list.js';
import { doneRuns, findList } from './list-edits.js';
import { type ListParts, recordEndedRun } from './list-runs.js';
import type { ListChangesRequest } from './phone-lists.js';

/** The changes of a list. A cursor contains both tasks, so that the next page compares the same two even if the list has run since. */
export async function changesOfList(
  parts: ListParts,
  { since, cursor = null, ...request }: ListChangesRequest,
): Promise<TaskChanges> {
  const { keyColumn, runs } = await recordEndedRun(parts, (await findList(parts.lists, request)).list);
  const { tasks, place } =
    cursor === null
      ? { tasks: await comparedTasks(parts, runs, since), place: null }
      : readCursor(cursor, runs);
  const found = await taskChanges(parts, { ...request, ...tasks, ownKeyColumn: keyColumn, cursor: place });
  const { nextCursor } = found;
  if (nextCursor === null) return found;
  return { ...found, nextCursor: `${tasks.taskId}.${tasks.against}.${nextCursor}` };
}

interface ComparedRuns {
  readonly taskId: TaskId;
  readonly against: TaskId;
}

async function comparedTasks(
  { store }: ListParts,
  runs: PhoneList['runs'],
  since: number | undefined,
): Promise<ComparedRuns> {
  const [newest, ...earlier] = doneRuns(runs);
  for (const { endedAt, taskId: against } of newest === undefined ? [] : earlier) {
    if (newest === undefined || (since !== undefined && endedAt > since)) continue;
    if (against === newest.taskId || (await store.find(against)) === undefined) continue;
    return { taskId: newest.taskId, against };
  }
  throw new DialproofError('task_not_found', {
    hint:
      since === undefined ? 'the list has no run to compare the newest with' : 'no run of that time is left',
  });
}

function readCursor(
  cursor: string,
  runs: PhoneList['runs'],
): { readonly tasks: ComparedRuns; readonly place: string } {
  const [newer = '', older = '', place = ''] = cursor.split('.');
  const [taskId, against] = [newer, older].map(
    (id) => doneRuns(runs).find((run) => run.taskId === id)?.taskId,
  );
  if (taskId !== undefined && against !== undefined) return { tasks: { taskId, against }, place };
  throw new DialproofError('malformed_request', {
    hint: 'the cursor is not one that a page of changes has given',
  });
}
