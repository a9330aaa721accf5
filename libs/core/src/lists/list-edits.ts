import { DialproofError, isDialproofError } from '../model/errors.js';
import type { TaskId } from '../model/identifiers.js';
import type { ListRun, PhoneList } from '../model/phone-list.js';
import type { FoundList, ListEvent, ListKey, ListStore } from '../ports/optional/list-store.js';

/** A change of a list. */
export interface ListEdit {
  readonly list: PhoneList;
  /** The time of the next work on the list. Default: its next run. */
  readonly dueAt?: number | null;
  readonly events?: readonly ListEvent[];
}

/** The most tries of an edit: more than concurrent edits of a list ever need. */
const MOST_TRIES = 20;

/**
 * Changes a list. If others change it meanwhile, `edit` is called again with the present list. It returns undefined to leave the list
 * unchanged. Codes: `list_not_found`, `overloaded`.
 */
export async function editList(
  lists: ListStore,
  key: ListKey,
  edit: (found: FoundList) => ListEdit | undefined,
): Promise<PhoneList> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const found = await findList(lists, key);
    const edited = edit(found);
    if (edited === undefined) return found.list;
    const { list, dueAt = list.nextRunAt, events = [] } = edited;
    const { revision } = found;
    if (await lists.replace({ list, dueAt, keeps: tasksOf(list), revision, events })) return list;
  }
  throw new DialproofError('overloaded', {
    hint: 'the list keeps changing: send the request again',
    retryAfterMs: 1_000,
  });
}

/** Handles the error of an edit that is not needed if the owner has deleted the list meanwhile. */
export function unlessDeleted(error: unknown): void {
  if (!isDialproofError(error, 'list_not_found')) throw error;
}

export async function findList(lists: ListStore, key: ListKey): Promise<FoundList> {
  const found = await lists.find(key);
  if (found === undefined) throw new DialproofError('list_not_found');
  return found;
}

/**
 * The tasks that a list needs: the one with its rows, those of the running run, and the last two done ones, which are compared. Older ones
 * may expire.
 */
export function tasksOf({ pending, runs, taskId }: PhoneList): readonly TaskId[] {
  const compared = doneRuns(runs)
    .slice(0, 2)
    .map((run) => run.taskId);
  const running =
    pending === null ? [] : [pending.taskId, ...(pending.rowsOf === null ? [] : [pending.rowsOf])];
  return [...new Set([taskId, ...running, ...compared])];
}

export function doneRuns(runs: readonly ListRun[]): readonly (ListRun & { readonly taskId: TaskId })[] {
  return runs.filter(
    (run): run is ListRun & { readonly taskId: TaskId } => run.status === 'done' && run.taskId !== null,
  );
}
